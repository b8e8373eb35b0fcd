#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/base/duration.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"
#include "core/document/file_name.h"
#include "core/document/keys.h"
#include "core/document/result_files.h"
#include "core/document/scrub.h"
#include "tests/core/document/sample_document.h"

namespace fs = std::filesystem;

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "gb-results-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

gb::ResultDocument document_of(const std::string& engine, const std::string& workload,
                               const std::string& scale, const std::string& time) {
  gb::ResultDocument d;
  d.workload = d.condition.workload = workload;
  d.condition.engine = engine;
  d.condition.plane = "inproc";
  d.condition.scale = scale;
  d.condition.started_at = gb::parse_rfc3339(time).value();
  return d;
}

void store(const fs::path& path, const gb::ResultDocument& document) {
  REQUIRE(gb::write_file_durably(path, gb::encode_document(document)));
}

}  // namespace

TEST_CASE("every published document has the name it is published under") {
  for (const auto& name : {gb::test::kZuFile, gb::test::kLadybugFile, gb::test::kLegacyFile}) {
    const auto document = gb::read_result(gb::test::fixture(name));
    REQUIRE(document);
    const auto path = gb::result_path(*document);
    REQUIRE(path);
    CHECK(path->filename() == name);
  }
  const auto zu = gb::read_result(gb::test::fixture(gb::test::kZuFile));
  CHECK(gb::result_path(*zu)->string() == "lsqb/sf1/" + gb::test::kZuFile);
}

TEST_CASE("missing parts of a name get a word, missing workload, engine or time refuse it") {
  auto d = document_of("My Engine/2", "lsqb", "", "2026-08-19T15:12:25.9Z");
  d.condition.plane = "In Proc";
  CHECK(gb::result_path(d)->string() ==
        "lsqb/unknown/20260819T151225Z-my-engine-2-in-proc-nochecksum.json");
  d.condition.dataset_checksum = "abc";
  CHECK(gb::result_path(d)->string().ends_with("-abc.json"));
  d.workload.clear();
  CHECK(gb::result_path(d)->string().starts_with("lsqb/"));
  d.condition.workload.clear();
  CHECK(gb::result_path(d).error().message == "a result without a workload cannot be filed");
  d = document_of("", "lsqb", "sf1", "2026-08-19T15:12:25Z");
  CHECK(gb::result_path(d).error().message == "a result without an engine cannot be filed");
  d = document_of("zu", "lsqb", "sf1", "2026-08-19T15:12:25Z");
  d.condition.started_at = {};
  CHECK(gb::result_path(d).error().message == "a result without a start time cannot be filed");
}

TEST_CASE("no imported document can name a file outside the results folder") {
  for (const std::string& name :
       {std::string("../x"), std::string(".."), std::string("/etc"), std::string("a/b"),
        std::string("a\\b"), std::string("a\0b", 3), std::string("."), std::string(300, 'a')}) {
    CAPTURE(name);
    CHECK(!gb::result_path(document_of("zu", name, "sf1", "2026-08-19T15:12:25Z")));
    CHECK(!gb::result_path(document_of("zu", "lsqb", name, "2026-08-19T15:12:25Z")));
    auto d = document_of("zu", "lsqb", "sf1", "2026-08-19T15:12:25Z");
    d.condition.dataset_checksum = "../../../../x";
    CHECK(!gb::result_path(d));
    d = document_of("../../zu", "lsqb", "sf1", "2026-08-19T15:12:25Z");
    if (const auto path = gb::result_path(d)) {
      CHECK(path->string() == "lsqb/sf1/20260819T151225Z-..-..-zu-inproc-nochecksum.json");
    }
  }
}

TEST_CASE(
    "a result is filed once: the second of the same second gets its run id, a third is refused") {
  const TemporaryFolder folder;
  auto document = gb::test::full_document();
  const std::string bytes = gb::encode_document(document);
  const auto first = gb::write_result(folder.path(), document, bytes);
  REQUIRE(first);
  CHECK(gb::sha256_hex(*gb::read_file(*first)) == gb::sha256_hex(bytes));

  const auto second = gb::write_result(folder.path(), document, "other bytes\n");
  REQUIRE(second);
  CHECK(second->filename().string() ==
        "20260921T141320Z-sqlite-inproc-fd000c2a-01990000-0000-7000-8000-000000000001.json");
  CHECK(*gb::read_file(*first) == bytes);

  const auto third = gb::write_result(folder.path(), document, bytes);
  REQUIRE(!third);
  CHECK(third.error().code == gb::ErrorCode::AlreadyExists);

  document.gb.reset();
  CHECK(gb::write_result(folder.path(), document, bytes).error().code ==
        gb::ErrorCode::AlreadyExists);
  document.gb.emplace().run_id = "../../escape";
  CHECK(!gb::write_result(folder.path(), document, bytes));
}

TEST_CASE("a scan keeps what the filter asks for, in path order, and tells what it skipped") {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  store(root / "b" / "2.json", document_of("zu", "lsqb", "SF1", "2026-01-02T00:00:00Z"));
  store(root / "a" / "deep" / "3.json", document_of("zu", "lsqb", "sf1", "2026-01-03T00:00:00Z"));
  store(root / "b" / "1.json", document_of("ladybug", "lsqb", "smoke", "2026-01-01T00:00:00Z"));
  store(root / "c.txt", document_of("zu", "lsqb", "sf1", "2026-01-04T00:00:00Z"));
  REQUIRE(gb::write_file_durably(root / "package.json", R"({"name": "web"})"));
  REQUIRE(gb::write_file_durably(root / "cut.json", "{"));
  fs::create_directory(root / "folder.json");

  const auto all = gb::scan_results(root, {});
  REQUIRE(all);
  REQUIRE(all->found.size() == 3);
  CHECK(all->found[0].path == root / "a" / "deep" / "3.json");
  CHECK(all->found[1].path == root / "b" / "1.json");
  CHECK(all->found[2].path == root / "b" / "2.json");
  REQUIRE(all->skipped.size() == 2);
  CHECK(all->skipped[0].message.find("cut.json") != std::string::npos);
  CHECK(all->skipped[1].message.find("package.json") != std::string::npos);

  CHECK(gb::scan_results(root, {.scale = "Sf1"})->found.size() == 2);
  CHECK(gb::scan_results(root, {.engine = "ladybug"})->found.size() == 1);
  CHECK(gb::scan_results(root, {.engine = "Ladybug"})->found.empty());
  CHECK(gb::scan_results(root, {.workload = "lsq"})->found.empty());
  CHECK(gb::scan_results(root / "missing", {})->found.empty());
}

TEST_CASE("the newest of each group stays where the first of its group stood") {
  std::vector<gb::FoundResult> found;
  const auto add = [&](const char* name, gb::ResultDocument document) {
    found.push_back({name, std::move(document)});
  };
  add("1", document_of("zu", "lsqb", "sf1", "2026-01-01T00:00:00Z"));
  add("2", document_of("ladybug", "lsqb", "sf1", "2026-01-05T00:00:00Z"));
  add("3", document_of("zu", "lsqb", "smoke", "2026-01-03T00:00:00Z"));
  add("4", document_of("zu", "lsqb", "SF1", "2026-01-01T00:00:00Z"));
  add("5", document_of("ladybug", "snb", "sf1", "2026-01-02T00:00:00Z"));

  const auto names = [](const std::vector<gb::FoundResult>& kept) {
    std::string text;
    for (const auto& result : kept) text += result.path.string();
    return text;
  };
  CHECK(names(gb::newest_results(found, gb::NewestPer::Engine)) == "32");
  CHECK(names(gb::newest_results(found, gb::NewestPer::Workload)) == "25");
  // On a tie of times the later in path order wins.
  CHECK(names(gb::newest_results(found, gb::NewestPer::Cell)) == "4235");
}

TEST_CASE("keys are equal for what may be compared and differ with every one of their parts") {
  const gb::ResultDocument base = gb::test::full_document();
  const std::string compatible = gb::compatibility_key(base);
  const std::string lineage = gb::lineage_key(base);
  CHECK(compatible.size() == 64);
  CHECK(lineage.size() == 64);

  const auto changed = [&](auto change) {
    gb::ResultDocument d = base;
    change(d);
    return std::pair(gb::compatibility_key(d) != compatible, gb::lineage_key(d) != lineage);
  };
  const auto both = std::pair(true, true);
  const auto lineage_alone = std::pair(false, true);
  const auto none = std::pair(false, false);
  CHECK(changed([](auto& d) { d.workload = "x"; }) == both);
  CHECK(changed([](auto& d) { d.gb->workload_version = "x"; }) == both);
  CHECK(changed([](auto& d) { d.condition.scale = "x"; }) == both);
  CHECK(changed([](auto& d) { d.condition.dataset_checksum = "x"; }) == both);
  CHECK(changed([](auto& d) { d.gb->sequence_sha256 = "x"; }) == both);
  CHECK(changed([](auto& d) { d.condition.latency_model = "service-time"; }) == both);
  CHECK(changed([](auto& d) { d.condition.rate = 9; }) == both);
  CHECK(changed([](auto& d) { d.condition.concurrency = {1}; }) == both);
  CHECK(changed([](auto& d) { d.condition.plane = "bolt"; }) == both);
  CHECK(changed([](auto& d) { d.condition.engine = "x"; }) == lineage_alone);
  CHECK(changed([](auto& d) { d.condition.engine_version = "x"; }) == lineage_alone);
  CHECK(changed([](auto& d) { d.gb->configuration_digest = "x"; }) == lineage_alone);
  CHECK(changed([](auto& d) { d.gb->host_fingerprint = "x"; }) == lineage_alone);
  CHECK(changed([](auto& d) { d.gb->run_id = "x"; }) == none);
  CHECK(changed([](auto& d) { d.condition.started_at = {}; }) == none);
  CHECK(changed([](auto& d) { d.gb->machine = "x"; }) == none);

  CHECK(gb::configuration_digest({{"a", "b"}}) != gb::configuration_digest({{"a", "c"}}));
  CHECK(gb::configuration_digest({{"a", "b"}}) != gb::configuration_digest({{"ab", ""}}));
}

TEST_CASE("a key is the SHA-256 of the list of its named parts") {
  gb::ResultDocument d;
  d.workload = "w";
  CHECK(gb::compatibility_key(d) ==
        gb::sha256_hex(R"([["workload","w"],["workload version",""],["scale",""],)"
                       R"(["dataset checksum",""],["parameter sequence","none"],)"
                       R"(["latency model",""],["concurrency",""],["plane",""]])"));
}

TEST_CASE("home folders leave no trace in a published document") {
  CHECK(gb::scrub_home_paths("/home/ada/db/x.zu") == "~/db/x.zu");
  CHECK(gb::scrub_home_paths("cannot open '/Users/ada.l/x' or /home/bob") ==
        "cannot open '~/x' or ~");
  CHECK(gb::scrub_home_paths("file:///home/ada/x") == "file://~/x");
  CHECK(gb::scrub_home_paths("/root/x:/root") == "~/x:~");
  CHECK(gb::scrub_home_paths("/rootfs /var/root /home/ /homes/x") ==
        "/rootfs /var/root /home/ /homes/x");
  CHECK(gb::scrub_home_paths("C:\\Users\\ada\\x") == "C:~\\x");

  gb::ResultDocument d = gb::test::full_document();
  d.condition.config["path"] = "/home/ada/store";
  d.gb->library_path = "/home/ada/lib/libsqlite3.so";
  d.gb->outcomes["q2"].detail = "no file /home/ada/q2";
  d.queries["traversal"].first_error = "/home/ada/x";
  d.verification[1].reason = "exec-error: /home/ada/x";
  gb::scrub_home_paths(d);
  CHECK(gb::encode_document(d).find("ada") == std::string::npos);
}

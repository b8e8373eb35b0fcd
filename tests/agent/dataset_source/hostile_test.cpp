#include <doctest/doctest.h>
#include <zstd.h>

#include <atomic>

#include "agent/dataset_source/partial_download.h"
#include "tests/agent/dataset_source/origin_fixture.h"

using namespace gb;
using namespace gb::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A dataset there is, and a service that may tell of it what it likes.
struct Lying {
  explicit Lying(const std::string& recipe = "grid-30x30")
      : dataset(generate_dataset(find_recipe(recipe).value(), source.path())->dataset),
        files(support::bytes_below(dataset.folder)) {
    service.offer = true_offer(dataset);
    service.fetch = [this](auto&, const auto& request, auto& writer) {
      return send_files(files, service.offer, request, writer, 1000, [](auto&) { return true; });
    };
  }

  TemporaryFolder source;
  Dataset dataset;
  std::map<std::string, std::string> files;
  LyingService service;
};

/// The recipe is generated nonetheless, and the note says why it was not taken.
void generated_instead(Asking& agent, const std::string& word) {
  const auto obtained = agent.obtain("grid-30x30");
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  CHECK(obtained->source == "generated");
  CHECK_MESSAGE(obtained->note.find(word) != std::string::npos, obtained->note);
  CHECK(agent.partial().empty());
  // Nothing but the cache itself was written.
  for (const auto& entry : fs::directory_iterator(agent.folder.path())) {
    CHECK(entry.path().filename() == "datasets");
  }
}

std::string compressed(const std::string& plain) {
  std::string bytes(ZSTD_compressBound(plain.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), plain.data(), plain.size(), 1));
  return bytes;
}

}  // namespace

TEST_CASE("no name of a file leads out of the folder, hides in it, or comes twice") {
  const Lying lying;
  const WantedDataset wanted = wanted_of(find_recipe("grid-30x30").value());
  REQUIRE(read_offer(lying.service.offer, wanted));
  const std::vector<std::string> corpus = {
      "",
      ".",
      "..",
      "/",
      "/etc/passwd",
      "../outside.csv",
      "nodes/../../outside.csv",
      "nodes/..",
      "nodes/../rels/EDGE.csv",
      "..\\outside.csv",
      "nodes\\x.csv",
      "nodes/a/b.csv",
      "nodes//x.csv",
      "nodes/",
      "nodes",
      "rels",
      "nodes/.hidden.csv",
      ".ssh",
      "other/x.csv",
      "./nodes/x.csv",
      "nodes/./x.csv",
      "NODES/x.csv",
      std::string("nodes/x.csv\0.exe", 15),
      std::string("\0", 1),
      "nodes/x\n.csv",
      "nodes/\x7f.csv",
      "manifest.json",  // a second time
      "nodes/Node.csv",
      "nodes/" + std::string(256, 'x'),
      "C:/x.csv",
      "~/x.csv",
      "proc/self/mem",
  };
  for (const std::string& path : corpus) {
    CAPTURE(path);
    v1::FindDatasetResponse offer = lying.service.offer;
    *offer.add_files() = offer.files(1);
    offer.mutable_files(offer.files_size() - 1)->set_path(path);
    const auto read = read_offer(offer, wanted);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::InvalidArgument);
    CHECK(read.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("an offer is refused for whatever else is wrong with it") {
  const Lying lying;
  WantedDataset wanted = wanted_of(find_recipe("grid-30x30").value());
  v1::FindDatasetResponse offer = lying.service.offer;
  OfferLimits limits;
  SUBCASE("another name") { offer.set_name("grid-31x31"); }
  SUBCASE("a name that is a path") { offer.set_name("../../x"); }
  SUBCASE("no checksum") { offer.set_checksum("sha256:abc"); }
  SUBCASE("a checksum with a path in it") {
    offer.set_checksum("sha256:../../" + std::string(58, 'a'));
  }
  SUBCASE("another checksum than pinned") { wanted.checksum = "sha256:" + std::string(64, 'a'); }
  SUBCASE("no files") { offer.clear_files(); }
  SUBCASE("no manifest in front") { offer.mutable_files()->SwapElements(0, 1); }
  SUBCASE("a digest that is none") { offer.mutable_files(1)->set_sha256("XYZ"); }
  SUBCASE("more files than the limit") { limits.files = 2; }
  SUBCASE("more bytes than the limit") { limits.bytes = 100; }
  SUBCASE("sizes whose sum overflows") {
    offer.mutable_files(1)->set_file_bytes(~std::uint64_t{0});
  }
  SUBCASE("a giant manifest") { limits.manifest_bytes = 10; }
  const auto read = read_offer(offer, wanted, limits);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::InvalidArgument);
  CHECK(read.error().message.find("the coordinator's offer is refused") != std::string::npos);
}

TEST_CASE("a piece that is not the next one of an announced file, or too large, is refused") {
  const TemporaryFolder folder;
  DatasetOffer offer;
  offer.name = "x";
  offer.checksum = "sha256:" + std::string(64, 'a');
  const std::string text(3'000'000, 'n');
  offer.files = {{"manifest.json", 2, sha256_hex("{}")},
                 {"nodes/N.csv", static_cast<std::int64_t>(text.size()), sha256_hex(text)}};
  offer.bytes = 2 + static_cast<std::int64_t>(text.size());
  fs::create_directory(folder / "x");
  auto download = PartialDownload::begin(folder / "x", offer);
  REQUIRE_MESSAGE(download, download.error().message);

  v1::DatasetPiece piece = plain_piece("nodes/N.csv", 0, "nn");
  SUBCASE("of another file") { piece.set_path("rels/E.csv"); }
  SUBCASE("of a path out of the folder") { piece.set_path("../outside"); }
  SUBCASE("with a gap before it") { piece.set_offset(1); }
  SUBCASE("far beyond") { piece.set_offset(~std::uint64_t{0}); }
  SUBCASE("empty, which would never end") { piece = plain_piece("nodes/N.csv", 0, ""); }
  SUBCASE("longer than it says") { piece.set_plain_bytes(1); }
  SUBCASE("shorter than it says") { piece.set_plain_bytes(3); }
  SUBCASE("larger than any piece may be") {
    piece = plain_piece("nodes/N.csv", 0, std::string(2'000'000, 'n'));
  }
  SUBCASE("beyond the end of the file") { piece = plain_piece("manifest.json", 0, "{}}"); }
  SUBCASE("in an unknown encoding") {
    piece.set_encoding(static_cast<v1::DatasetPiece::Encoding>(9));
  }
  SUBCASE("in no encoding") { piece.clear_encoding(); }
  SUBCASE("a bomb: 512 MiB of zeros in a few kilobytes") {
    piece.set_encoding(v1::DatasetPiece::ENCODING_ZSTD);
    piece.set_bytes(compressed(std::string(std::size_t{512} << 20U, '\0')));
    REQUIRE(piece.bytes().size() < 100'000);
    piece.set_plain_bytes(1000);
  }
  SUBCASE("a bomb that says its size") {
    piece.set_encoding(v1::DatasetPiece::ENCODING_ZSTD);
    piece.set_bytes(compressed(std::string(std::size_t{8} << 20U, '\0')));
    piece.set_plain_bytes(8U << 20U);
  }
  SUBCASE("a bomb of two frames, of which the first is honest") {
    piece.set_encoding(v1::DatasetPiece::ENCODING_ZSTD);
    piece.set_bytes(compressed("nn") + compressed(std::string(std::size_t{8} << 20U, '\0')));
    piece.set_plain_bytes(2);
  }
  SUBCASE("no zstd at all") { piece.set_encoding(v1::DatasetPiece::ENCODING_ZSTD); }
  const auto taken = download->take(piece);
  REQUIRE_FALSE(taken);
  CHECK(taken.error().code == ErrorCode::InvalidArgument);
  CHECK(taken.error().message.find("a piece of the download is refused") != std::string::npos);
  CHECK(download->bytes_done() == 0);
  CHECK(folder_bytes(folder.path()) == 0);
}

TEST_CASE("a bit that flips on the way is noticed") {
  Lying lying;
  std::atomic<int> flips = 0;
  const auto flip_up_to = [&](int most) {
    lying.service.fetch = [&lying, &flips, most](auto&, const auto& request, auto& writer) {
      return send_files(lying.files, lying.service.offer, request, writer, 1000, [&](auto& piece) {
        if (piece.path() == "rels/EDGE.csv" && piece.offset() == 2000 && flips < most) {
          ++flips;
          (*piece.mutable_bytes())[17] = static_cast<char>((*piece.mutable_bytes())[17] ^ 1);
        }
        return true;
      });
    };
  };
  SUBCASE("once: the file is fetched again") {
    flip_up_to(1);
    const Serving serving(lying.service);
    Asking agent(serving.port);
    const auto obtained = agent.obtain("grid-30x30");
    REQUIRE_MESSAGE(obtained, obtained.error().message);
    CHECK(obtained->source == "downloaded");
    CHECK(lying.service.requests().size() == 2);
  }
  SUBCASE("every time: it is generated, with a note") {
    flip_up_to(1000);
    const Serving serving(lying.service);
    Asking agent(serving.port);
    generated_instead(agent, "rels/EDGE.csv arrived with the SHA-256");
    CHECK(flips == 2);
  }
}

TEST_CASE("a stream that breaks is followed by one that begins where it ended") {
  Lying lying;
  std::atomic<int> pieces = 0;
  lying.service.fetch = [&](auto&, const auto& request, auto& writer) {
    int here = 0;
    return send_files(lying.files, lying.service.offer, request, writer, 1000, [&](auto&) {
      ++pieces;
      return ++here <= 5;
    });
  };
  const Serving serving(lying.service);
  Asking agent(serving.port);
  const auto obtained = agent.obtain("grid-30x30");
  REQUIRE_MESSAGE(obtained, obtained.error().message);
  CHECK(obtained->source == "downloaded");
  const auto requests = lying.service.requests();
  REQUIRE(requests.size() > 3);
  CHECK(requests[0].offsets_size() == 0);
  CHECK(requests[1].offsets_size() > 0);
  std::uint64_t whole = 0;
  for (const auto& [path, bytes] : lying.files) whole += bytes.size();
  // No piece was sent twice but the one on which each stream broke.
  CHECK(static_cast<std::uint64_t>(pieces) <= whole / 1000 + lying.files.size() + requests.size());
}

TEST_CASE("a coordinator that stops sending is given up") {
  Lying lying;
  lying.service.fetch = [](grpc::ServerContext& context, const auto&, auto&) {
    while (!context.IsCancelled()) std::this_thread::sleep_for(5ms);
    return grpc::Status::CANCELLED;
  };
  const Serving serving(lying.service);
  OriginLimits limits;
  limits.client.stall = 200ms;
  limits.patience = 400ms;
  Asking agent(serving.port, limits);
  generated_instead(agent, "nothing came from the coordinator for 200ms");
}

TEST_CASE(
    "what is whole and hashes as announced is still refused when it is not what was asked for") {
  Lying lying;
  std::string word;
  SUBCASE("files that the manifest does not name") {
    lying.files["nodes/Evil.csv"] = "id:ID,:LABEL\n";
    word = "its manifest does not name nodes/Evil.csv";
  }
  SUBCASE("a file beside the manifest") {
    lying.files["run-me.sh"] = "#!/bin/sh\n";
    word = "its manifest does not name run-me.sh";
  }
  SUBCASE("other rows, with digests to match") {
    lying.files["nodes/Node.csv"] += "900\n";
    word = "its files have the checksum";
  }
  SUBCASE("a manifest with another schema") {
    std::string& manifest = lying.files["manifest.json"];
    manifest.replace(manifest.find("\"nodeCount\": 900"), 16, "\"nodeCount\": 901");
    word = "its manifest is not the one of its recipe";
  }
  SUBCASE("a manifest that is none") {
    lying.files["manifest.json"] = "{";
    word = "manifest.json";
  }
  SUBCASE("a manifest that names files outside") {
    lying.files["manifest.json"] =
        R"({"name":"grid-30x30","schema":{"nodes":{"Node":{"files":["../../x.csv"]}}}})";
    word = "files";
  }
  v1::FindDatasetResponse offer;
  offer.set_name(lying.dataset.name);
  offer.set_checksum(lying.dataset.checksum);
  for (const auto& [path, bytes] : lying.files) {
    auto& file = *offer.add_files();
    file.set_path(path);
    file.set_file_bytes(bytes.size());
    file.set_sha256(sha256_hex(bytes));
  }
  lying.service.offer = offer;  // "manifest.json" sorts before nodes/, rels/ and run-me.sh
  const Serving serving(lying.service);
  Asking agent(serving.port);
  generated_instead(agent, word);
}

TEST_CASE("a coordinator that ends before it sent all is not believed") {
  Lying lying;
  lying.service.fetch = [](auto&, const auto&, auto&) { return grpc::Status::OK; };
  const Serving serving(lying.service);
  Asking agent(serving.port);
  generated_instead(agent, "the coordinator sent 0 of");
}

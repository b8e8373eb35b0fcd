#include <fmt/format.h>

#include <map>

#include "cli/client.h"
#include "cli/verbs.h"
#include "cli/verdict_flags.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/document/codec.h"

namespace gb {
namespace {

struct ReplayFlags {
  std::string file, results;
  bool show = false, stored = false;
};

/// Documents by their hash: where the verdict found them, else anywhere below a folder.
class DocumentsByHash {
 public:
  DocumentsByHash(std::filesystem::path folder, LabClient* client)
      : folder_(std::move(folder)), client_(client) {}

  Result<ResultDocument> find(const VerdictInput& input) {
    if (const auto bytes = read_file(input.path); bytes && sha256_hex(*bytes) == input.sha256) {
      return decode_document(*bytes, input.path);
    }
    if (client_ != nullptr) return fetch(input);
    if (!folder_.empty() && by_hash_.empty()) index();
    const auto elsewhere = by_hash_.find(input.sha256);
    if (elsewhere != by_hash_.end()) return read_result(elsewhere->second);
    return fail(
        ErrorCode::NotFound, "the verdict was made from {} with SHA-256 {}, which is not there{}",
        input.path, input.sha256,
        folder_.empty() ? "; say with --results below which folder it may be, or --stored" : "");
  }

 private:
  Result<ResultDocument> fetch(const VerdictInput& input) {
    const auto result = client_->result(input.run_id);
    if (!result) return tl::unexpected(result.error());
    if (sha256_hex(result->document()) != input.sha256) {
      return fail(ErrorCode::DataLoss, "the stored result of run {} is not what the verdict read",
                  input.run_id);
    }
    return decode_document(result->document(), "result of run " + input.run_id);
  }

  void index() {
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator at(folder_, error), end; !error && at != end;
         at.increment(error)) {
      if (at->path().extension() != ".json") continue;
      if (const auto bytes = read_file(at->path())) {
        by_hash_.emplace(sha256_hex(*bytes), at->path());
      }
    }
  }

  std::filesystem::path folder_;
  LabClient* client_;  // null: files
  std::map<std::string, std::filesystem::path> by_hash_;
};

/// The first line in which two texts differ, as a remark.
std::string first_difference(std::string_view was, std::string_view now) {
  std::size_t line = 1;
  while (!was.empty() || !now.empty()) {
    const std::string_view a = was.substr(0, was.find('\n'));
    const std::string_view b = now.substr(0, now.find('\n'));
    if (a != b) return fmt::format("line {}: was {}, now {}", line, one_line(a), one_line(b));
    was.remove_prefix(std::min(a.size() + 1, was.size()));
    now.remove_prefix(std::min(b.size() + 1, now.size()));
    ++line;
  }
  return "nowhere";
}

Result<ExitCode> replay(const ReplayFlags& flags, const Context& context) {
  const auto bytes = read_file(flags.file);
  if (!bytes) return tl::unexpected(Error{ErrorCode::InvalidArgument, bytes.error().message});
  auto question = decode_verdict(*bytes, flags.file);
  if (!question) return tl::unexpected(question.error());
  VerdictDocuments documents;
  std::optional<LabClient> client;
  if (flags.stored) {
    auto dialled = LabClient::dial(context.coordinator);
    if (!dialled) return tl::unexpected(dialled.error());
    client = std::move(*dialled);
  }
  DocumentsByHash store(flags.results, client ? &*client : nullptr);
  for (const VerdictInput& input : question->inputs) {
    auto document = store.find(input);
    if (!document) return tl::unexpected(document.error());
    documents[input.side].push_back(std::move(*document));
  }
  const auto answered = answer(*question, documents);
  if (!answered) return tl::unexpected(answered.error());
  const std::string again = encode_verdict(*question, *answered);
  if (flags.show) {
    PageOptions options;
    options.all_rows = true;
    const auto label = question->settings.find("engine");
    if (label != question->settings.end()) options.label = label->second;
    const VerdictPage page = verdict_page(*question, *answered, options);
    print(page_text(page, 100));
    for (const std::string& failure : page.failures) print("  " + failure + "\n");
  }
  const bool same = again == *bytes;
  if (context.chosen_format() == "json") {
    print(fmt::format("{{\n  \"documents\": {},\n  \"outcome\": \"{}\",\n  \"same\": {}\n}}\n",
                      question->inputs.size(), name_of(outcome_of(*answered)), same));
  } else if (same) {
    print(fmt::format("replayed from {} documents: {}, byte for byte as it was decided\n",
                      question->inputs.size(), name_of(outcome_of(*answered))));
  }
  if (same) return ExitCode::Done;
  note(fmt::format("{}: the same documents give another answer now: {}", flags.file,
                   first_difference(*bytes, again)));
  return ExitCode::Violation;
}

}  // namespace

void add_verdict(CLI::App& app, Context& context) {
  CLI::App* group = context.group(app, "verdict", "Verdicts that were kept with --out");
  CLI::App* verb = context.verb(*group, "replay", "Decide a kept verdict again and compare",
                                "gb verdict replay verdict.json --results results");
  const auto flags = std::make_shared<ReplayFlags>();
  verb->add_option("file", flags->file, "A verdict document")->required();
  verb->add_option("--results", flags->results,
                   "Folder in which to look for documents that have moved");
  verb->add_flag("--stored", flags->stored, "Take its documents from the coordinator");
  verb->add_flag("--show", flags->show, "Print the verdict too");
  context.runs(verb, [flags, &context] { return replay(*flags, context); });
}

}  // namespace gb

#include "coordinator/verdicts/store_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/document/codec.h"
#include "core/report/verdict_page.h"
#include "core/rules/verdict.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// What a verb can be asked: which sides, and which settings.
struct VerdictShape {
  std::string_view verb;
  std::vector<std::string_view> needed, possible, settings;
};

const std::vector<VerdictShape>& shapes() {
  static const std::vector<VerdictShape> all{
      {"noise", {"runs"}, {}, {"metric", "tau", "rounds"}},
      {"ab",
       {"before", "after"},
       {},
       {"metric", "tau", "alpha", "rounds", "looks", "allow_mismatch"}},
      {"gate",
       {"candidate"},
       {"history", "paired-before", "paired-after", "rival"},
       {"tau", "alpha", "drift_factor", "read_speedup", "commit_syncs", "baseline",
        "allow_mismatch"}},
      {"history", {"runs"}, {}, {"metric"}},
  };
  return all;
}

bool among(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Result<const VerdictShape*> shape_of(std::string_view verb, const v1::VerdictRequest& request) {
  const auto found = std::find_if(shapes().begin(), shapes().end(),
                                  [&](const VerdictShape& one) { return one.verb == verb; });
  if (found == shapes().end()) {
    return fail(ErrorCode::InvalidArgument, "there is no verdict called {}", verb.substr(0, 80));
  }
  for (const auto& [name, selection] : request.sides()) {
    if (!among(found->needed, name) && !among(found->possible, name)) {
      return fail(ErrorCode::InvalidArgument, "{} has no side \"{}\"; it has {} {}", verb,
                  name.substr(0, 80), fmt::join(found->needed, ", "),
                  fmt::join(found->possible, ", "));
    }
  }
  for (const std::string_view name : found->needed) {
    if (!request.sides().contains(std::string(name))) {
      return fail(ErrorCode::InvalidArgument, "{} needs the side {}", verb, name);
    }
  }
  for (const auto& [name, value] : request.settings()) {
    if (!among(found->settings, name)) {
      return fail(ErrorCode::InvalidArgument, "{} has no setting \"{}\"; it has {}", verb,
                  name.substr(0, 80), fmt::join(found->settings, ", "));
    }
  }
  return &*found;
}

bool of_build(const ResultDocument& document, const std::string& build) {
  constexpr std::size_t kShortestDigest = 6;
  if (build.empty() || document.condition.engine_version == build) return true;
  return build.size() >= kShortestDigest && document.gb &&
         document.gb->library_sha256.starts_with(build);
}

/// Adds a side's documents, oldest first, until `last` are there or the store has no more.
Result<void> add_side(Lab& lab, const std::string& side, const v1::ResultSelection& selection,
                      VerdictQuestion& question, VerdictDocuments& documents) {
  if (selection.last() > kMostVerdictDocuments) {
    return fail(ErrorCode::InvalidArgument,
                "the last {} results are too many for one verdict; the "
                "limit is {}",
                selection.last(), kMostVerdictDocuments);
  }
  const std::size_t most = selection.last() == 0 ? kUsualVerdictDocuments : selection.last();
  v1::ListResultsRequest page;
  page.set_matrix_id(selection.matrix_id());
  page.set_engine(selection.engine());
  page.set_workload(selection.workload());
  page.set_scale(selection.scale());
  page.set_machine(selection.machine());
  page.set_page_size(static_cast<std::uint32_t>(most));
  std::vector<VerdictInput> inputs;
  std::vector<ResultDocument> found;
  // Results of other builds are read too, to tell; not for ever.
  std::size_t read = 0;
  for (bool more = true; more && found.size() < most && read < kMostVerdictDocuments;) {
    const auto rows = lab.list_results(page);
    if (!rows) return tl::unexpected(rows.error());
    for (const v1::ResultView& row : rows->results()) {
      if (found.size() == most || ++read > kMostVerdictDocuments) break;
      const auto result = lab.result(row.run_id());
      if (!result) return tl::unexpected(result.error());
      auto document = decode_document(result->document(), "result of run " + row.run_id());
      if (!document) return tl::unexpected(document.error());
      if (!of_build(*document, selection.build())) continue;
      inputs.push_back({side, row.run_id(), row.document_sha256(), row.run_id()});
      found.push_back(std::move(*document));
    }
    page.set_page_token(rows->next_page_token());
    more = !rows->next_page_token().empty();
  }
  // The store lists the newest first, a verdict reads in order of time.
  std::reverse(inputs.begin(), inputs.end());
  std::reverse(found.begin(), found.end());
  question.inputs.insert(question.inputs.end(), inputs.begin(), inputs.end());
  documents[side] = std::move(found);
  return {};
}

v1::VerdictView::Outcome to_wire(VerdictOutcome outcome) {
  switch (outcome) {
    case VerdictOutcome::Pass:
      return v1::VerdictView::OUTCOME_PASS;
    case VerdictOutcome::Violation:
      return v1::VerdictView::OUTCOME_VIOLATION;
    case VerdictOutcome::Verification:
      return v1::VerdictView::OUTCOME_VERIFICATION_FAILED;
    case VerdictOutcome::Indeterminate:
      break;
  }
  return v1::VerdictView::OUTCOME_INDETERMINATE;
}

/// The answer as text, in every form a person may want.
void show(const VerdictQuestion& question, const VerdictAnswer& answered, v1::VerdictView& view) {
  constexpr std::size_t kWidth = 100;
  PageOptions options;
  options.label = question.settings.at("engine");
  const VerdictPage page = verdict_page(question, answered, options);
  view.set_table(page_text(page, kWidth));
  view.set_markdown(page_markdown(page, outcome_of(answered), question.verb + " " + options.label));
  view.set_junit(junit_xml(question, answered, false));
  for (const std::string& failure : page.failures) view.add_failures(failure);
}

}  // namespace

Result<v1::VerdictView> store_verdict(Lab& lab, std::string_view verb,
                                      const v1::VerdictRequest& request) {
  const auto shape = shape_of(verb, request);
  if (!shape) return tl::unexpected(shape.error());
  VerdictQuestion question;
  question.verb = std::string(verb);
  question.rules = RuleSet::Lab;
  question.budgets = request.budgets();
  for (const auto& [name, value] : request.settings()) question.settings[name] = value;

  VerdictDocuments documents;
  std::vector<std::string_view> sides = (*shape)->needed;
  sides.insert(sides.end(), (*shape)->possible.begin(), (*shape)->possible.end());
  for (const std::string_view side : sides) {
    const std::string name(side);
    auto selection = request.sides().find(name);
    // What is gated is held against its own past unless told otherwise.
    if (selection == request.sides().end() && name == "history") {
      selection = request.sides().find("candidate");
    }
    if (selection == request.sides().end()) continue;
    if (auto added = add_side(lab, name, selection->second, question, documents); !added) {
      return tl::unexpected(added.error());
    }
  }
  const std::string first((*shape)->needed.front());
  const auto& engine = request.sides().at(first).engine();
  if (engine.empty()) {
    return fail(ErrorCode::InvalidArgument, "{} is about one engine: name it in the side {}", verb,
                first);
  }
  question.settings["engine"] = engine;
  if (documents[first].empty()) {
    return fail(ErrorCode::NotFound, "no stored result of {} matches the side {}", engine, first);
  }
  const auto answered = answer(question, documents);
  if (!answered) return tl::unexpected(answered.error());
  v1::VerdictView view;
  view.set_outcome(to_wire(outcome_of(*answered)));
  view.set_document(encode_verdict(question, *answered));
  show(question, *answered, view);
  return view;
}

}  // namespace gb

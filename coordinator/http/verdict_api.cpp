#include "coordinator/http/verdict_api.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>

#include "coordinator/http/problem.h"
#include "coordinator/verdicts/store_verdicts.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// The parameters of a request; each is taken once, and what is left are settings.
class Parameters {
 public:
  explicit Parameters(const httplib::Request& request) {
    for (const auto& [name, value] : request.params) values_[name] = value;
  }

  std::string take(const std::string& name) {
    const auto found = values_.find(name);
    if (found == values_.end()) return "";
    std::string value = found->second;
    values_.erase(found);
    return value;
  }

  const std::map<std::string, std::string>& left() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
};

Result<v1::ResultSelection> common_selection(Parameters& parameters) {
  v1::ResultSelection selection;
  selection.set_engine(parameters.take("engine"));
  selection.set_workload(parameters.take("workload"));
  selection.set_scale(parameters.take("scale"));
  selection.set_machine(parameters.take("machine"));
  selection.set_matrix_id(parameters.take("matrix_id"));
  selection.set_build(parameters.take("build"));
  const std::string last = parameters.take("last");
  if (last.empty()) return selection;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), number);
  if (error != std::errc() || end != last.data() + last.size() || number == 0) {
    return fail(ErrorCode::InvalidArgument, "last is \"{}\"; give 1 to {}", last.substr(0, 80),
                kMostVerdictDocuments);
  }
  selection.set_last(number);
  return selection;
}

/// `base`, of another build or matrix where the parameters name one.
v1::ResultSelection side_of(const v1::ResultSelection& base, Parameters& parameters,
                            const std::string& side) {
  v1::ResultSelection selection = base;
  if (const std::string build = parameters.take(side + "_build"); !build.empty()) {
    selection.set_build(build);
  }
  if (const std::string matrix = parameters.take(side + "_matrix_id"); !matrix.empty()) {
    selection.set_matrix_id(matrix);
  }
  return selection;
}

Result<v1::VerdictRequest> question(std::string_view verb, const httplib::Request& request) {
  Parameters parameters(request);
  const auto base = common_selection(parameters);
  if (!base) return tl::unexpected(base.error());
  v1::VerdictRequest question;
  auto& sides = *question.mutable_sides();
  if (verb == "ab") {
    sides["before"] = side_of(*base, parameters, "before");
    sides["after"] = side_of(*base, parameters, "after");
  } else if (verb == "gate") {
    sides["candidate"] = *base;
    // The history is of any build.
    sides["history"] = *base;
    sides["history"].clear_build();
    sides["history"].clear_matrix_id();
    if (const std::string rival = parameters.take("rival"); !rival.empty()) {
      sides["rival"] = *base;
      sides["rival"].clear_build();
      sides["rival"].clear_matrix_id();
      sides["rival"].set_engine(rival);
    }
    const auto before = side_of(*base, parameters, "paired_before");
    const auto after = side_of(*base, parameters, "paired_after");
    if (before.build() != after.build() || before.matrix_id() != after.matrix_id()) {
      sides["paired-before"] = before;
      sides["paired-after"] = after;
    }
  } else {
    sides["runs"] = *base;
  }
  for (const auto& [name, value] : parameters.left()) {
    (*question.mutable_settings())[name] = value;
  }
  return question;
}

}  // namespace

bool answer_verdict(Lab& lab, std::string_view verb, const httplib::Request& request,
                    httplib::Response& response) {
  constexpr std::array<std::string_view, 4> kVerbs{"noise", "ab", "gate", "history"};
  if (std::find(kVerbs.begin(), kVerbs.end(), verb) == kVerbs.end()) return false;
  const auto asked = question(verb, request);
  if (!asked) {
    answer_problem(response, asked.error());
    return true;
  }
  const auto view = store_verdict(lab, verb, *asked);
  if (!view) {
    answer_problem(response, view.error());
  } else {
    response.set_content(view->document(), "application/json");
  }
  return true;
}

}  // namespace gb

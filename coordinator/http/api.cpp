#include "coordinator/http/api.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string>
#include <utility>

#include "coordinator/http/problem.h"
#include "coordinator/http/verdict_api.h"
#include "core/base/id.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

constexpr std::uint32_t kLargestPage = 500;

template <class Message>
void answer_message(httplib::Response& response, const Result<Message>& message) {
  if (!message) return answer_problem(response, message.error());
  google::protobuf::util::JsonPrintOptions options;
  // Zeros and empty lists too: a reader in a browser should not need the schema to know a field.
  options.always_print_primitive_fields = true;
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(*message, &json, options);
  if (!status.ok()) return answer_problem(response, 500, status.ToString());
  json += '\n';
  response.set_content(json, "application/json");
}

/// Refuses a parameter that nobody reads, so that a misspelt filter does not look like an answer.
Result<void> only_these(const httplib::Request& request,
                        std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : request.params) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string names;
    for (const std::string_view one : known) {
      if (!names.empty()) names += ", ";
      names += one;
    }
    return fail(ErrorCode::InvalidArgument, "no parameter \"{}\" here; there is: {}",
                name.substr(0, 80), names.empty() ? "none" : names);
  }
  return {};
}

std::string parameter(const httplib::Request& request, const char* name) {
  return request.get_param_value(name);
}

Result<std::uint32_t> page_size(const httplib::Request& request) {
  const std::string text = parameter(request, "page_size");
  if (text.empty()) return 0;
  std::uint32_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size > kLargestPage) {
    return fail(ErrorCode::InvalidArgument, "page_size is \"{}\"; give 1 to {}", text.substr(0, 80),
                kLargestPage);
  }
  return size;
}

Result<bool> flag(const httplib::Request& request, const char* name) {
  const std::string text = parameter(request, name);
  if (text.empty() || text == "false" || text == "0") return false;
  if (text == "true" || text == "1") return true;
  return fail(ErrorCode::InvalidArgument, "{} is \"{}\"; give true or false", name,
              text.substr(0, 80));
}

Result<v1::ListMatricesResponse> list_matrices(Lab& lab, const httplib::Request& request) {
  if (auto fine = only_these(request, {"page_size", "page_token"}); !fine) {
    return tl::unexpected(fine.error());
  }
  const auto size = page_size(request);
  if (!size) return tl::unexpected(size.error());
  v1::ListMatricesRequest question;
  question.set_page_size(*size);
  question.set_page_token(parameter(request, "page_token"));
  return lab.list_matrices(question);
}

Result<v1::ListResultsResponse> list_results(Lab& lab, const httplib::Request& request) {
  if (auto fine = only_these(request, {"matrix_id", "engine", "workload", "scale", "machine",
                                       "include_superseded", "page_size", "page_token"});
      !fine) {
    return tl::unexpected(fine.error());
  }
  const auto size = page_size(request);
  if (!size) return tl::unexpected(size.error());
  const auto superseded = flag(request, "include_superseded");
  if (!superseded) return tl::unexpected(superseded.error());
  v1::ListResultsRequest question;
  question.set_matrix_id(parameter(request, "matrix_id"));
  question.set_engine(parameter(request, "engine"));
  question.set_workload(parameter(request, "workload"));
  question.set_scale(parameter(request, "scale"));
  question.set_machine(parameter(request, "machine"));
  question.set_include_superseded(*superseded);
  question.set_page_size(*size);
  question.set_page_token(parameter(request, "page_token"));
  return lab.list_results(question);
}

template <class Answer>
void with_id(const httplib::Request& request, httplib::Response& response, std::string_view text,
             Answer answer) {
  if (auto fine = only_these(request, {}); !fine) return answer_problem(response, fine.error());
  if (!is_identifier(text)) {
    return answer_problem(
        response, 400,
        fmt::format("\"{}\" is no id: 1 to 64 of a-z 0-9 . _ - are allowed", text.substr(0, 80)));
  }
  answer(std::string(text));
}

void answer_document(Lab& lab, const httplib::Request& request, httplib::Response& response,
                     const std::string& run) {
  const auto result = lab.result(run);
  if (!result) return answer_problem(response, result.error());
  answer_tagged(request, response, result->result().document_sha256(), result->document(),
                "application/json");
}

}  // namespace

void answer_tagged(const httplib::Request& request, httplib::Response& response,
                   std::string_view tag, std::string_view bytes, const char* content_type) {
  const std::string quoted = fmt::format("\"{}\"", tag);
  response.set_header("ETag", quoted);
  const std::string theirs = request.get_header_value("If-None-Match");
  if (theirs == "*" || theirs.find(quoted) != std::string::npos) {
    response.status = 304;
    return;
  }
  response.set_content(bytes.data(), bytes.size(), content_type);
}

bool answer_api(Lab& lab, std::string_view rest, const httplib::Request& request,
                httplib::Response& response) {
  constexpr std::string_view kMatrix = "matrices/", kResult = "results/", kVerdict = "verdicts/";
  if (rest == "agents") {
    const auto fine = only_these(request, {});
    fine ? answer_message(response, lab.list_agents()) : answer_problem(response, fine.error());
  } else if (rest == "matrices") {
    answer_message(response, list_matrices(lab, request));
  } else if (rest == "results") {
    answer_message(response, list_results(lab, request));
  } else if (rest.starts_with(kMatrix)) {
    with_id(request, response, rest.substr(kMatrix.size()),
            [&](const std::string& id) { answer_message(response, lab.matrix(id)); });
  } else if (rest.starts_with(kResult)) {
    with_id(request, response, rest.substr(kResult.size()),
            [&](const std::string& id) { answer_document(lab, request, response, id); });
  } else if (rest.starts_with(kVerdict)) {
    return answer_verdict(lab, rest.substr(kVerdict.size()), request, response);
  } else {
    return false;
  }
  return true;
}

}  // namespace gb

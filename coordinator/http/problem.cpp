#include "coordinator/http/problem.h"

#include <nlohmann/json.hpp>

namespace gb {
namespace {

std::string_view title_of(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 416:
      return "Range Not Satisfiable";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return status < 500 ? "Bad Request" : "Internal Server Error";
  }
}

}  // namespace

int http_status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return 400;
    case ErrorCode::Unauthenticated:
      return 401;
    case ErrorCode::PermissionDenied:
      return 403;
    case ErrorCode::NotFound:
      return 404;
    case ErrorCode::AlreadyExists:
    case ErrorCode::FailedPrecondition:
      return 409;
    case ErrorCode::ResourceExhausted:
      return 429;
    case ErrorCode::Unsupported:
      return 501;
    case ErrorCode::Unavailable:
    case ErrorCode::Cancelled:
      return 503;
    case ErrorCode::DeadlineExceeded:
      return 504;
    case ErrorCode::DataLoss:
    case ErrorCode::Internal:
      return 500;
  }
  return 500;
}

void answer_problem(httplib::Response& response, int status, std::string_view detail) {
  const nlohmann::json problem = {
      {"type", "about:blank"}, {"title", title_of(status)}, {"status", status}, {"detail", detail}};
  response.status = status;
  // A detail may quote what a client sent, which need not be UTF-8.
  response.set_content(
      problem.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
      "application/problem+json");
}

void answer_problem(httplib::Response& response, const Error& error) {
  answer_problem(response, http_status_of(error.code), error.message);
}

}  // namespace gb

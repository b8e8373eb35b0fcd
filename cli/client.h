#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/context.h"
#include "core/base/error.h"
#include "graphbench/v1/control_service.pb.h"
#include "graphbench/v1/verdict_service.pb.h"

namespace grpc {
class Channel;
}

namespace gb {

/// A person's or CI job's conversation with a coordinator. Every call has a deadline; errors carry
/// the coordinator's words.
class LabClient {
 public:
  /// Dials `address`. Unavailable, with what to do, when nobody answers within a few seconds.
  static Result<LabClient> dial(const std::string& address);
  /// Over a channel that is there already: the embedded lab.
  explicit LabClient(std::shared_ptr<grpc::Channel> channel);
  ~LabClient();
  LabClient(LabClient&&) noexcept;
  LabClient& operator=(LabClient&&) noexcept;

  Result<graphbench::v1::SubmitMatrixResponse> submit(const graphbench::v1::MatrixSpec& spec);
  Result<graphbench::v1::MatrixView> matrix(const std::string& matrix_id);
  Result<graphbench::v1::MatrixView> cancel(const std::string& matrix_id);
  Result<graphbench::v1::ListMatricesResponse> list_matrices(
      const graphbench::v1::ListMatricesRequest& request);
  Result<graphbench::v1::ListAgentsResponse> list_agents();
  Result<graphbench::v1::ListResultsResponse> list_results(
      const graphbench::v1::ListResultsRequest& request);
  Result<graphbench::v1::GetResultResponse> result(const std::string& run_id);

  /// Every result of a matrix that counts, documents included, in the order of its cells' ends.
  Result<std::vector<graphbench::v1::GetResultResponse>> results_of(const std::string& matrix_id);

  /// A verdict over what the coordinator has stored. verb: "noise", "ab", "gate", "history".
  Result<graphbench::v1::VerdictView> verdict(std::string_view verb,
                                              const graphbench::v1::VerdictRequest& request);

  /// Calls `seen` with each snapshot until the matrix has ended; returns the last one. Survives a
  /// restart of the coordinator: it reconnects for up to a minute. Stops (Cancelled) when
  /// `give_up`, asked often and from another thread while this waits, says so.
  Result<graphbench::v1::MatrixView> watch(
      const std::string& matrix_id,
      const std::function<void(const graphbench::v1::MatrixView&)>& seen,
      const std::function<bool()>& give_up = interrupted);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace gb

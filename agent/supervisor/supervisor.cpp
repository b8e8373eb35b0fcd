#include "agent/supervisor/supervisor.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "agent/pipe/pipe.h"
#include "agent/platform/process_tree.h"
#include "agent/supervisor/run_folder.h"
#include "agent/supervisor/watch.h"
#include "core/base/file.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// A request that names no deadline gets this one: nothing runs for ever.
constexpr Nanos kDeadlineUnlessSaid = std::chrono::hours(1);

struct Job {
  v1::RunRequest request;
  std::function<void(const v1::RunnerEvent&)> event;
  std::function<void(const RunOutcome&)> ended;
};

/// As JSON: a person repeats the run by hand from the same file.
Result<void> write_request(const std::filesystem::path& path, const v1::RunRequest& request) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(request, &text, options);
  if (!status.ok()) {
    return fail(ErrorCode::InvalidArgument, "write the run request: {}", status.ToString());
  }
  return write_file_durably(path, text);
}

Nanos deadline_of(const v1::RunRequest& request) {
  const std::uint64_t asked = request.settings().run_deadline_nanos();
  // Beyond a century the sum with the clock would overflow.
  constexpr std::uint64_t kLongest = 100ULL * 365 * 24 * 3600 * 1'000'000'000ULL / 2;
  return asked == 0 ? kDeadlineUnlessSaid
                    : Nanos(static_cast<std::int64_t>(std::min(asked, kLongest)));
}

}  // namespace

/// One thread lives as long as the supervisor and is the parent of every child: the kernel kills a
/// child with the thread that forked it (PR_SET_PDEATHSIG), not with the process.
struct Supervisor::Inside {
  explicit Inside(SupervisorConfig given) : config(std::move(given)) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
      wake_read = Descriptor(ends[0]);
      wake_write = Descriptor(ends[1]);
    }
    adopt_orphans();
    sweep_runs(config.runs_folder);
    thread = std::thread([this] { serve(); });
  }

  void serve() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return job.has_value() || closing; });
      if (!job) return;
      Job current = std::move(*job);
      job.reset();
      lock.unlock();
      run(current);
      lock.lock();
    }
  }

  void run(const Job& current) {
    auto begun = begin(current.request);
    if (!begun) return answer(tl::unexpected(begun.error()));
    answer({});
    const auto& request = current.request;
    const WatchLimits limits{.deadline = deadline_of(request), .grace = config.terminate_grace};
    const WatchOrders orders{.wake = wake_read.get(), .cancel_reason = [this] { return heed(); }};
    const RunOutcome outcome = outcome_of(watch_run(
        std::move(begun->child), mark_of(request.run_id()), limits, orders, current.event));
    begun->folder.remove();
    finish();
    current.ended(outcome);
  }

  struct Begun {
    RunFolder folder;
    Spawned child;
  };

  /// On an error nothing is left behind.
  Result<Begun> begin(v1::RunRequest request) const {
    auto folder = RunFolder::create(config.runs_folder, request.run_id());
    if (!folder) return tl::unexpected(folder.error());
    request.set_protocol(kPipeProtocol);
    request.set_run_folder(folder->path().string());
    const auto request_path = folder->path() / "request.json";
    if (auto written = write_request(request_path, request); !written) {
      return tl::unexpected(written.error());
    }
    std::error_code ignored;
    auto child = spawn({std::filesystem::absolute(config.runner, ignored).string(), "--request",
                        request_path.string(), "--events-fd", std::to_string(kChildEvents)},
                       mark_of(request.run_id()), folder->path());
    if (!child) {
      return fail(child.error().code,
                  "{}; gb-runner belongs beside gb-agent: build or install it, or say where it is",
                  child.error().message);
    }
    return Begun{std::move(*folder), std::move(*child)};
  }

  /// Empties the wake pipe and says why the run shall end, if it shall.
  std::string heed() {
    std::array<char, 64> thrown_away;
    while (read(wake_read.get(), thrown_away.data(), thrown_away.size()) > 0) {
    }
    const std::lock_guard lock(mutex);
    return cancel_reason;
  }

  void wake() const {
    const char byte = 0;
    [[maybe_unused]] const ssize_t told = write(wake_write.get(), &byte, 1);
  }

  void answer(Result<void> result) {
    const std::lock_guard lock(mutex);
    alive = result.has_value();
    spawned = std::move(result);
    changed.notify_all();
  }

  void finish() {
    heed();  // a wake that came too late must not disturb the next run
    const std::lock_guard lock(mutex);
    alive = false;
    cancel_reason.clear();
  }

  SupervisorConfig config;
  Descriptor wake_read, wake_write;
  mutable std::mutex mutex;  // guards all below
  std::condition_variable changed;
  std::optional<Job> job;
  std::optional<Result<void>> spawned;
  std::string cancel_reason;
  bool alive = false;
  bool closing = false;
  std::thread thread;
};

Supervisor::Supervisor(SupervisorConfig config)
    : inside_(std::make_unique<Inside>(std::move(config))) {}

Supervisor::~Supervisor() {
  cancel("the agent stops");
  {
    const std::lock_guard lock(inside_->mutex);
    inside_->closing = true;
  }
  inside_->changed.notify_all();
  inside_->thread.join();
}

Result<void> Supervisor::start(const v1::RunRequest& request,
                               std::function<void(const v1::RunnerEvent&)> event,
                               std::function<void(const RunOutcome&)> ended) {
  if (std::this_thread::get_id() == inside_->thread.get_id()) {
    return fail(ErrorCode::FailedPrecondition,
                "a run cannot be started from within a callback of the run before");
  }
  std::unique_lock lock(inside_->mutex);
  if (inside_->alive) {
    return fail(ErrorCode::FailedPrecondition, "a run is alive: one at a time");
  }
  inside_->alive = true;  // also while it is being spawned
  inside_->cancel_reason.clear();
  inside_->spawned.reset();
  inside_->job = Job{request, std::move(event), std::move(ended)};
  inside_->changed.notify_all();
  inside_->changed.wait(lock, [this] { return inside_->spawned.has_value(); });
  return *std::exchange(inside_->spawned, std::nullopt);
}

void Supervisor::cancel(const std::string& reason) {
  {
    const std::lock_guard lock(inside_->mutex);
    if (!inside_->alive || !inside_->cancel_reason.empty()) return;
    inside_->cancel_reason = reason.empty() ? "cancelled" : reason;
  }
  inside_->wake();
}

bool Supervisor::running() const {
  const std::lock_guard lock(inside_->mutex);
  return inside_->alive;
}

}  // namespace gb

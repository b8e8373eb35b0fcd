#include "workloads/dataset/table_output.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace gb {
namespace {

/// Puts each piece on a thread of its own while the next one is being formatted.
class OverlappedPut {
 public:
  explicit OverlappedPut(const TableOutput::Put& put) : put_(put), thread_([this] { work(); }) {}
  ~OverlappedPut() { finish(); }
  OverlappedPut(const OverlappedPut&) = delete;
  OverlappedPut& operator=(const OverlappedPut&) = delete;

  /// Waits for the piece before; its error, if it had one.
  Result<void> give(std::string_view bytes, std::int64_t rows) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !full_; });
    if (!status_) return status_;
    bytes_.assign(bytes);
    rows_ = rows;
    full_ = true;
    changed_.notify_all();
    return {};
  }

  Result<void> finish() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    return status_;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return full_ || ended_; });
      if (!full_) return;
      lock.unlock();
      Result<void> put = put_(bytes_, rows_);  // give() leaves them alone while full_
      lock.lock();
      full_ = false;
      if (!put && status_) status_ = std::move(put);
      changed_.notify_all();
    }
  }

  const TableOutput::Put& put_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_, bytes_ and rows_ by full_:
  bool full_ = false;
  bool ended_ = false;
  Result<void> status_;
  std::string bytes_;
  std::int64_t rows_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace

Result<void> TableOutput::header(std::string_view line) {
  return put_(std::string(line) + "\n", 0);
}

Result<void> TableOutput::sequential(const std::function<void(CsvWriter&)>& rows) {
  const auto run = [&](const Put& put) {
    const CsvWriter* rows_of = nullptr;
    std::int64_t given = 0;
    CsvWriter csv([&](std::string_view bytes) {
      // The record that filled the buffer is counted already.
      const std::int64_t count = rows_of->row_count() - std::exchange(given, rows_of->row_count());
      return put(bytes, count);
    });
    rows_of = &csv;
    rows(csv);
    return csv.finish();
  };
  if (threads_ == 1) return run(put_);
  OverlappedPut overlapped(put_);
  const auto formatted = run(
      [&](std::string_view bytes, std::int64_t count) { return overlapped.give(bytes, count); });
  const auto put = overlapped.finish();
  return formatted ? put : formatted;
}

}  // namespace gb

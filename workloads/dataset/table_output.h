#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/data/csv_writer.h"
#include "workloads/dataset/block_pipeline.h"

namespace gb {

/// Takes the rows of one table, as bytes in order, from one thread or from many.
class TableOutput {
 public:
  /// Gets every byte once, in order, with the number of rows they hold; one call at a time, from
  /// any thread.
  using Put = std::function<Result<void>(std::string_view bytes, std::int64_t rows)>;

  TableOutput(unsigned threads, Put put) : threads_(threads), put_(std::move(put)) {}

  unsigned threads() const { return threads_; }

  Result<void> header(std::string_view line);

  /// rows(csv) formats them all on this thread; with more than one, another puts them meanwhile.
  Result<void> sequential(const std::function<void(CsvWriter&)>& rows);

  /// take(item) hands out one item after the other, false after the last; format(item, block) makes
  /// rows of it, on any thread.
  template <class Item, class Take, class Format>
  Result<void> pipelined(const Take& take, const Format& format) {
    return run_pipeline<Item>(threads_, take, format, [&](const RowBlock& block) {
      return put_(block.bytes(), block.rows);
    });
  }

  /// format(first, last, block) makes the rows of [first, last), `step` indexes of [0, count) at a
  /// time.
  template <class Format>
  Result<void> ranges(std::int64_t count, std::int64_t step, const Format& format) {
    std::int64_t next = 0;
    return pipelined<std::int64_t>(
        [&](std::int64_t& first) {
          first = next;
          next = count - next > step ? next + step : count;
          return first < count;
        },
        [&](std::int64_t first, RowBlock& block) {
          format(first, count - first > step ? first + step : count, block);
        });
  }

 private:
  unsigned threads_;
  Put put_;
};

}  // namespace gb

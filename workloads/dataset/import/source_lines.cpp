#include "workloads/dataset/import/source_lines.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "workloads/dataset/import/source_bytes.h"

namespace gb {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_ascii(std::string_view text) {
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    seen |= word;
  }
  for (; i < text.size(); ++i) seen |= static_cast<unsigned char>(text[i]);
  return (seen & 0x8080808080808080U) == 0;
}

/// Length of the well-formed sequence at the start, 0 when there is none (Unicode table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

bool is_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

struct SourceLines::State {
  SourceBytes bytes;
  ImportReport& report;
  std::string buffer{};
  std::size_t at = 0;
  bool at_end = false;
  bool told_of_carriage_returns = false;
};

SourceLines::SourceLines(std::unique_ptr<State> state) : state_(std::move(state)) {}
SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&& other) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&& other) noexcept = default;

Result<SourceLines> SourceLines::open(ImportSource& source, ImportReport& report,
                                      std::string_view relative) {
  auto bytes = SourceBytes::open(source, relative);
  if (!bytes) return tl::unexpected(bytes.error());
  return SourceLines(std::make_unique<State>(State{std::move(*bytes), report}));
}

const std::string& SourceLines::file() const { return state_->bytes.file(); }

std::string SourceLines::where() const { return fmt::format("{}:{}", file(), number_); }

Result<bool> SourceLines::next() {
  State& state = *state_;
  std::size_t searched = state.at;
  for (;;) {
    const char* const data = state.buffer.data();
    const std::size_t size = state.buffer.size();
    const void* found =
        searched < size ? std::memchr(data + searched, '\n', size - searched) : nullptr;
    if (found != nullptr) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - data);
      line_ = {data + state.at, end - state.at};
      state.at = end + 1;
      ended_ = true;
      break;
    }
    if (state.at_end) {
      if (state.at == size) return false;
      line_ = {data + state.at, size - state.at};
      state.at = size;
      ended_ = false;
      break;
    }
    searched = size - state.at;
    state.buffer.erase(0, std::exchange(state.at, 0));
    if (state.buffer.size() > kMaxBytes) {
      return fail(ErrorCode::ResourceExhausted,
                  "{}:{}: column 1: the line is longer than {} MiB; is this a text file?", file(),
                  number_ + 1, kMaxBytes >> 20U);
    }
    const Result<std::string_view> piece = state.bytes.next();
    if (!piece) return tl::unexpected(piece.error());
    state.at_end = piece->empty();
    state.buffer.append(*piece);
  }
  ++number_;
  const bool carriage_return = line_.ends_with('\r');
  if (carriage_return) line_.remove_suffix(1);
  look_at_line(carriage_return && ended_);
  return true;
}

void SourceLines::look_at_line(bool carriage_return) {
  ImportReport& report = state_->report;
  if (number_ == 1 && line_.starts_with(kByteOrderMark)) {
    line_.remove_prefix(kByteOrderMark.size());
    report.note(ImportAction::Repaired, "files that begin with a byte-order mark", where());
  }
  if (carriage_return && !std::exchange(state_->told_of_carriage_returns, true)) {
    report.note(ImportAction::Repaired, "files whose lines end in CR LF", where());
  }
  if (!is_utf8(line_)) {
    report.note(ImportAction::Kept, "lines that are no UTF-8, taken over byte for byte", where());
  }
}

}  // namespace gb

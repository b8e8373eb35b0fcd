#include "core/data/csv_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/file.h"

namespace gb {
namespace {

constexpr std::size_t kFirstBufferBytes = std::size_t{256} << 10U;

/// The bytes at which an unquoted field must stop to think.
constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> stops{};
  stops[static_cast<unsigned char>(',')] = true;
  stops[static_cast<unsigned char>('\n')] = true;
  stops[static_cast<unsigned char>('"')] = true;
  return stops;
}();

/// Turns doubled quotes into single ones, in place.
std::string_view unescaped(std::string_view field, char* writable) {
  char* out = writable;
  for (std::size_t i = 0; i < field.size(); ++i) {
    *out++ = field[i];
    if (field[i] == '"') ++i;
  }
  return {writable, static_cast<std::size_t>(out - writable)};
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

CsvReader::~CsvReader() { close(); }

CsvReader::CsvReader(CsvReader&& other) noexcept { *this = std::move(other); }

CsvReader& CsvReader::operator=(CsvReader&& other) noexcept {
  if (this == &other) return *this;
  close();
  file_ = std::move(other.file_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  buffer_ = std::move(other.buffer_);  // keeps its address, so the fields stay valid
  begin_ = other.begin_;
  end_ = other.end_;
  at_eof_ = other.at_eof_;
  line_ = other.line_;
  next_line_ = other.next_line_;
  header_ = std::move(other.header_);
  fields_ = std::move(other.fields_);
  escaped_ = std::move(other.escaped_);
  error_ = std::move(other.error_);
  return *this;
}

void CsvReader::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Result<CsvReader> CsvReader::open(const std::filesystem::path& path) {
  CsvReader reader;
  reader.file_ = path.string();
  reader.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (reader.descriptor_ < 0) return tl::unexpected(system_error("open", path, errno));
  reader.buffer_.resize(kFirstBufferBytes);
  const Result<bool> found = reader.read_record();
  if (!found) return tl::unexpected(found.error());
  if (!*found) {
    return fail(ErrorCode::InvalidArgument, "{}: is empty, where a header line was expected",
                reader.file_);
  }
  if (reader.fields_[0].starts_with("\xEF\xBB\xBF")) {
    return fail(ErrorCode::InvalidArgument, "{}:1: begins with a byte-order mark; save it without",
                reader.file_);
  }
  Result<CsvHeader> header = CsvHeader::parse(reader.fields_, reader.file_);
  if (!header) return tl::unexpected(header.error());
  reader.header_ = std::move(*header);
  return reader;
}

Result<std::size_t> CsvReader::column_of(std::string_view structural_type) const {
  if (const auto found = header_.find_structural(structural_type)) return *found;
  std::string columns;
  for (const CsvColumn& column : header_.columns()) {
    columns += (columns.empty() ? "" : ", ") + column.text();
  }
  return fail(ErrorCode::InvalidArgument, "{}:1: no column ends in :{}; the header is {}", file_,
              structural_type, columns);
}

Result<bool> CsvReader::next() {
  Result<bool> found = read_record();
  if (found && *found && fields_.size() != header_.size()) {
    // The column that is missing, or the first that is too much.
    const std::size_t at = std::min(fields_.size(), header_.size());
    const std::string name = at < header_.size() ? " \"" + header_.columns()[at].text() + "\"" : "";
    broken(fmt::format("{}:{}: {} {}{}: the record has {} fields, the header {}", file_, line_,
                       at < header_.size() ? "missing column" : "surplus column", at + 1, name,
                       fields_.size(), header_.size()));
    return tl::unexpected(error_);
  }
  return found;
}

Result<bool> CsvReader::read_record() {
  if (!error_.message.empty()) return tl::unexpected(error_);
  for (;;) {
    switch (scan()) {
      case Scan::Record:
        for (const std::size_t i : escaped_) {
          const auto offset = static_cast<std::size_t>(fields_[i].data() - buffer_.data());
          fields_[i] = unescaped(fields_[i], buffer_.data() + offset);
        }
        return true;
      case Scan::End:
        fields_.clear();
        return false;
      case Scan::Broken:
        return tl::unexpected(error_);
      case Scan::NeedMore:
        if (auto filled = fill(); !filled) {
          error_ = filled.error();
          return tl::unexpected(error_);
        }
        break;
    }
  }
}

/// Whether the line ends at `at`: LF, CR LF, or the end of the file with or without a CR. unsure:
/// the buffer ends too early to know.
bool CsvReader::ends_line(std::size_t at, std::size_t& after, bool& unsure) const {
  unsure = false;
  after = at;
  if (at == end_) {
    unsure = !at_eof_;
    return at_eof_;
  }
  if (buffer_[at] == '\n') {
    after = at + 1;
    return true;
  }
  if (buffer_[at] != '\r') return false;
  if (at + 1 == end_) {
    unsure = !at_eof_;
    after = at + 1;
    return at_eof_;
  }
  after = at + 2;
  return buffer_[at + 1] == '\n';
}

/// A quoted field whose quote is at `at`. True: `at` is behind the closing quote. Changes no byte,
/// for the record may have to be scanned again with more of it in the buffer.
bool CsvReader::scan_quoted(std::size_t& at, Scan& stop) {
  const std::size_t first = at + 1;
  std::size_t from = first;
  bool doubled = false;
  for (;;) {
    const char* data = buffer_.data();
    const void* found = from < end_ ? std::memchr(data + from, '"', end_ - from) : nullptr;
    const std::size_t quote =
        found == nullptr ? end_ : static_cast<std::size_t>(static_cast<const char*>(found) - data);
    if (quote == end_ || (quote + 1 == end_ && !at_eof_)) {
      stop = Scan::NeedMore;
      if (at_eof_) {
        stop = broken(
            fmt::format("{}: the quote that opens here never closes", where(fields_.size())));
      }
      return false;
    }
    if (quote + 1 < end_ && data[quote + 1] == '"') {
      doubled = true;
      from = quote + 2;
      continue;
    }
    if (doubled) escaped_.push_back(fields_.size());
    fields_.emplace_back(data + first, quote - first);
    next_line_ += std::count(data + first, data + quote, '\n');
    at = quote + 1;
    return true;
  }
}

/// One record from begin_, without touching a byte. Record: begin_ and next_line_ are behind it.
CsvReader::Scan CsvReader::scan() {
  std::size_t after = 0;
  bool unsure = false;
  while (begin_ < end_ && ends_line(begin_, after, unsure)) {  // empty lines
    begin_ = after;
    ++next_line_;
  }
  if (begin_ == end_) return at_eof_ ? Scan::End : Scan::NeedMore;
  if (unsure) return Scan::NeedMore;

  fields_.clear();
  escaped_.clear();
  line_ = next_line_;
  const char* data = buffer_.data();
  std::size_t at = begin_;
  const auto need_more = [&] {
    next_line_ = line_;
    return Scan::NeedMore;
  };
  for (;;) {
    if (at < end_ && data[at] == '"') {
      Scan stop = Scan::Broken;
      if (!scan_quoted(at, stop)) return stop == Scan::NeedMore ? need_more() : stop;
      if (ends_line(at, after, unsure)) break;
      if (unsure) return need_more();
      if (data[at] != ',') {
        return broken(fmt::format("{}: text after the closing quote", where(fields_.size() - 1)));
      }
    } else {
      const std::size_t first = at;
      while (at < end_ && !kStops[static_cast<unsigned char>(data[at])]) ++at;
      if (at == end_ && !at_eof_) return need_more();
      if (at < end_ && data[at] == '"') {
        return broken(fmt::format("{}: a quote inside a field that does not begin with one",
                                  where(fields_.size())));
      }
      const bool last = at == end_ || data[at] == '\n';
      const bool carriage_return = last && at > first && data[at - 1] == '\r';
      fields_.emplace_back(data + first, at - first - (carriage_return ? 1 : 0));
      if (last) {
        after = std::min(at + 1, end_);
        break;
      }
    }
    ++at;  // the comma
  }
  begin_ = after;
  ++next_line_;
  return Scan::Record;
}

/// Makes room and reads until the buffer is full or the file ends.
Result<void> CsvReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() >= kMaxRecordBytes) {
      return fail(ErrorCode::ResourceExhausted,
                  "{}:{}: the record that begins here is longer than {} MiB; is a quote missing?",
                  file_, next_line_, kMaxRecordBytes >> 20U);
    }
    buffer_.resize(buffer_.size() * 2);
  }
  while (end_ < buffer_.size()) {
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0) {
      if (errno == EINTR) continue;
      return tl::unexpected(system_error("read", file_, errno));
    }
    if (got == 0) {
      at_eof_ = true;
      return {};
    }
    end_ += static_cast<std::size_t>(got);
  }
  return {};
}

CsvReader::Scan CsvReader::broken(std::string message) {
  error_ = {ErrorCode::InvalidArgument, std::move(message)};
  return Scan::Broken;
}

std::string CsvReader::where(std::size_t column) const {
  std::string text = fmt::format("{}:{}: column ", file_, line_);
  if (column >= header_.size()) return text + std::to_string(column + 1);
  return text + "\"" + header_.columns()[column].text() + "\"";
}

Result<std::int64_t> CsvReader::int64(std::size_t column) const {
  std::int64_t number = 0;
  if (parse_whole(field(column), number)) return number;
  return fail(ErrorCode::InvalidArgument, "{}: \"{}\" is no 64-bit integer", where(column),
              field(column).substr(0, 80));
}

Result<double> CsvReader::float64(std::size_t column) const {
  double number = 0;
  if (parse_whole(field(column), number) && std::isfinite(number)) return number;
  return fail(ErrorCode::InvalidArgument, "{}: \"{}\" is no finite number", where(column),
              field(column).substr(0, 80));
}

Result<bool> CsvReader::boolean(std::size_t column) const {
  const std::string_view text = field(column);
  if (text == "true") return true;
  if (text == "false") return false;
  return fail(ErrorCode::InvalidArgument, "{}: \"{}\" is neither true nor false", where(column),
              text.substr(0, 80));
}

}  // namespace gb

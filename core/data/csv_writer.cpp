#include "core/data/csv_writer.h"

#include <array>

#include "core/data/decimal.h"
#include "core/data/number_format.h"

namespace gb {
namespace {

/// The white-space code points of datasets §2, as UTF-8. Bytes that are no UTF-8 match none.
bool begins_with_space(std::string_view field) {
  const auto byte = [&](std::size_t i) {
    return i < field.size() ? static_cast<unsigned char>(field[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first == ' ' || (first >= 0x09 && first <= 0x0D);
  if (first == 0xC2) return byte(1) == 0x85 || byte(1) == 0xA0;  // U+0085, U+00A0
  const unsigned pair = byte(1) << 8U | byte(2);
  if (first == 0xE1) return pair == 0x9A80;  // U+1680
  if (first == 0xE3) return pair == 0x8080;  // U+3000
  if (first != 0xE2) return false;
  return (pair >= 0x8080 && pair <= 0x808A) ||  // U+2000 to U+200A
         pair == 0x80A8 || pair == 0x80A9 ||    // U+2028, U+2029
         pair == 0x80AF || pair == 0x819F;      // U+202F, U+205F
}

bool needs_quotes(std::string_view field) {
  return !field.empty() && (field.find_first_of(",\"\r\n") != std::string_view::npos ||
                            field == "\\." || begins_with_space(field));
}

}  // namespace

void append_csv_field(std::string& out, std::string_view field) {
  if (!needs_quotes(field)) {
    out.append(field);
    return;
  }
  out.push_back('"');
  for (const char c : field) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
}

CsvWriter& CsvWriter::integer(std::int64_t value) {
  separate();
  std::array<char, kDecimalRoom + 1>
      text;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
  char* digits = text.data();
  if (value < 0) *digits++ = '-';
  const auto magnitude = static_cast<std::uint64_t>(value);
  char* const end = put_decimal(digits, value < 0 ? 0 - magnitude : magnitude);
  buffer_.append(text.data(), end);
  return *this;
}

CsvWriter& CsvWriter::money(double value) {
  separate();
  append_money(buffer_, value);
  return *this;
}

bool CsvWriter::flush() {
  if (status_ && !buffer_.empty()) status_ = sink_(buffer_);
  buffer_.clear();
  return status_.has_value();
}

Result<void> CsvWriter::finish() {
  flush();
  return status_;
}

}  // namespace gb

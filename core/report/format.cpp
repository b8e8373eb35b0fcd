#include "core/report/format.h"

namespace gb {

Result<Format> parse_format(std::string_view text) {
  if (text.empty() || text == "table") return Format::Table;
  if (text == "markdown" || text == "md") return Format::Markdown;
  if (text == "csv") return Format::Csv;
  if (text == "json") return Format::Json;
  if (text == "html") return Format::Html;
  return fail(ErrorCode::InvalidArgument,
              "unknown format \"{}\": there are table, markdown (or md), csv, json and html",
              text.substr(0, 80));
}

}  // namespace gb

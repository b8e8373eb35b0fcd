#include "cli/matrix_file.h"

#include <toml++/toml.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/base/duration.h"
#include "core/base/file.h"

namespace gb {
namespace {

using graphbench::v1::EngineSpec;
using graphbench::v1::MatrixSpec;

/// One file being read: where a message points, and the first thing that was wrong.
class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  tl::unexpected<Error> wrong(const toml::node& at, std::string_view why) const {
    const toml::source_position& where = at.source().begin;
    return fail(ErrorCode::InvalidArgument, "{}:{}:{}: {}", file_, where.line, where.column, why);
  }

  Result<std::string> text(const toml::node& node, std::string_view key) const {
    if (const auto* found = node.as_string()) return found->get();
    return wrong(node, fmt::format("{} must be a text in quotes", key));
  }

  Result<std::uint64_t> whole(const toml::node& node, std::string_view key,
                              std::uint64_t most) const {
    const auto* found = node.as_integer();
    // Zero is what the message calls "as usual": who writes it means something else.
    if (found == nullptr || found->get() < 1 || static_cast<std::uint64_t>(found->get()) > most) {
      return wrong(node, fmt::format("{} must be a whole number from 1 to {}", key, most));
    }
    return static_cast<std::uint64_t>(found->get());
  }

  Result<std::uint64_t> span(const toml::node& node, std::string_view key) const {
    const auto written = text(node, key);
    if (!written)
      return wrong(node, fmt::format("{} must be a duration in quotes, such as \"2s\"", key));
    const auto parsed = parse_duration(*written);
    if (!parsed) return wrong(node, fmt::format("{}: {}", key, parsed.error().message));
    if (*parsed == Nanos(0) && key != "warm_up" && key != "queue_deadline") {
      return wrong(node,
                   fmt::format("{} must be longer than 0s; without it the usual one holds", key));
    }
    return static_cast<std::uint64_t>(parsed->count());
  }

  template <class Add>
  Result<void> texts(const toml::node& node, std::string_view key, Add add) const {
    const auto* list = node.as_array();
    if (list == nullptr)
      return wrong(node, fmt::format("{} must be a list of texts, such as [\"a\", \"b\"]", key));
    for (const toml::node& item : *list) {
      auto read = text(item, key);
      if (!read) return tl::unexpected(read.error());
      if (read->empty()) return wrong(item, fmt::format("{} has an empty text", key));
      add(*read);
    }
    return {};
  }

  Result<EngineSpec> engine(const toml::node& node) const {
    if (const auto* name = node.as_string()) return parse_engine(name->get());
    const auto* table = node.as_table();
    if (table == nullptr) {
      return wrong(node,
                   "an engine is a text such as \"sqlite\" or a table {name = \"sqlite\", settings "
                   "= {...}}");
    }
    EngineSpec spec;
    for (const auto& [key, value] : *table) {
      if (key == "name" || key == "version") {
        auto read = text(value, key.str());
        if (!read) return tl::unexpected(read.error());
        (key == "name" ? *spec.mutable_name() : *spec.mutable_version()) = *read;
      } else if (key == "settings") {
        const auto* settings = value.as_table();
        if (settings == nullptr) return wrong(value, "settings must be a table of texts");
        for (const auto& [name, setting] : *settings) {
          auto read = text(setting, name.str());
          if (!read) return tl::unexpected(read.error());
          (*spec.mutable_settings())[std::string(name.str())] = *read;
        }
      } else {
        return wrong(
            value,
            fmt::format("unknown key \"{}\" of an engine; there are: name, version, settings",
                        key.str()));
      }
    }
    if (spec.name().empty()) return wrong(node, "an engine needs a name");
    return spec;
  }

 private:
  std::string_view file_;
};

constexpr std::string_view kKeys =
    "name, engines, workloads, scales, machines, rounds, seed, operations, warm_up, "
    "operation_limit, run_deadline, "
    "queue_deadline, max_attempts, verify_draws_per_stratum";

Result<void> read_key(const Reader& reader, std::string_view key, const toml::node& value,
                      MatrixSpec& spec) {
  constexpr auto kMost32 = std::numeric_limits<std::uint32_t>::max();
  const auto whole = [&](std::uint64_t most, auto set) -> Result<void> {
    return reader.whole(value, key, most).map([&](std::uint64_t number) { set(number); });
  };
  const auto whole32 = [&](auto set) {
    return whole(kMost32, [&](std::uint64_t number) { set(static_cast<std::uint32_t>(number)); });
  };
  const auto span = [&](auto set) -> Result<void> { return reader.span(value, key).map(set); };
  auto& settings = *spec.mutable_settings();

  if (key == "name")
    return reader.text(value, key).map([&](const std::string& text) { spec.set_name(text); });
  if (key == "workloads")
    return reader.texts(value, key, [&](auto& text) { spec.add_workloads(text); });
  if (key == "scales") return reader.texts(value, key, [&](auto& text) { spec.add_scales(text); });
  if (key == "machines")
    return reader.texts(value, key, [&](auto& text) { spec.add_machines(text); });
  if (key == "rounds") return whole32([&](std::uint32_t n) { spec.set_rounds(n); });
  if (key == "max_attempts") return whole32([&](std::uint32_t n) { spec.set_max_attempts(n); });
  if (key == "operations") return whole32([&](std::uint32_t n) { settings.set_operations(n); });
  if (key == "verify_draws_per_stratum")
    return whole32([&](std::uint32_t n) { settings.set_verify_draws_per_stratum(n); });
  if (key == "seed") {
    return whole(std::numeric_limits<std::int64_t>::max(),
                 [&](std::uint64_t n) { settings.set_seed(n); });
  }
  if (key == "warm_up") return span([&](std::uint64_t n) { settings.set_warm_up_nanos(n); });
  if (key == "operation_limit")
    return span([&](std::uint64_t n) { settings.set_operation_limit_nanos(n); });
  if (key == "run_deadline")
    return span([&](std::uint64_t n) { settings.set_run_deadline_nanos(n); });
  if (key == "queue_deadline")
    return span([&](std::uint64_t n) { spec.set_queue_deadline_nanos(n); });
  if (key == "engines") {
    const auto* list = value.as_array();
    if (list == nullptr)
      return reader.wrong(value, "engines must be a list, such as [\"sqlite\", \"sqlite-mem\"]");
    for (const toml::node& item : *list) {
      auto engine = reader.engine(item);
      if (!engine) return tl::unexpected(engine.error());
      *spec.add_engines() = *engine;
    }
    return {};
  }
  return reader.wrong(value, fmt::format("unknown key \"{}\"; there are: {}", key, kKeys));
}

}  // namespace

EngineSpec parse_engine(std::string_view text) {
  EngineSpec spec;
  const std::size_t at = text.find('@');
  spec.set_name(std::string(text.substr(0, at)));
  if (at != std::string_view::npos) spec.set_version(std::string(text.substr(at + 1)));
  return spec;
}

Result<MatrixSpec> parse_matrix(std::string_view toml, std::string_view file_name) try {
  const toml::table table = toml::parse(toml, file_name);
  const Reader reader(file_name);
  MatrixSpec spec;
  for (const auto& [key, value] : table) {
    if (auto read = read_key(reader, key.str(), value, spec); !read)
      return tl::unexpected(read.error());
  }
  return spec;
} catch (const toml::parse_error& error) {
  const auto& where = error.source().begin;
  return fail(ErrorCode::InvalidArgument, "{}:{}:{}: {}", file_name, where.line, where.column,
              error.description());
}

Result<MatrixSpec> read_matrix_file(const std::filesystem::path& file) {
  auto text = read_file(file);
  if (!text) return tl::unexpected(Error{ErrorCode::InvalidArgument, text.error().message});
  return parse_matrix(*text, file.string());
}

}  // namespace gb

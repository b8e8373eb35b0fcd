#include "adapters/sqlite/sqlite_rows.h"

#include <fmt/format.h>

#include "adapters/sqlite/sqlite_error.h"

namespace gb {

Result<SqliteRowWriter> SqliteRowWriter::open(SqliteConnection& connection,
                                              const SqliteTable& table,
                                              const std::vector<std::string_view>& ids,
                                              const std::vector<Property>& properties) {
  SqliteRowWriter writer(connection, table, ids, properties);
  Result<SqliteStatement> insert = connection.prepare(table.insert);
  if (!insert) return tl::unexpected(insert.error());
  writer.insert_ = std::move(*insert);
  if (!table.insert_parallel.empty()) {
    Result<SqliteStatement> parallel = connection.prepare(table.insert_parallel);
    if (!parallel) return tl::unexpected(parallel.error());
    writer.insert_parallel_ = std::move(*parallel);
  }
  return writer;
}

Result<void> SqliteRowWriter::write_file(const std::filesystem::path& file) {
  Result<CsvReader> reader = CsvReader::open(file);
  if (!reader) return tl::unexpected(reader.error());
  columns_.clear();
  for (const std::string_view id : ids_) {
    const Result<std::size_t> column = reader->column_of(id);
    if (!column) return tl::unexpected(column.error());
    columns_.push_back(*column);
  }
  for (const Property& property : *properties_) {
    const std::optional<std::size_t> column = reader->header().find_property(property.name);
    if (!column) {
      return fail(ErrorCode::InvalidArgument, "{}: the header has no column \"{}\"", file.string(),
                  property.name);
    }
    columns_.push_back(*column);
  }
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    if (Result<void> done = insert(*reader, insert_.get()); !done) return done;
    // Nothing changed: an edge between the same ends is there already, and this one is parallel.
    if (insert_parallel_ != nullptr && connection_->api().changes(connection_->handle()) == 0) {
      if (Result<void> done = insert(*reader, insert_parallel_.get()); !done) return done;
    }
  }
}

Result<void> SqliteRowWriter::insert(const CsvReader& reader, sqlite3_stmt* statement) const {
  const SqliteApi& api = connection_->api();
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const int parameter = static_cast<int>(i) + 1;
    if (table_->text_ids[i]) {
      const Result<void> bound = bind_text(reader, statement, parameter, columns_[i]);
      if (!bound) return bound;
      continue;
    }
    const Result<std::int64_t> id = reader.int64(columns_[i]);
    if (!id) return tl::unexpected(id.error());
    api.bind_int64(statement, parameter, *id);
  }
  for (std::size_t i = 0; i < properties_->size(); ++i) {
    if (Result<void> bound = bind_property(reader, statement, i); !bound) return bound;
  }
  const int result = api.step(statement);
  if (result == SQLITE_DONE) {
    api.reset(statement);
    return {};
  }
  tl::unexpected<Error> error =
      sqlite_error(api, connection_->handle(), result,
                   fmt::format("{}: insert {} into \"{}\"", reader.where(columns_[0]),
                               reader.field(columns_[0]), table_->name));
  api.reset(statement);
  return error;
}

Result<void> SqliteRowWriter::bind_property(const CsvReader& reader, sqlite3_stmt* statement,
                                            std::size_t index) const {
  const SqliteApi& api = connection_->api();
  const int parameter = static_cast<int>(ids_.size() + index) + 1;
  const std::size_t column = columns_[ids_.size() + index];
  const std::string_view field = reader.field(column);
  // The canonical dialect spells null as nothing at all, not even quotes (datasets §2).
  if (field.empty() && !reader.quoted(column)) {
    api.bind_null(statement, parameter);
    return {};
  }
  switch ((*properties_)[index].type) {
    case PropertyType::Int64: {
      const Result<std::int64_t> value = reader.int64(column);
      if (!value) return tl::unexpected(value.error());
      api.bind_int64(statement, parameter, *value);
      return {};
    }
    case PropertyType::Float64: {
      const Result<double> value = reader.float64(column);
      if (!value) return tl::unexpected(value.error());
      api.bind_double(statement, parameter, *value);
      return {};
    }
    case PropertyType::Bool: {
      const Result<bool> value = reader.boolean(column);
      if (!value) return tl::unexpected(value.error());
      api.bind_int64(statement, parameter, *value ? 1 : 0);
      return {};
    }
    case PropertyType::String:
    case PropertyType::Date:
    case PropertyType::Datetime:
    case PropertyType::StringList:
      break;
  }
  return bind_text(reader, statement, parameter, column);
}

Result<void> SqliteRowWriter::bind_text(const CsvReader& reader, sqlite3_stmt* statement,
                                        int parameter, std::size_t column) const {
  const SqliteApi& api = connection_->api();
  const std::string_view field = reader.field(column);
  // The reader's memory stays as it is until its next record, and the row is in SQLite by then.
  const int result = api.bind_text(statement, parameter, field.data(),
                                   static_cast<int>(field.size()), SQLITE_STATIC);
  if (result != SQLITE_OK) {
    return sqlite_error(api, connection_->handle(), result, reader.where(column));
  }
  return {};
}

}  // namespace gb

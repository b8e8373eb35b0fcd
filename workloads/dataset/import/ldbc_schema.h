#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset.h"

namespace gb {

/// A column under the names that the generator's versions gave it, the current one first.
using LdbcNames = std::vector<std::string_view>;

/// An entity that is an edge: its rows wire two raw ids.
struct LdbcEdgeEntity {
  LdbcNames entities;  // "Person_studyAt_University", "Person_studyAt_Organisation"
  std::string_view type;
  char start_prefix;
  LdbcNames start;  // when no column is called so: the first whose name ends in "Id" or ".id"
  char end_prefix;
  LdbcNames end;  // likewise, the second
  LdbcNames property{};
};

/// A column of a node entity that is an edge. Where the column is missing, as with projected
/// foreign keys, an entity of its own has the edges.
struct LdbcForeignKey {
  std::string_view type;
  char other_prefix;
  std::vector<LdbcNames> columns;  // the first that is not empty counts
  bool incoming = false;           // the edge leads from the other node to this one
  std::vector<LdbcEdgeEntity> projected;
};

enum class LdbcLabel { None, Message, TypeColumn };

struct LdbcNodeEntity {
  std::string_view part;  // "dynamic" or "static"
  std::string_view entity;
  char prefix;
  std::string_view header;
  std::vector<LdbcNames> columns;  // behind the raw id
  LdbcLabel label;
  std::vector<LdbcForeignKey> foreign_keys;
};

/// The node entities, in the order in which they are read (datasets §10.2).
const std::vector<LdbcNodeEntity>& ldbc_node_entities();
/// The edge entities, all below dynamic/, in their order.
const std::vector<LdbcEdgeEntity>& ldbc_edge_entities();

struct LdbcTable {
  std::string header;
  RelTable table;
};
/// All node and relationship tables as the manifest describes them, without files.
std::vector<NodeTable> ldbc_node_tables();
std::vector<LdbcTable> ldbc_rel_tables();

}  // namespace gb

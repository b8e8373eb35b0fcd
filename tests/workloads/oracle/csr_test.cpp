// The parallel reader and builder against the obvious way, and the cache file in every state of
// decay.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "core/base/random.h"
#include "tests/support/temporary_folder.h"
#include "workloads/oracle/csr/csr_cache.h"
#include "workloads/oracle/csr/csr_image.h"
#include "workloads/oracle/csr/id_index.h"
#include "workloads/oracle/csr/plain_csv.h"
#include "workloads/oracle/csr/read_csr.h"
#include "workloads/oracle/graph_model.h"

namespace gb {
namespace {

using Lists = std::map<std::int64_t, std::vector<std::int64_t>>;

/// A graph as a dataset on the disk.
struct Written {
  TemporaryFolder folder;
  std::vector<std::int64_t> ids;
  std::vector<std::pair<std::int64_t, std::int64_t>> edges;
  std::string edge_header = ":START_ID,:END_ID,:TYPE\n";
  std::string edge_tail = ",EDGE\n";

  Dataset write() const {
    std::string nodes = "id:ID,:LABEL\n";
    for (const std::int64_t id : ids) nodes += std::to_string(id) + ",Node\n";
    std::string rows = edge_header;
    for (const auto& [src, dst] : edges) {
      rows += std::to_string(src) + "," + std::to_string(dst) + edge_tail;
    }
    return write(nodes, rows);
  }
  Dataset write(const std::string& nodes, const std::string& rows) const {
    REQUIRE(write_file_durably(folder / "nodes.csv", nodes));
    REQUIRE(write_file_durably(folder / "edges.csv", rows));
    Dataset dataset;
    dataset.name = "written";
    dataset.checksum = "sha256:" + std::string(64, 'a');
    dataset.folder = folder.path();
    dataset.nodes.push_back({"Node", {"Node"}, "id", {}, {folder / "nodes.csv"}});
    dataset.rels.push_back({"EDGE", "Node", "Node", {}, {folder / "edges.csv"}});
    return dataset;
  }
};

/// Each node's list, as ids in the order of their indexes.
Lists listed(const Csr& csr, bool out) {
  Lists lists;
  for (Csr::Index node = 0; node < csr.node_count(); ++node) {
    auto& list = lists[csr.ids()[node]];
    for (const Csr::Index other : out ? csr.out(node) : csr.in(node)) {
      list.push_back(csr.ids()[other]);
    }
  }
  return lists;
}

Lists expected(const Written& graph, bool out) {
  std::map<std::int64_t, std::size_t> place;
  Lists lists;
  for (const std::int64_t id : graph.ids) {
    place[id] = lists.size();
    lists[id];
  }
  for (const auto& [src, dst] : graph.edges) lists[out ? src : dst].push_back(out ? dst : src);
  for (auto& [id, list] : lists) {
    std::sort(list.begin(), list.end(),
              [&](std::int64_t a, std::int64_t b) { return place[a] < place[b]; });
  }
  return lists;
}

/// ids: "up" from 0, "near" each other in any order, or "far" apart.
void draw(Written& graph, SplitMix64& random, const std::string& kind, std::size_t nodes,
          std::size_t edges) {
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    graph.ids.push_back(kind == "up" ? at - 3 : kind == "near" ? 2 * at - 7 : at * at * at * 1000);
  }
  if (kind != "up") {
    for (std::size_t i = nodes; i > 1; --i) {
      std::swap(graph.ids[i - 1], graph.ids[random.below(i)]);
    }
  }
  for (std::size_t i = 0; i < edges; ++i) {
    graph.edges.emplace_back(graph.ids[random.below(nodes)], graph.ids[random.below(nodes)]);
  }
}

std::string complaint(const Written& graph, const std::string& nodes, const std::string& edges) {
  const auto csr = read_csr(graph.write(nodes, edges), 2);
  if (csr) return "";
  const std::string& message = csr.error().message;
  const std::size_t at = message.find(graph.folder.path().string() + "/");
  return at == std::string::npos ? message
                                 : message.substr(at + graph.folder.path().string().size() + 1);
}

}  // namespace

TEST_CASE("random graphs read the same as by the obvious way, for any ids, order and threads") {
  SplitMix64 random(Seed{11});
  for (const std::string kind : {"up", "near", "far"}) {
    for (const std::size_t nodes : {1, 2, 17, 400}) {
      for (const bool sorted : {false, true}) {
        CAPTURE(kind);
        CAPTURE(nodes);
        Written graph;
        draw(graph, random, kind, nodes, nodes * random.below(9));
        if (sorted) std::sort(graph.edges.begin(), graph.edges.end());
        const Dataset dataset = graph.write();
        std::string image;
        for (const unsigned threads : {1U, 2U, 3U, 9U}) {
          const auto csr = read_csr(dataset, threads);
          REQUIRE_MESSAGE(csr, csr.error().message);
          CHECK(csr->edge_count() == graph.edges.size());
          CHECK(listed(*csr, true) == expected(graph, true));
          CHECK(listed(*csr, false) == expected(graph, false));
          if (!image.empty()) CHECK(csr->image() == image);
          image = csr->image();
        }
      }
    }
  }
}

TEST_CASE("a file of several chunks reads like one, plain or not") {
  Written graph;
  SplitMix64 random(Seed{5});
  draw(graph, random, "up", 5000, 700'000);
  const auto whole = [&] {
    const auto csr = read_csr(graph.write(), 3);
    REQUIRE_MESSAGE(csr, csr.error().message);
    return std::string(csr->image());
  };
  const std::string image = whole();
  {
    const std::vector<std::string_view> ends = {"START_ID", "END_ID"};
    CHECK(PlainCsv::open(graph.folder / "edges.csv", ends)->value().chunk_count() == 3);
  }
  graph.edge_tail = ",\"EDGE\"\n";
  CHECK(whole() == image);
  graph.edge_tail = ",EDGE\r\n";
  CHECK(whole() == image);
  graph.edge_tail = "," + std::string(40, 'x') + ",7\n";
  graph.edge_header = ":START_ID,:END_ID,:TYPE,w:INT64\n";
  CHECK(whole() == image);
}

TEST_CASE("numbers of every length are read, and only numbers") {
  Written graph;
  std::int64_t power = 1;
  for (int digits = 1; digits <= 18; ++digits, power *= 10) {
    for (const std::int64_t id : {power + 1, -power, power * 9 + 8}) graph.ids.push_back(id);
  }
  graph.ids.push_back(INT64_MAX);
  graph.ids.push_back(INT64_MIN);
  for (const std::int64_t id : graph.ids) graph.edges.emplace_back(id, graph.ids.front());
  CHECK(listed(*read_csr(graph.write(), 2), true) == expected(graph, true));

  const std::string header = ":START_ID,:END_ID\n";
  for (const std::string wrong : {"x", "", "-", "+1", "1x", "0x1", " 1", "1 ", "1.0", "12345678x",
                                  "9223372036854775808", "123456789012345678901234567890"}) {
    CAPTURE(wrong);
    CHECK(complaint(graph, "id:ID\n1\n2\n", header + "1,2\n" + wrong + ",2\n") ==
          "edges.csv:3: column \":START_ID\": \"" + wrong + "\" is no 64-bit integer");
    CHECK(complaint(graph, "id:ID\n1\n" + wrong + "\n3\n", header).starts_with("nodes.csv:3:") ==
          !wrong.empty());  // an empty line is none
  }
}

TEST_CASE("what is wrong is named with file, line and column, however deep in the file") {
  const Written graph;
  std::string rows = ":START_ID,:END_ID,:TYPE\n";
  for (int i = 0; i < 900'000; ++i) rows += "1,2,EDGE\n";
  const std::string nodes = "id:ID\n1\n2\n";
  CHECK(complaint(graph, nodes, rows) == "");
  CHECK(complaint(graph, nodes, rows + "1,7,EDGE\n1,8,EDGE\n") ==
        "edges.csv:900002: column \":START_ID\": an edge from 1 to 7, but no node has the id 7");
  CHECK(complaint(graph, nodes, rows + "1,2\n").starts_with("edges.csv:900002: missing column 3"));
  CHECK(complaint(graph, nodes, rows + "1,2,EDGE,\n").starts_with("edges.csv:900002: surplus"));
  CHECK(complaint(graph, nodes, rows + "1,2,E\"GE\n").starts_with("edges.csv:900002: column"));
  CHECK(complaint(graph, nodes, rows + "1,2,EDGE\n\n\n1,2,EDGE") == "");  // no last line feed
  CHECK(complaint(graph, "id:ID\n5\n1\n2\n5\n", rows) ==
        "nodes.csv:5: column \"id:ID\": two nodes have the id 5");
  CHECK(complaint(graph, "id:ID\n5\n900000000\n5\n", rows) ==
        "nodes.csv:4: column \"id:ID\": two nodes have the id 5");
  CHECK(complaint(graph, "", rows).find("is empty") != std::string::npos);
  CHECK(complaint(graph, nodes, ":START_ID,:TYPE\n1,E\n").find(":END_ID") != std::string::npos);
}

TEST_CASE("the cache file is used while it is whole, and made again when it is not") {
  Written graph;
  SplitMix64 random(Seed{2});
  draw(graph, random, "near", 50, 300);
  Dataset dataset = graph.write();
  const auto file = graph.folder / "graph.csr";
  const auto first = cached_csr(dataset, file, 2);
  REQUIRE(first);
  const std::string whole = read_file(file).value();
  CHECK(whole == first->image());

  // That it is used shows where the CSV is gone.
  std::filesystem::rename(graph.folder / "edges.csv", graph.folder / "away.csv");
  const auto mapped = cached_csr(dataset, file, 3);
  REQUIRE_MESSAGE(mapped, mapped.error().message);
  CHECK(listed(*mapped, true) == expected(graph, true));
  CHECK(listed(*mapped, false) == expected(graph, false));
  std::filesystem::rename(graph.folder / "away.csv", graph.folder / "edges.csv");

  const auto made_again = [&](const std::string& bytes) {
    std::filesystem::remove(file);
    std::ofstream(file, std::ios::binary) << bytes;
    const auto csr = cached_csr(dataset, file, 2);
    return csr && listed(*csr, true) == expected(graph, true) && read_file(file).value() == whole;
  };
  // Every byte of the header that means something, and a sample of the rest.
  for (std::size_t at = 0; at < whole.size(); at += at < 120 ? 1 : at == 120 ? 8 : 97) {
    if (at >= 120 && at < 128) continue;  // unused
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 2 == 0 ? '\x01' : '\x80'));
    CAPTURE(at);
    CHECK(made_again(damaged));
  }
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{5}, std::size_t{128}, whole.size() - 8, whole.size() - 1}) {
    CHECK(made_again(whole.substr(0, size)));
  }
  CHECK(made_again(whole + "12345678"));
  CHECK(made_again(std::string(200, '\xFF')));

  dataset.checksum = "sha256:" + std::string(64, 'b');
  const auto other = cached_csr(dataset, file, 2);
  REQUIRE(other);
  CHECK(read_file(file).value() != whole);  // it is now the other dataset's
  CHECK(listed(*other, true) == expected(graph, true));
}

TEST_CASE("a cache file that cannot be written is done without") {
  Written graph;
  graph.ids = {1, 2};
  graph.edges = {{1, 2}};
  const Dataset dataset = graph.write();
  const auto csr = cached_csr(dataset, graph.folder / "nodes.csv" / "graph.csr", 1);
  REQUIRE(csr);
  CHECK(csr->edge_count() == 1);
}

TEST_CASE("two flips of the same bit do not cancel in the content's hash") {
  std::vector<std::uint64_t> words(1'000'003, 7);
  const std::uint64_t before = content_hash(words, 1);
  CHECK(content_hash(words, 5) == before);
  for (const std::size_t apart : {1, 4, 131'072}) {
    words[10] ^= std::uint64_t{1} << 63U;
    words[10 + apart] ^= std::uint64_t{1} << 63U;
    CHECK(content_hash(words, 2) != before);
    words[10] ^= std::uint64_t{1} << 63U;
    words[10 + apart] ^= std::uint64_t{1} << 63U;
  }
}

}  // namespace gb

// The worked example of workloads §17.7, and the figures of §17.8 on generated graphs.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/temporary_folder.h"
#include "tests/workloads/oracle/kernels/kernel_graphs.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/recipe.h"
#include "workloads/oracle/kernels/kernel_rules.h"

using namespace gb;

namespace {

using Ints = std::map<std::int64_t, std::int64_t>;
using Floats = std::map<std::int64_t, double>;

/// The parameter of bc: one list.
Params sources(std::initializer_list<std::int64_t> ids) {
  List list;
  for (const std::int64_t id : ids) list.emplace_back(id);
  Params params;
  params.emplace_back(std::move(list));
  return params;
}

template <class T>
std::map<std::int64_t, T> by_node(const Answer& answer) {
  std::map<std::int64_t, T> values;
  for (const auto& row : answer.rows) {
    values[std::get<std::int64_t>(row.at(0).is)] = std::get<T>(row.at(1).is);
  }
  CHECK(values.size() == answer.rows.size());
  return values;
}

void check_floats(const Floats& got, const Floats& want, double within) {
  REQUIRE(got.size() == want.size());
  for (const auto& [id, value] : want) {
    CAPTURE(id);
    CHECK(got.at(id) == doctest::Approx(value).epsilon(within));
  }
}

template <class T>
T sum_of(const std::map<std::int64_t, T>& values) {
  T sum = 0;
  for (const auto& [id, value] : values) sum += value;
  return sum;
}

template <class T>
T largest_of(const std::map<std::int64_t, T>& values) {
  return std::max_element(values.begin(), values.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->second;
}

std::size_t distinct(const Ints& values) {
  std::set<std::int64_t> labels;
  for (const auto& [id, value] : values) labels.insert(value);
  return labels.size();
}

class Generated {
 public:
  explicit Generated(const char* name) : models_(made(folder_, name)) {}

  Ints ints(const char* kernel, const Params& params = {}) const {
    return by_node<std::int64_t>(ask_kernel(models_, kernel, params));
  }
  Floats floats(const char* kernel, const Params& params = {}) const {
    return by_node<double>(ask_kernel(models_, kernel, params));
  }
  std::int64_t triangles() const {
    return std::get<std::int64_t>(ask_kernel(models_, "tc").rows.at(0).at(0).is);
  }
  std::int64_t work(std::int64_t source) const {
    const Result<std::int64_t> edges = edge_work(models_, source);
    REQUIRE(edges);
    return *edges;
  }

 private:
  static Dataset made(const TemporaryFolder& folder, const char* name) {
    const Result<Recipe> recipe = find_recipe(name);
    REQUIRE(recipe);
    const Result<Dataset> dataset = generate_into(folder.path(), *recipe);
    REQUIRE_MESSAGE(dataset, dataset.error().message);
    return *dataset;
  }

  TemporaryFolder folder_;
  Models models_;
};

void check_levels(const Generated& graph, std::size_t rows, std::int64_t sum) {
  const Ints levels = graph.ints("bfs", {0});
  CHECK(levels.size() == rows);
  CHECK(sum_of(levels) == sum);
}

void check_distances(const Generated& graph, std::size_t rows, double sum, double largest) {
  const Floats distances = graph.floats("sssp", {0});
  CHECK(distances.size() == rows);
  CHECK(sum_of(distances) == sum);
  CHECK(largest_of(distances) == largest);
}

void check_scores(const Generated& graph, double least, double largest) {
  const Floats scores = graph.floats("pagerank");
  CHECK(sum_of(scores) == doctest::Approx(1).epsilon(1e-9));
  CHECK(std::min_element(scores.begin(), scores.end(), [](const auto& a, const auto& b) {
          return a.second < b.second;
        })->second == doctest::Approx(least).epsilon(1e-11));
  CHECK(largest_of(scores) == doctest::Approx(largest).epsilon(1e-11));
}

void check_labels(const Ints& labels, std::size_t count, std::int64_t sum) {
  CHECK(distinct(labels) == count);
  CHECK(sum_of(labels) == sum);
}

}  // namespace

TEST_CASE("every kernel answers the worked example") {
  const Models models = k7().models();
  CHECK(by_node<std::int64_t>(ask_kernel(models, "bfs", {0})) ==
        Ints{{0, 0}, {1, 1}, {2, 1}, {3, 2}, {4, 3}});
  CHECK(by_node<double>(ask_kernel(models, "sssp", {0})) ==
        Floats{{0, 0}, {1, 3}, {2, 1}, {3, 4}, {4, 5}});
  check_floats(by_node<double>(ask_kernel(models, "pagerank")),
               {{0, 0.052246601130},
                {1, 0.095545971817},
                {2, 0.074451406610},
                {3, 0.175649807588},
                {4, 0.201548937582},
                {5, 0.348310674144},
                {6, 0.052246601130}},
               1e-11);
  CHECK(by_node<std::int64_t>(ask_kernel(models, "wcc")) ==
        Ints{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 5}, {6, 6}});
  CHECK(by_node<std::int64_t>(ask_kernel(models, "cdlp")) ==
        Ints{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 2}, {5, 5}, {6, 6}});
  check_floats(by_node<double>(ask_kernel(models, "lcc")),
               {{0, 0.5}, {1, 1.0 / 3}, {2, 1.0 / 3}, {3, 1.0 / 6}, {4, 0}, {5, 0}, {6, 0}}, 1e-15);
  CHECK(std::get<std::int64_t>(ask_kernel(models, "tc").rows.at(0).at(0).is) == 2);
  check_floats(by_node<double>(ask_kernel(models, "bc", sources({0}))),
               {{0, 0}, {1, 2.0 / 3}, {2, 4.0 / 3}, {3, 1}, {4, 0}, {5, 0}, {6, 0}}, 1e-15);
  check_floats(by_node<double>(ask_kernel(models, "bc", sources({0, 2}))),
               {{0, 0}, {1, 2.0 / 3}, {2, 4.0 / 3}, {3, 2}, {4, 0}, {5, 0}, {6, 0}}, 1e-15);
  CHECK(edge_work(models, 0).value() == 7);
  CHECK(edge_work(models, 5).value() == 1);
  CHECK(edge_work(models, 6).value() == 0);
}

TEST_CASE("a source that is no node is an error, and in a list of sources it counts nothing") {
  const Models models = k7().models();
  for (const char* kernel : {"bfs", "sssp"}) {
    const auto answer = Oracle(models).answer(kernel_query(kernel), {7});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message == "no node has the id 7, so nothing starts there");
  }
  CHECK_FALSE(edge_work(models, -1));
  CHECK(by_node<double>(ask_kernel(models, "bc", sources({0, 8191}))) ==
        by_node<double>(ask_kernel(models, "bc", sources({0}))));
}

TEST_CASE("kernels on rmat-10 give the published figures") {
  const Generated graph("rmat-10");
  check_levels(graph, 800, 1261);
  check_scores(graph, 1.82698114139e-4, 5.33526495659e-2);
  check_labels(graph.ints("wcc"), 131, 96688);
  check_labels(graph.ints("cdlp"), 131, 96688);
  CHECK(sum_of(graph.floats("lcc")) == doctest::Approx(294.325999503).epsilon(1e-11));
  CHECK(graph.work(0) == 16231);
  check_distances(Generated("rmat-10-w"), 800, 49610, 327);
}

TEST_CASE("kernels on rmat-14 give the published figures") {
  const Generated graph("rmat-14");
  check_levels(graph, 10893, 19938);
  check_scores(graph, 1.32012829152e-5, 1.71477974936e-2);
  check_labels(graph.ints("wcc"), 3896, 41935169);
  check_labels(graph.ints("cdlp"), 3897, 41945553);
  CHECK(sum_of(graph.floats("lcc")) == doctest::Approx(2261.36253178).epsilon(1e-11));
  CHECK(graph.work(0) == 259622);
  check_distances(Generated("rmat-14-w"), 10893, 733302, 498);
}

TEST_CASE("kernels on urand-10 give the published figures") {
  const Generated graph("urand-10");
  check_levels(graph, 1024, 2783);
  check_distances(graph, 1024, 133412, 253);
  check_scores(graph, 4.00993833131e-4, 1.70607497335e-3);
  check_labels(graph.ints("wcc"), 1, 0);
  CHECK(graph.triangles() == 5185);
  const Floats centrality = graph.floats("bc", sources({0, 511, 8191, 12800}));
  CHECK(sum_of(centrality) == doctest::Approx(3586).epsilon(1e-11));
  CHECK(largest_of(centrality) == doctest::Approx(101.051696468).epsilon(1e-11));
  CHECK(graph.work(0) == 16384);
}

TEST_CASE("kernels on urand-14 give the published figures") {
  const Generated graph("urand-14");
  check_levels(graph, 16384, 64059);
  check_distances(graph, 16384, 3857839, 409);
  check_scores(graph, 1.70171888402e-5, 1.23046271462e-4);
  check_labels(graph.ints("wcc"), 1, 0);
  CHECK(graph.triangles() == 5441);
  const Floats centrality = graph.floats("bc", sources({0, 511, 8191, 12800}));
  CHECK(sum_of(centrality) == doctest::Approx(183066).epsilon(1e-9));
  CHECK(largest_of(centrality) == doctest::Approx(2483.49001682).epsilon(1e-11));
  CHECK(graph.work(0) == 262144);
}

// Verification of the kernels against engines that are wrong in one way each, on the data sets the
// workloads name. The "engine" is the oracle with a fault put in.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "tests/support/temporary_folder.h"
#include "tests/workloads/oracle/kernels/kernel_graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/recipe.h"
#include "workloads/verify/verify.h"

using namespace gb;

namespace {

using Fault = std::function<Answer(const Models& models, Answer right)>;

/// A workload on one scale's data set.
class Lab {
 public:
  Lab(const std::string& workload, const std::string& scale)
      : workload_(built_in(workload)),
        models_(made(folder_, workload_.datasets.at(scale))),
        bound_(*bind_parameters(workload_, models_, Seed{1})) {}

  /// The verdict on a query all of whose answers go through `fault`.
  QueryVerdict verdict(const std::string& id, const Fault& fault) const {
    const auto questions = resolve_questions(workload_, bound_, {.dialects = {"sql"}});
    const Oracle oracle(models_);
    const VerifiedPlan plan =
        verify(questions, oracle, 1,
               [&](const Question& question, QuestionPart, const Params& params) -> Result<Answer> {
                 Result<Answer> right = oracle.answer(*question.query, params);
                 if (!right || question.query->id != id) return right;
                 return fault(models_, std::move(*right));
               },
               {});
    QueryVerdict found;
    for (const QueryVerdict& verdict : plan.verdicts()) {
      if (verdict.query_id == id) found = verdict;
    }
    return found;
  }
  void check_caught(const std::string& id, const Fault& fault) const {
    const QueryVerdict found = verdict(id, fault);
    CAPTURE(id);
    CAPTURE(found.reason);
    CHECK(found.verdict == Verdict::Fail);
  }
  const Models& models() const { return models_; }
  const BoundParameters& bound() const { return bound_; }

 private:
  static Dataset made(const TemporaryFolder& folder, const std::string& recipe) {
    const Result<Dataset> dataset = generate_into(folder.path(), *find_recipe(recipe));
    REQUIRE_MESSAGE(dataset, dataset.error().message);
    return *dataset;
  }

  TemporaryFolder folder_;
  const Workload& workload_;
  Models models_;
  BoundParameters bound_;
};

/// Every second cell plus one.
Answer one_more(const Models& /*models*/, Answer answer) {
  for (auto& row : answer.rows) {
    if (auto* level = std::get_if<std::int64_t>(&row[1].is)) {
      ++*level;
    } else {
      std::get<double>(row[1].is) += 1;
    }
  }
  return answer;
}

Answer without_last_row(const Models& /*models*/, Answer answer) {
  answer.rows.pop_back();
  return answer;
}

Answer first_row_twice(const Models& /*models*/, Answer answer) {
  answer.rows.push_back(answer.rows.front());
  return answer;
}

Answer unreached_as_minus_one(const Models& models, Answer answer) {
  const GraphModel& graph = **models.graph();
  std::set<std::int64_t> reached;
  for (const auto& row : answer.rows) reached.insert(std::get<std::int64_t>(row[0].is));
  for (GraphModel::Index node = 0; node < graph.node_count(); ++node) {
    if (!reached.contains(graph.id(node))) answer.rows.push_back({graph.id(node), -1});
  }
  return answer;
}

/// A parent in the tree of the search, the source its own.
Answer parents(const Models& models, Answer answer) {
  const GraphModel& graph = **models.graph();
  std::map<std::int64_t, std::int64_t> levels;
  for (const auto& row : answer.rows) {
    levels[std::get<std::int64_t>(row[0].is)] = std::get<std::int64_t>(row[1].is);
  }
  for (auto& row : answer.rows) {
    const std::int64_t id = std::get<std::int64_t>(row[0].is);
    std::int64_t parent = id;
    for (const auto tail : graph.in(*graph.find(id))) {
      const auto above = levels.find(graph.id(tail));
      if (above != levels.end() && above->second == levels[id] - 1) parent = graph.id(tail);
    }
    row[1] = parent;
  }
  return answer;
}

/// What it was, times what scores sum to when a sink's score is lost.
Answer without_dangling(const Models& models, Answer answer) {
  const GraphModel& graph = **models.graph();
  const auto n = static_cast<double>(graph.node_count());
  std::vector<double> scores(graph.node_count(), 1 / n);
  for (int round = 0; round < 100; ++round) {
    std::vector<double> next(scores.size(), 0.15 / n);
    for (GraphModel::Index node = 0; node < graph.node_count(); ++node) {
      const auto out = graph.out(node);
      for (const auto head : out) {
        next[head] += 0.85 * scores[node] / static_cast<double>(out.size());
      }
    }
    scores = next;
  }
  for (auto& row : answer.rows) {
    row[1] = scores[*graph.find(std::get<std::int64_t>(row[0].is))];
  }
  return answer;
}

Answer components_of(const Models& models, Answer answer) {
  const Answer wcc = ask_kernel(models, "wcc");
  answer.rows = wcc.rows;
  return answer;
}

/// Matches of a triangle pattern by smallest, middle and largest id: parallel edges multiply.
Answer triangle_matches(const Models& models, Answer answer) {
  const GraphModel& graph = **models.graph();
  std::vector<std::map<GraphModel::Index, std::int64_t>> larger(graph.node_count());
  for (GraphModel::Index node = 0; node < graph.node_count(); ++node) {
    for (const auto head : graph.out(node)) {
      if (head != node) ++larger[std::min(node, head)][std::max(node, head)];
    }
  }
  std::int64_t matches = 0;
  for (const auto& around : larger) {
    for (const auto& [middle, first] : around) {
      for (const auto& [last, second] : larger[middle]) {
        const auto third = around.find(last);
        if (third != around.end()) matches += first * second * third->second;
      }
    }
  }
  answer.rows[0][0] = matches;
  return answer;
}

}  // namespace

TEST_CASE("an engine that gives components for communities is caught at both scales") {
  for (const char* scale : {"smoke", "sf1"}) {
    CAPTURE(scale);
    Lab("galytics", scale).check_caught("ga-cdlp", components_of);
  }
}

TEST_CASE("levels and distances that are off by one, or something else, are caught") {
  const Lab galytics("galytics", "smoke");
  for (const auto& fault :
       {one_more, without_last_row, first_row_twice, unreached_as_minus_one, parents}) {
    galytics.check_caught("ga-bfs", fault);
  }
  const Lab weighted("galytics-w", "smoke");
  for (const auto& fault : {one_more, without_last_row, first_row_twice}) {
    weighted.check_caught("ga-sssp", fault);
  }
  CHECK(galytics.verdict("ga-bfs", first_row_twice).reason.find("got it twice, want it once") !=
        std::string::npos);
}

TEST_CASE("PageRank that loses the score of sinks, or misses a row, is caught") {
  const Lab galytics("galytics", "smoke");
  for (const auto& fault : {without_dangling, without_last_row, one_more}) {
    galytics.check_caught("ga-pr", fault);
  }
  const auto near = [](const Models&, Answer answer) {
    for (auto& row : answer.rows) row[1] = std::get<double>(row[1].is) * 1.00005;
    std::reverse(answer.rows.begin(), answer.rows.end());
    return answer;
  };
  CHECK(galytics.verdict("ga-pr", near).verdict == Verdict::Pass);
}

TEST_CASE("triangles counted as often as their edges are caught") {
  const Lab gap("gap", "smoke");
  gap.check_caught("gap-tc", triangle_matches);
  gap.check_caught("gap-tc", [](const Models&, Answer answer) {
    answer.rows[0][0] = std::get<std::int64_t>(answer.rows[0][0].is) * 6;
    return answer;
  });
}

TEST_CASE("sources reach half of all edges, at every scale, and there are 64 of them") {
  for (const auto& [workload, scale] : std::vector<std::pair<const char*, const char*>>{
           {"g500", "smoke"}, {"g500", "sf1"}, {"gap", "smoke"}, {"galytics", "smoke"}}) {
    CAPTURE(workload);
    CAPTURE(scale);
    const Lab lab(workload, scale);
    const GraphModel& graph = **lab.models().graph();
    const Pool& pool = lab.bound().pools.at("kernel-source");
    CHECK(pool.draws.size() == 64);
    CHECK(pool.strata == std::vector<std::string>{"low", "middle", "hub"});
    std::set<std::int64_t> sources;
    for (const Draw& draw : pool.draws) {
      const std::int64_t source = std::get<std::int64_t>(draw.params.at(0).is);
      sources.insert(source);
      std::int64_t reached = 0;
      for (const auto& row : ask_kernel(lab.models(), "bfs", draw.params).rows) {
        reached += std::ssize(graph.out(*graph.find(std::get<std::int64_t>(row[0].is))));
      }
      CHECK(reached * 2 >= graph.edge_count());
    }
    CHECK(sources.size() == 64);
  }
}

TEST_CASE("a list of sources has four different ones, and every list is another") {
  const Lab gap("gap", "smoke");
  const Pool& pool = gap.bound().pools.at("kernel-sources");
  CHECK(pool.draws.size() == 64);
  std::set<std::set<std::int64_t>> lists;
  for (const Draw& draw : pool.draws) {
    std::set<std::int64_t> list;
    for (const Value& id : std::get<List>(draw.params.at(0).is)) {
      list.insert(std::get<std::int64_t>(id.is));
    }
    CHECK(list.size() == 4);
    lists.insert(list);
  }
  CHECK(lists.size() == 64);
}

TEST_CASE("where nobody reaches half of the edges, the largest component's out-edges must do") {
  WeighedGraph apart;
  for (std::int64_t id = 0; id < 20; ++id) apart.ids.push_back(id);
  for (std::int64_t id = 1; id < 12; ++id) apart.edges.push_back({id, 0, 1});    // a star, inwards
  for (std::int64_t id = 13; id < 19; ++id) apart.edges.push_back({12, id, 1});  // a smaller one
  const Models models = apart.models();
  const BoundParameters bound = *bind_parameters(built_in("g500"), models, Seed{3});
  std::set<std::int64_t> sources;
  for (const Draw& draw : bound.pools.at("kernel-source").draws) {
    sources.insert(std::get<std::int64_t>(draw.params.at(0).is));
  }
  CHECK(sources == std::set<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});

  const Models empty = WeighedGraph{{1, 2}, {}}.models();
  const BoundParameters unbound = *bind_parameters(built_in("g500"), empty, Seed{3});
  CHECK(unbound.unbound.contains("kernel-source"));
}

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.h"

namespace gb {

/// datasets §9.1
struct GridParams {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  bool diagonal = false;
};

/// Directed G(n, p): every ordered pair of different nodes with probability p, 0 < p < 1 (§9.2).
struct ErParams {
  std::int64_t n = 0;
  double p = 0;
};

/// Every node has `degree` out-edges to different other nodes (§9.3).
struct UniformParams {
  std::int64_t n = 0;
  std::int64_t degree = 0;
};

/// Out-degrees by a discrete power law d^-gamma on [min_degree, max_degree] (§9.4).
struct PowerlawParams {
  std::int64_t n = 0;
  double gamma = 0;             // above 1
  std::int64_t min_degree = 1;  // below 1 counts as 1
  std::int64_t max_degree = 0;  // below n
};

/// Recursive matrix, 2^scale nodes (§9.5). Self loops and duplicates are kept.
struct RmatParams {
  std::int64_t scale = 0;                          // 1 to 30
  std::int64_t edge_factor = 0;                    // edges per node
  std::array<double, 4> initiator = {0, 0, 0, 0};  // all zero: 0.57, 0.19, 0.19, 0.05
  bool weighted = false;                           // an integer weight w from 1 to 255
};

/// Uniformly random edges with weights from 1 to 255, 2^scale nodes (§9.6).
struct UrandParams {
  std::int64_t scale = 0;        // 1 to 30
  std::int64_t edge_factor = 0;  // 0: 16
};

/// LinkBench-shaped (§9.7).
struct LbParams {
  std::int64_t nodes = 0;  // 0: 10000
};

/// FinBench-shaped (§9.8). 0 means the default everywhere.
struct FinParams {
  std::int64_t accounts = 0;    // 10000
  std::int64_t days = 0;        // 30
  std::int64_t tx_per_day = 0;  // 10000
  double hub_fraction = 0;      // 0.01
};

/// SNB-shaped (§9.9). 0 means the default everywhere.
struct SocialParams {
  std::int64_t persons = 0;           // 1000, at least 5
  std::int64_t avg_friends = 0;       // 20
  std::int64_t posts_per_person = 0;  // 10
};

/// People with the same number of friends each (other-harnesses §3).
struct FriendsParams {
  std::int64_t people = 0;   // at least 2
  std::int64_t friends = 0;  // of each
};

/// A code-collaboration graph (other-harnesses §2).
struct CollabParams {
  std::int64_t ppm = 0;  // scale factor in millionths, from 10,000 to 1,000,000
};

/// An SNB-like graph of 26 files (other-harnesses §4.3); published at 300 and 3,000 persons.
struct Snb29Params {
  std::int64_t persons = 0;
};

/// A generator with its parameters and seed: the same recipe gives the same bytes on every machine.
struct Recipe {
  std::string name;  // "grid-100x100"; the generator's name for one made by hand
  std::int64_t seed = 1;
  std::variant<GridParams, ErParams, UniformParams, PowerlawParams, RmatParams, UrandParams,
               LbParams, FinParams, SocialParams, FriendsParams, CollabParams, Snb29Params>
      generator;
};

/// The seed of a generator where none is given: 42 for friends, collab and snb29, else 1.
/// Recipes have their own.
std::int64_t default_seed(const decltype(Recipe::generator)& generator);

/// The recipes workloads ask for by name (datasets §11.1, other-harnesses). NotFound, listing what
/// there is.
Result<Recipe> find_recipe(std::string_view name);
std::vector<Recipe> all_recipes();

/// InvalidArgument naming generator, parameter and value, before anything is written (datasets
/// §14).
Result<void> check_recipe(const Recipe& recipe);

}  // namespace gb

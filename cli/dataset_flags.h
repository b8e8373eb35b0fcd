#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "workloads/dataset/recipe.h"

namespace gb {

/// The flags that describe what to generate: a recipe by name, or a generator with its parameters.
/// The reference harness's spelling, `--recipe NAME` and `--kind NAME`, says the same.
class GeneratorFlags {
 public:
  void add_to(CLI::App& verb);

  /// The recipe they describe, its parameters checked. InvalidArgument for a flag that does not go
  /// with the generator, naming those that do.
  Result<Recipe> recipe(const CLI::App& verb) const;

 private:
  Result<std::string> what() const;
  Result<Recipe> by_hand(const std::string& generator) const;

  std::string what_, recipe_, kind_;
  std::int64_t seed_ = 0;
  std::int64_t n_ = 0, degree_ = 0, min_degree_ = 1, max_degree_ = 0;
  double gamma_ = 0, p_ = 0;
  std::int64_t rows_ = 0, cols_ = 0;
  bool diagonal_ = false, weighted_ = false, compute_invariants_ = false;
  std::int64_t scale_ = 0, edge_factor_ = 0;
  std::vector<double> initiator_;
  std::int64_t accounts_ = 0, days_ = 0, tx_per_day_ = 0;
  double hub_fraction_ = 0;
  std::int64_t persons_ = 0, avg_friends_ = 0, posts_per_person_ = 0;
};

}  // namespace gb

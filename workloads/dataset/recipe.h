#pragma once

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

/// A generator with its parameters and seed: the same recipe gives the same bytes on every machine.
struct Recipe {
  std::string name;  // "grid-100x100"; the generator's name for one made by hand
  std::int64_t seed = 1;
  std::variant<GridParams> generator;
};

/// The recipes workloads ask for by name (datasets §11.1). NotFound, listing what there is.
Result<Recipe> find_recipe(std::string_view name);
std::vector<Recipe> all_recipes();

/// InvalidArgument naming generator, parameter and value, before anything is written (datasets
/// §14).
Result<void> check_recipe(const Recipe& recipe);

}  // namespace gb

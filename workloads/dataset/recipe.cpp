#include "workloads/dataset/recipe.h"

#include <algorithm>

namespace gb {

std::vector<Recipe> all_recipes() {
  // datasets §11.1; every seed is 1.
  return {
      {"grid-100x100", 1, GridParams{100, 100, false}},
      {"grid-30x30", 1, GridParams{30, 30, false}},
  };
}

Result<Recipe> find_recipe(std::string_view name) {
  std::string names;
  for (Recipe& recipe : all_recipes()) {
    if (recipe.name == name) return std::move(recipe);
    names += (names.empty() ? "" : ", ") + recipe.name;
  }
  return fail(ErrorCode::NotFound, "no dataset recipe is named \"{}\"; there are {}",
              name.substr(0, 80), names);
}

}  // namespace gb

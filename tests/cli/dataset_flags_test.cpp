#include "cli/dataset_flags.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "workloads/dataset/generator.h"

namespace gb {
namespace {

/// The recipe of "gb dataset generate <words>"; what CLI11 itself refuses is InvalidArgument too.
Result<Recipe> recipe_of(std::vector<std::string> words) {
  CLI::App verb("generate");
  GeneratorFlags flags;
  flags.add_to(verb);
  std::reverse(words.begin(), words.end());
  try {
    verb.parse(words);
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::InvalidArgument, "{}", error.what());
  }
  return flags.recipe(verb);
}

std::string name_of(const std::vector<std::string>& words) {
  const auto recipe = recipe_of(words);
  return recipe ? describe(*recipe).name : recipe.error().message;
}

bool refuses(const std::vector<std::string>& words, const std::string& why) {
  const auto recipe = recipe_of(words);
  INFO((recipe ? "accepted" : recipe.error().message));
  return !recipe && recipe.error().message.find(why) != std::string::npos;
}

}  // namespace

TEST_CASE("every generator takes its parameters") {
  CHECK(name_of({"grid", "--rows", "3", "--cols", "4", "--diagonal"}) == "grid-3x4");
  CHECK(name_of({"er", "--n", "10", "--p", "1e-5"}) == "er-n10-p1e-05");
  CHECK(name_of({"uniform", "--n", "8", "--degree", "3"}) == "uniform-n8-k3");
  CHECK(name_of({"powerlaw", "--n", "10", "--gamma", "2", "--max-deg", "5"}) == "powerlaw-n10-g2");
  CHECK(name_of({"rmat", "--scale", "3", "--edge-factor", "2", "--weighted", "--initiator",
                 "0.25,0.25,0.25,0.25"}) == "rmat-s3-e2-w");
  CHECK(name_of({"urand", "--scale", "3"}) == "urand-s3-e16");
  CHECK(name_of({"lb"}) == "lb-n10000");
  CHECK(name_of({"fin", "--accounts", "20", "--days", "2", "--tx-per-day", "5", "--hub-frac",
                 "0.5"}) == "fin-a20-d2");
  CHECK(name_of({"social", "--persons", "10", "--avg-friends", "3", "--posts-per-person", "2"}) ==
        "social-p10");
  CHECK(name_of({"friends", "--persons", "5", "--degree", "2"}) == "friends-p5-f2");
  CHECK(name_of({"collab", "--scale", "50000"}) == "collab-ppm50000");
  CHECK(name_of({"snb29", "--persons", "300"}) == "snb29-p300");
}

TEST_CASE("a recipe is named as we do or as the reference does, and has its own seed") {
  CHECK(recipe_of({"er-1k"})->seed == 1);
  CHECK(recipe_of({"--recipe", "er-1k"})->name == "er-1k");
  CHECK(name_of({"--kind", "grid", "--rows", "2", "--cols", "2", "--compute-invariants"}) ==
        "grid-2x2");
  CHECK(recipe_of({"lb"})->seed == 1);
  CHECK(recipe_of({"snb29", "--persons", "300"})->seed == 42);
  CHECK(recipe_of({"lb", "--seed", "-7"})->seed == -7);
}

TEST_CASE("a flag that the generator has no use for is refused, with those it has") {
  CHECK(refuses({"grid", "--rows", "2", "--cols", "2", "--p", "0.5"},
                "grid takes no --p; it takes --seed, --rows, --cols, --diagonal"));
  CHECK(refuses({"lb", "--degree", "2"}, "lb takes no --degree"));
  CHECK(refuses({"urand", "--scale", "3", "--weighted"}, "urand takes no --weighted"));
  CHECK(refuses({"er-1k", "--seed", "1"}, "--seed does not go with a recipe"));
  CHECK(refuses({"--recipe", "er-1k", "--n", "5"}, "--n does not go with a recipe"));
}

TEST_CASE("bad input is refused by generator, parameter and value") {
  CHECK(refuses({}, "say what to generate"));
  CHECK(refuses({"er-1k", "--kind", "grid"}, "two things to generate, er-1k and grid"));
  CHECK(refuses({"--kind", "er-1k"}, "no generator is named \"er-1k\""));
  CHECK(refuses({"grdi"}, "generators: grid, er,"));
  CHECK(refuses({"er", "--n", "10", "--p", "nan"}, "er: p must lie between 0 and 1"));
  CHECK(refuses({"er", "--n", "10", "--p", "inf"}, "er: p must lie between 0 and 1"));
  CHECK(refuses({"er", "--n", "10", "--p", "1e-17"}, "er: p must lie between 0 and 1"));
  CHECK(refuses({"er", "--n", "10", "--p", "much"}, "much"));
  CHECK(refuses({"er", "--n", "-1", "--p", "0.5"}, "and is -1"));
  CHECK(refuses({"er", "--n", "9223372036854775808", "--p", "0.5"}, "no whole number of 64 bits"));
  CHECK(refuses({"lb", "--seed", "99999999999999999999"}, "no whole number of 64 bits"));
  CHECK(refuses({"grid", "--rows", "1.5", "--cols", "2"}, "no whole number of 64 bits"));
  CHECK(refuses({"fin", "--hub-frac", "nan"}, "fin: hub-frac must lie in [0, 1]"));
  CHECK(refuses({"rmat", "--scale", "3", "--edge-factor", "1", "--initiator", "0.5,0.5"},
                "initiator must be four numbers with commas between, not 2"));
  CHECK(refuses({"rmat", "--scale", "3", "--edge-factor", "1", "--initiator", "nan,0,0,1"},
                "no negative entry"));
  CHECK(refuses({"social", "--persons", "4"}, "social: persons must be from 5"));
}

}  // namespace gb

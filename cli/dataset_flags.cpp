#include "cli/dataset_flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace gb {
namespace {

/// A generator and the flags it takes, --seed apart.
struct Kind {
  std::string_view name;
  std::vector<std::string_view> flags;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kKinds = {
      {"grid", {"--rows", "--cols", "--diagonal"}},
      {"er", {"--n", "--p"}},
      {"uniform", {"--n", "--degree"}},
      {"powerlaw", {"--n", "--gamma", "--min-deg", "--max-deg"}},
      {"rmat", {"--scale", "--edge-factor", "--initiator", "--weighted"}},
      {"urand", {"--scale", "--edge-factor"}},
      {"lb", {"--n"}},
      {"fin", {"--accounts", "--days", "--tx-per-day", "--hub-frac"}},
      {"social", {"--persons", "--avg-friends", "--posts-per-person"}},
      {"friends", {"--persons", "--degree"}},
      {"collab", {"--scale"}},
      {"snb29", {"--persons"}},
  };
  return kKinds;
}

constexpr std::array<std::string_view, 23> kParameters = {"--seed",
                                                          "--n",
                                                          "--degree",
                                                          "--gamma",
                                                          "--min-deg",
                                                          "--max-deg",
                                                          "--p",
                                                          "--rows",
                                                          "--cols",
                                                          "--diagonal",
                                                          "--scale",
                                                          "--edge-factor",
                                                          "--initiator",
                                                          "--weighted",
                                                          "--accounts",
                                                          "--days",
                                                          "--tx-per-day",
                                                          "--hub-frac",
                                                          "--persons",
                                                          "--avg-friends",
                                                          "--posts-per-person",
                                                          "--compute-invariants",
                                                          "--kind"};

/// CLI11 would make the nearest 64-bit number of a longer one.
std::string whole_number_problem(const std::string& text) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  std::int64_t number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size()) return {};
  return fmt::format("\"{}\" is no whole number of 64 bits", text.substr(0, 80));
}

CLI::Option* add_integer(CLI::App& verb, const std::string& name, std::int64_t& value,
                         const std::string& what) {
  return verb.add_option(name, value, what)->check(CLI::Validator(whole_number_problem, ""));
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    text += (text.empty() ? "" : ", ") + std::string(word);
  }
  return text;
}

std::string kind_names() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  return joined(names);
}

const Kind* find_kind(std::string_view name) {
  const auto found = std::find_if(kinds().begin(), kinds().end(),
                                  [&](const Kind& kind) { return kind.name == name; });
  return found == kinds().end() ? nullptr : &*found;
}

/// No parameter may be given that `kind` has no use for; none at all for a recipe.
Result<void> refuse_unused(const CLI::App& verb, std::string_view what, const Kind* kind) {
  for (const std::string_view flag : kParameters) {
    if (verb.count(std::string(flag)) == 0 || (flag == "--kind" && kind != nullptr)) continue;
    if (kind == nullptr) {
      return fail(ErrorCode::InvalidArgument,
                  "{} does not go with a recipe: {} fixes every parameter", flag, what);
    }
    const bool used = flag == "--seed" || flag == "--compute-invariants" ||
                      std::find(kind->flags.begin(), kind->flags.end(), flag) != kind->flags.end();
    if (!used) {
      return fail(ErrorCode::InvalidArgument, "{} takes no {}; it takes --seed, {}", kind->name,
                  flag, joined(kind->flags));
    }
  }
  return {};
}

}  // namespace

void GeneratorFlags::add_to(CLI::App& verb) {
  verb.add_option("what", what_,
                  "A recipe (gb dataset list names them) or a generator: " + kind_names());
  verb.add_option("--recipe", recipe_, "A recipe, as the reference harness spells it");
  verb.add_option("--kind", kind_, "A generator, as the reference harness spells it");
  add_integer(verb, "--seed", seed_,
              "Seed of a generator; 1, and 42 for friends, collab and snb29, where not given");
  add_integer(verb, "--n", n_, "uniform, powerlaw, er: nodes; lb: nodes, 0 for 10000");
  add_integer(verb, "--degree", degree_, "uniform: out-edges a node; friends: friends a person");
  verb.add_option("--gamma", gamma_, "powerlaw: exponent, above 1");
  add_integer(verb, "--min-deg", min_degree_, "powerlaw: least degree")->capture_default_str();
  add_integer(verb, "--max-deg", max_degree_, "powerlaw: highest degree, below n");
  verb.add_option("--p", p_, "er: probability of an edge, between 0 and 1");
  add_integer(verb, "--rows", rows_, "grid: rows");
  add_integer(verb, "--cols", cols_, "grid: columns");
  verb.add_flag("--diagonal", diagonal_, "grid: also the diagonals");
  add_integer(verb, "--scale", scale_,
              "rmat, urand: 2^scale nodes, 1 to 30; collab: scale factor in millionths");
  add_integer(verb, "--edge-factor", edge_factor_, "rmat, urand: edges a node; urand: 0 for 16");
  verb.add_option("--initiator", initiator_,
                  "rmat: four probabilities, \"0.57,0.19,0.19,0.05\" where not given")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_flag("--weighted", weighted_, "rmat: a weight w from 1 to 255 on each edge");
  add_integer(verb, "--accounts", accounts_, "fin: accounts, 0 for 10000");
  add_integer(verb, "--days", days_, "fin: days, 0 for 30");
  add_integer(verb, "--tx-per-day", tx_per_day_, "fin: transfers a day, 0 for 10000");
  verb.add_option("--hub-frac", hub_fraction_, "fin: share of hub accounts, 0 for 0.01");
  add_integer(verb, "--persons", persons_, "social (0 for 1000), friends, snb29: persons");
  add_integer(verb, "--avg-friends", avg_friends_, "social: friends a person, 0 for 20");
  add_integer(verb, "--posts-per-person", posts_per_person_, "social: posts a person, 0 for 10");
  verb.add_flag("--compute-invariants", compute_invariants_,
                "Taken from the reference harness; invariants with a closed form are always there");
}

Result<std::string> GeneratorFlags::what() const {
  std::string chosen;
  for (const std::string& name : {what_, recipe_, kind_}) {
    if (name.empty()) continue;
    if (!chosen.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  "two things to generate, {} and {}: name one recipe or generator", chosen, name);
    }
    chosen = name;
  }
  if (chosen.empty()) {
    return fail(ErrorCode::InvalidArgument,
                "say what to generate: a recipe (gb dataset list names them) or one of {}",
                kind_names());
  }
  return chosen;
}

Result<Recipe> GeneratorFlags::recipe(const CLI::App& verb) const {
  const auto chosen = what();
  if (!chosen) return tl::unexpected(chosen.error());
  const Kind* const kind = recipe_.empty() ? find_kind(*chosen) : nullptr;
  if (kind == nullptr && !kind_.empty()) {
    return fail(ErrorCode::InvalidArgument, "no generator is named \"{}\"; there are {}",
                chosen->substr(0, 80), kind_names());
  }
  if (kind == nullptr) {
    auto recipe = find_recipe(*chosen);
    if (!recipe) {
      return fail(ErrorCode::NotFound, "{}; generators: {}", recipe.error().message, kind_names());
    }
    if (auto fine = refuse_unused(verb, *chosen, nullptr); !fine) {
      return tl::unexpected(fine.error());
    }
    return recipe;
  }
  if (auto fine = refuse_unused(verb, *chosen, kind); !fine) return tl::unexpected(fine.error());
  auto recipe = by_hand(*chosen);
  if (!recipe) return recipe;
  recipe->seed = verb.count("--seed") > 0 ? seed_ : default_seed(recipe->generator);
  if (auto checked = check_recipe(*recipe); !checked) return tl::unexpected(checked.error());
  return recipe;
}

Result<Recipe> GeneratorFlags::by_hand(const std::string& generator) const {
  Recipe recipe;
  recipe.name = generator;
  if (generator == "grid") recipe.generator = GridParams{rows_, cols_, diagonal_};
  if (generator == "er") recipe.generator = ErParams{n_, p_};
  if (generator == "uniform") recipe.generator = UniformParams{n_, degree_};
  if (generator == "powerlaw") {
    recipe.generator = PowerlawParams{n_, gamma_, min_degree_, max_degree_};
  }
  if (generator == "rmat") {
    RmatParams params{scale_, edge_factor_, {}, weighted_};
    if (!initiator_.empty() && initiator_.size() != params.initiator.size()) {
      return fail(ErrorCode::InvalidArgument,
                  "rmat: initiator must be four numbers with commas between, not {}",
                  initiator_.size());
    }
    std::copy(initiator_.begin(), initiator_.end(), params.initiator.begin());
    recipe.generator = params;
  }
  if (generator == "urand") recipe.generator = UrandParams{scale_, edge_factor_};
  if (generator == "lb") recipe.generator = LbParams{n_};
  if (generator == "fin") {
    recipe.generator = FinParams{accounts_, days_, tx_per_day_, hub_fraction_};
  }
  if (generator == "social") {
    recipe.generator = SocialParams{persons_, avg_friends_, posts_per_person_};
  }
  if (generator == "friends") recipe.generator = FriendsParams{persons_, degree_};
  if (generator == "collab") recipe.generator = CollabParams{scale_};
  if (generator == "snb29") recipe.generator = Snb29Params{persons_};
  return recipe;
}

}  // namespace gb

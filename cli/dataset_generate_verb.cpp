#include <nlohmann/json.hpp>

#include "cli/dataset_flags.h"
#include "cli/dataset_text.h"
#include "cli/interrupt_watch.h"
#include "cli/row_progress.h"
#include "cli/subjects.h"
#include "workloads/dataset/cache.h"

namespace gb {
namespace {

struct GenerateFlags {
  GeneratorFlags generator;
  std::string out = "datasets";
  unsigned threads = 0;
};

Result<ExitCode> generate(const GenerateFlags& flags, const CLI::App& verb,
                          const Context& context) {
  const auto recipe = flags.generator.recipe(verb);
  if (!recipe) return tl::unexpected(recipe.error());
  const InterruptWatch interrupt;
  RowProgress progress(recipe->name, "rows", context.quiet);
  const auto made =
      generate_dataset(*recipe, flags.out,
                       [&](std::int64_t rows, std::int64_t total) { progress.show(rows, total); },
                       interrupt.token(), {.threads = flags.threads});
  progress.clear();
  if (!made) return tl::unexpected(made.error());
  if (!made->note.empty()) note(made->note);
  if (context.chosen_format() == "json") {
    nlohmann::json json = dataset_json(made->dataset);
    json["already_there"] = made->already_there;
    json["note"] = made->note;
    print(json.dump(2) + "\n");
  } else {
    print(dataset_line(made->dataset, made->already_there ? "(cached)" : ""));
  }
  return ExitCode::Done;
}

}  // namespace

void add_dataset_generate(CLI::App& parent, Context& context, const std::string& name) {
  CLI::App* verb =
      context.verb(parent, name, "Generate a dataset: a recipe, or a generator with parameters",
                   "gb dataset generate grid --rows 100 --cols 100 --out datasets");
  const auto flags = std::make_shared<GenerateFlags>();
  flags->generator.add_to(*verb);
  verb->add_option("--out", flags->out, "Folder to put the dataset's folder in")
      ->capture_default_str();
  verb->add_option("--threads", flags->threads,
                   "Threads to generate with; the bytes are the same for any (default: all cores)")
      ->check(CLI::Range(1U, 1024U))
      ->envname("GRAPH_BENCH_THREADS");
  context.runs(verb, [flags, verb, &context] { return generate(*flags, *verb, context); });
}

}  // namespace gb

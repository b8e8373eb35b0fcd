#include <set>

#include "cli/documents.h"
#include "cli/embedded_lab.h"
#include "cli/matrix_file.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "cli/verbs.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

struct RunFlags {
  std::vector<std::string> workloads, engines;
  std::vector<std::string> scales = {"smoke"};
  std::uint32_t rounds = 1;
  std::string out = "results";
  std::string datasets;
  std::string catalogue;
  bool resources = false;
  MeasureFlags measure;
};

Result<v1::MatrixSpec> spec_of(const RunFlags& flags, const std::string& machine) {
  v1::MatrixSpec spec;
  spec.set_name("gb-run");
  for (const std::string& engine : split_list(flags.engines))
    *spec.add_engines() = parse_engine(engine);
  for (const std::string& workload : split_list(flags.workloads)) spec.add_workloads(workload);
  for (std::string scale : split_list(flags.scales)) {
    for (char& c : scale) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    spec.add_scales(scale);
  }
  spec.add_machines(machine);
  spec.set_rounds(flags.rounds);
  spec.set_max_attempts(1);  // a person is watching; a lab retries
  auto settings = flags.measure.settings();
  if (!settings) return tl::unexpected(settings.error());
  *spec.mutable_settings() = *settings;
  return spec;
}

Result<ExitCode> run(const RunFlags& flags, const Context& context) {
  auto lab = EmbeddedLab::start({datasets_folder(flags.datasets), flags.catalogue});
  if (!lab) return tl::unexpected(lab.error());
  LabClient& client = (*lab)->client();

  const auto spec = spec_of(flags, (*lab)->machine());
  if (!spec) return tl::unexpected(spec.error());
  const auto submitted = client.submit(*spec);
  if (!submitted) return tl::unexpected(submitted.error());

  MatrixProgress progress(context.quiet);
  const auto ended = client.watch(submitted->matrix_id(), [&](const v1::MatrixView& view) {
    progress.show(view);
    return !interrupted();
  });
  progress.clear();
  if (!ended) return tl::unexpected(ended.error());

  const auto documents = fetch_documents(client, submitted->matrix_id(), flags.out, context.quiet);
  if (!documents) return tl::unexpected(documents.error());
  ReportOptions options;
  options.resources = flags.resources;
  if (!documents->empty()) {
    if (auto shown = present_documents(*documents, context, "", options); !shown)
      return tl::unexpected(shown.error());
  }
  return judge_matrix(*ended);
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(
      app, "run", "Run workloads on engines of this machine: load, verify, warm, measure",
      "gb run --workload micro-read --scale sf1 --engines sqlite,sqlite-mem");
  const auto flags = std::make_shared<RunFlags>();
  verb->add_option("--workload,--workloads", flags->workloads,
                   "Workloads, comma-separated or repeated")
      ->required();
  verb->add_option("--engines,--engine", flags->engines,
                   "Engines as name or name@version, comma-separated or repeated")
      ->required();
  verb->add_option("--scale,--scales", flags->scales, "smoke, sf1")->capture_default_str();
  verb->add_option("--rounds", flags->rounds, "Repeat everything; the engine order alternates")
      ->check(CLI::Range(1U, 10'000U))
      ->capture_default_str();
  verb->add_option("--out", flags->out, "Root folder of result documents")->capture_default_str();
  verb->add_option("--datasets", flags->datasets, "Folder of datasets")
      ->envname("GRAPH_BENCH_DATA");
  verb->add_option("--catalogue", flags->catalogue,
                   "Folder of workloads to use in place of the built-in catalogue")
      ->envname("GRAPH_BENCH_CATALOGUE");
  verb->add_flag("--resources", flags->resources,
                 "Also print the resource table, as gb report does");
  flags->measure.add_to(*verb);
  context.runs(verb, [flags, &context] { return run(*flags, context); });
}

}  // namespace gb

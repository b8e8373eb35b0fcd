#include "cli/embedded_lab.h"
#include "cli/follow.h"
#include "cli/matrix_file.h"
#include "cli/settings.h"
#include "cli/verbs.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

struct RunFlags {
  std::vector<std::string> workloads, engines;
  std::vector<std::string> scales = {"smoke"};
  std::uint32_t rounds = 1;
  FollowFlags follow{.out = "results"};
  std::string datasets;
  std::string catalogue;
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

  return follow_matrix(client, submitted->matrix_id(), flags.follow, context);
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
  verb->add_option("--scale,--scales", flags->scales,
                   "Scales such as smoke, sf1, comma-separated or repeated")
      ->capture_default_str();
  verb->add_option("--rounds", flags->rounds, "Repeat everything; the engine order alternates")
      ->check(CLI::Range(1U, 10'000U))
      ->capture_default_str();
  flags->follow.add_to(*verb);
  verb->add_option("--datasets", flags->datasets, "Folder of datasets")
      ->envname("GRAPH_BENCH_DATA");
  verb->add_option("--catalogue", flags->catalogue,
                   "Folder of workloads to use in place of the built-in catalogue")
      ->envname("GRAPH_BENCH_CATALOGUE");
  flags->measure.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] { return run(*flags, context); });
}

}  // namespace gb

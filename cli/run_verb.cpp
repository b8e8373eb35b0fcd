#include <optional>

#include "cli/documents.h"
#include "cli/embedded_lab.h"
#include "cli/follow.h"
#include "cli/matrix_file.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/base/clock.h"
#include "workloads/verify/askable.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

struct RunFlags {
  std::vector<std::string> workloads, engines;
  std::vector<std::string> scales = {"smoke"};
  std::uint32_t rounds = 1;
  FollowFlags follow{.out = "results"};
  std::string datasets;
  std::string workloads_folder;
  MeasureFlags measure;
};

/// Workloads that cannot be asked are refused before anything is started; unknown names are the
/// lab's to refuse.
Result<void> check_named(const RunFlags& flags) {
  const auto catalogue = Catalogue::with_added(flags.workloads_folder);
  if (!catalogue) return tl::unexpected(catalogue.error());
  for (const std::string& name : split_list(flags.workloads)) {
    const auto workload = catalogue->find(name);
    if (!workload) continue;
    if (auto fine = check_askable(**workload); !fine) return fine;
  }
  return {};
}

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

/// A lab waits until its disk has room again. Here that disk is the temporary folder's, so that a
/// person had better be told.
class StoreTrouble {
 public:
  /// Cheap to be called often: once a second it looks.
  bool lasts(EmbeddedLab& lab) {
    if (now() < look_again_) return false;
    look_again_ = now() + std::chrono::seconds(1);
    const Result<void> ready = lab.ready();
    if (ready) {
      since_.reset();
      return false;
    }
    if (!since_) since_ = now();
    if (now() - *since_ < kPatience) return false;
    why_ = {ErrorCode::Unavailable,
            "given up, in the temporary folder (TMPDIR): " + ready.error().message};
    return true;
  }
  const std::optional<Error>& why() const { return why_; }

 private:
  static constexpr Nanos kPatience = std::chrono::seconds(3);
  Instant look_again_{};
  std::optional<Instant> since_;
  std::optional<Error> why_;
};

Result<ExitCode> run(const RunFlags& flags, const Context& context) {
  if (auto writable = check_results_folder(flags.follow.out); !writable) {
    return tl::unexpected(writable.error());
  }
  if (auto fine = check_named(flags); !fine) return tl::unexpected(fine.error());
  auto lab = EmbeddedLab::start({datasets_folder(flags.datasets), flags.workloads_folder});
  if (!lab) return tl::unexpected(lab.error());
  LabClient& client = (*lab)->client();

  const auto spec = spec_of(flags, (*lab)->machine());
  if (!spec) return tl::unexpected(spec.error());
  const auto submitted = client.submit(*spec);
  if (!submitted) return tl::unexpected(submitted.error());

  StoreTrouble trouble;
  auto end = follow_matrix(client, submitted->matrix_id(), flags.follow, context, "",
                           [&] { return trouble.lasts(**lab); });
  if (const auto& why = trouble.why()) return tl::unexpected(*why);
  return end;
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(
      app, "run", "Run workloads on engines of this machine: load, verify, warm, measure",
      "gb run --workload micro-read --scale sf1 --engines sqlite,sqlite-mem");
  const auto flags = std::make_shared<RunFlags>();
  verb->add_option("--workload", flags->workloads, "Workloads, comma-separated or repeated")
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
  add_workloads_flag(*verb, flags->workloads_folder);
  flags->measure.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] { return run(*flags, context); });
}

}  // namespace gb

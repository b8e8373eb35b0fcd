#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace gb {

// One verb per file; each adds itself and its flags to the program.
void add_run(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_noise(CLI::App& app, Context& context);
void add_ab(CLI::App& app, Context& context);
void add_gate(CLI::App& app, Context& context);
void add_history(CLI::App& app, Context& context);
void add_verdict(CLI::App& app, Context& context);
void add_inventory(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_import(CLI::App& app, Context& context);
void add_schema(CLI::App& app, Context& context);
void add_annotate(CLI::App& app, Context& context);  // gb annotate, gb withdraw
void add_matrix(CLI::App& app, Context& context);
void add_agent(CLI::App& app, Context& context);
void add_dataset(CLI::App& app, Context& context);
void add_workload(CLI::App& app, Context& context);
void add_engine(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_aliases(CLI::App& app, Context& context);  // gb list ..., gb generate
void add_completion(CLI::App& app, Context& context);

}  // namespace gb

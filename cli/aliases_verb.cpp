#include "cli/subjects.h"
#include "cli/verbs.h"

namespace gb {

// The reference's spellings for people who move here: `gb list workloads`, `gb generate`.
void add_aliases(CLI::App& app, Context& context) {
  CLI::App* list = context.group(app, "list", "The same as: gb workload|engine|dataset list");
  add_workload_list(*list, context, "workloads");
  add_engine_list(*list, context, "engines");
  add_dataset_list(*list, context, "datasets");
  add_dataset_generate(app, context, "generate");
}

}  // namespace gb

#include "cli/verbs.h"
#include "core/document/schema.h"

namespace gb {

void add_schema(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(app, "schema", "Print the JSON Schema of result documents",
                                "gb schema > result-4.json");
  context.runs(verb, [] {
    print(document_schema());
    return Result<ExitCode>(ExitCode::Done);
  });
}

}  // namespace gb

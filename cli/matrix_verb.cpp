#include <fmt/format.h>

#include "cli/follow.h"
#include "cli/lists.h"
#include "cli/matrix_file.h"
#include "cli/verbs.h"

namespace gb {
namespace {

namespace v1 = graphbench::v1;

/// Follows a matrix of a lab, where it goes on when nobody watches.
Result<ExitCode> follow(LabClient& client, const std::string& matrix_id, const FollowFlags& flags,
                        const Context& context) {
  return follow_matrix(client, matrix_id, flags, context,
                       "The matrix goes on at the coordinator. Look again with: gb matrix watch " +
                           matrix_id + "\nEnd it with: gb matrix cancel " + matrix_id);
}

struct SubmitFlags {
  std::string file;
  bool wait = false;
  FollowFlags follow;
};

Result<ExitCode> submit(const SubmitFlags& flags, const Context& context) {
  const auto spec = read_matrix_file(flags.file);
  if (!spec) return tl::unexpected(spec.error());
  auto client = LabClient::dial(context.coordinator);
  if (!client) return tl::unexpected(client.error());
  const auto submitted = client->submit(*spec);
  if (!submitted) return within(flags.file, submitted.error());
  if (!flags.wait) {
    print_message(*submitted, context, [&] { return fmt::format("{}\n", submitted->matrix_id()); });
    note(fmt::format("{} cells queued. Watch them with: gb matrix watch {}",
                     submitted->cell_count(), submitted->matrix_id()));
    return ExitCode::Done;
  }
  note(fmt::format("matrix {}: {} cells", submitted->matrix_id(), submitted->cell_count()));
  return follow(*client, submitted->matrix_id(), flags.follow, context);
}

void add_submit(CLI::App& matrix, Context& context) {
  CLI::App* verb = context.verb(matrix, "submit", "Queue the cells of a matrix file",
                                "gb matrix submit lab.toml --wait");
  const auto flags = std::make_shared<SubmitFlags>();
  verb->add_option("file", flags->file, "Matrix file (docs/matrix-file.md)")->required();
  verb->add_flag("--wait", flags->wait,
                 "Watch until it ends, print the table, exit as the matrix did");
  flags->follow.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context] { return submit(*flags, context); });
}

void add_watch(CLI::App& matrix, Context& context) {
  CLI::App* verb = context.verb(matrix, "watch", "Follow a matrix until it ends",
                                "gb matrix watch ID    (gb matrix list names them)");
  struct Flags {
    std::string id;
    FollowFlags follow;
  };
  const auto flags = std::make_shared<Flags>();
  verb->add_option("id", flags->id, "Matrix id")->required();
  flags->follow.add_to(*verb);
  context.runs(verb, Prints::Results, [flags, &context]() -> Result<ExitCode> {
    auto client = LabClient::dial(context.coordinator);
    if (!client) return tl::unexpected(client.error());
    return follow(*client, flags->id, flags->follow, context);
  });
}

void add_by_id(CLI::App& matrix, Context& context, const std::string& name, const std::string& what,
               Result<v1::MatrixView> (LabClient::*ask)(const std::string&)) {
  CLI::App* verb =
      context.verb(matrix, name, what, "gb matrix " + name + " ID    (gb matrix list names them)");
  const auto id = std::make_shared<std::string>();
  verb->add_option("id", *id, "Matrix id")->required();
  context.runs(verb, [id, ask, &context]() -> Result<ExitCode> {
    auto client = LabClient::dial(context.coordinator);
    if (!client) return tl::unexpected(client.error());
    const auto view = ((*client).*ask)(*id);
    if (!view) return tl::unexpected(view.error());
    print_message(*view, context, [&] { return cells_table(*view); });
    return ExitCode::Done;
  });
}

void add_list(CLI::App& matrix, Context& context) {
  CLI::App* verb = context.verb(matrix, "list", "Matrices of the lab, newest first",
                                "gb matrix list --page-size 10");
  const auto request = std::make_shared<v1::ListMatricesRequest>();
  const auto size = std::make_shared<std::uint32_t>(50);
  const auto token = std::make_shared<std::string>();
  verb->add_option("--page-size", *size, "Rows")
      ->check(CLI::Range(1U, 500U))
      ->capture_default_str();
  verb->add_option("--page", *token, "Token of the next page, as printed under the one before");
  context.runs(verb, [request, size, token, &context]() -> Result<ExitCode> {
    request->set_page_size(*size);
    request->set_page_token(*token);
    auto client = LabClient::dial(context.coordinator);
    if (!client) return tl::unexpected(client.error());
    const auto page = client->list_matrices(*request);
    if (!page) return tl::unexpected(page.error());
    print_message(*page, context, [&] { return matrices_table(*page); });
    if (!page->next_page_token().empty()) note("More: --page " + page->next_page_token());
    return ExitCode::Done;
  });
}

}  // namespace

void add_matrix(CLI::App& app, Context& context) {
  CLI::App* matrix =
      context.group(app, "matrix", "Submit, follow, list and cancel matrices of a lab");
  add_submit(*matrix, context);
  add_watch(*matrix, context);
  add_by_id(*matrix, context, "show", "Cells of a matrix, with the reason each waits or ended",
            &LabClient::matrix);
  add_by_id(*matrix, context, "cancel", "End queued cells, stop running ones", &LabClient::cancel);
  add_list(*matrix, context);
}

}  // namespace gb

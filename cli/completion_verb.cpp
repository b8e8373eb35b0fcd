#include <fmt/format.h>

#include <algorithm>

#include "cli/verbs.h"

namespace gb {
namespace {

/// One line per verb path: "matrix submit" and what may follow it.
void collect(const CLI::App& app, const std::string& path, std::string& cases) {
  std::string words;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    words += verb->get_name() + " ";
    collect(*verb, path.empty() ? verb->get_name() : path + " " + verb->get_name(), cases);
  }
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
  }
  cases += fmt::format("    \"{}\") words=\"{}\" ;;\n", path, words);
}

/// Works in bash, and in zsh through bashcompinit.
std::string bash_script(const CLI::App& app) {
  std::string cases;
  collect(app, "", cases);
  return fmt::format(R"(# Completion of gb for bash: source <(gb completion bash)
_gb() {{
  local path="" word words=""
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$word" in -*) ;; *) path="${{path:+$path }}$word" ;; esac
  done
  # Arguments of a verb follow its path: drop words from the end until a verb is met.
  while :; do
    case "$path" in
{}    esac
    [ -n "$words" ] && break
    case "$path" in *" "*) path="${{path% *}}" ;; "") break ;; *) path="" ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -f -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _gb gb
)",
                     cases);
}

}  // namespace

void add_completion(CLI::App& app, Context& context) {
  CLI::App* verb = context.verb(app, "completion", "Print a completion script for bash or zsh",
                                "source <(gb completion bash)");
  const auto shell = std::make_shared<std::string>();
  verb->add_option("shell", *shell, "bash or zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  context.runs(verb, [shell, &app]() -> Result<ExitCode> {
    if (*shell == "zsh") print("autoload -U +X bashcompinit && bashcompinit\n");
    print(bash_script(app));
    return ExitCode::Done;
  });
}

}  // namespace gb

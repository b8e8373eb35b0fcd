#include <fmt/format.h>

#include "cli/verbs.h"

namespace gb {
namespace {

std::string long_name(const std::string& name) { return "--" + name; }

void append(std::string& list, const std::string& word) {
  list += (list.empty() ? "" : " ") + word;
}

/// What may be given for an option, from the description of its check ("TEXT:{bash,zsh}"); empty
/// when anything may.
std::string choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find(":{");
  if (begin == std::string::npos || type.back() != '}') return "";
  std::string words = type.substr(begin + 2, type.size() - begin - 3);
  for (char& c : words) c = c == ',' ? ' ' : c;
  return words;
}

/// Lines of the script's two tables: verbs and options by path ("matrix submit"), and the choices
/// of what has few, by path and option.
struct Tables {
  std::string verbs, choices;

  void add(const CLI::App& app, const std::string& path) {
    std::string below, options, valued;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
      append(below, verb->get_name());
      add(*verb, path.empty() ? verb->get_name() : path + " " + verb->get_name());
    }
    for (const CLI::Option* option : app.get_options()) {
      const std::string few = choices_of(*option);
      if (option->get_positional() && !few.empty()) add_choices(path, "", few);
      for (const std::string& name : option->get_lnames()) {
        append(options, long_name(name));
        if (option->get_items_expected_max() > 0) append(valued, long_name(name));
        if (!few.empty()) add_choices(path, long_name(name), few);
      }
    }
    verbs += fmt::format("    \"{}\") verbs=\"{}\" options=\"{}\" valued=\"{}\" ;;\n", path, below,
                         options, valued);
  }

 private:
  void add_choices(const std::string& path, const std::string& option, const std::string& words) {
    // An option of the whole program may follow any verb.
    choices += fmt::format("    {}\"{}:{}\") words=\"{}\" ;;\n", path.empty() ? "*" : "", path,
                           option, words);
  }
};

/// Works in bash, and in zsh through bashcompinit.
std::string bash_script(const CLI::App& app) {
  Tables tables;
  tables.add(app, "");
  return fmt::format(R"(# Completion of gb for bash: source <(gb completion bash)
_gb_verb() {{
  case "$1" in
{}  esac
}}
_gb() {{
  local word path="" value_of="" words="" verbs options valued shared shared_valued
  local current="${{COMP_WORDS[COMP_CWORD]}}"
  _gb_verb ""
  shared=$options shared_valued=$valued
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    if [ -n "$value_of" ] && [ "$word" != "=" ]; then
      value_of=""
      continue
    fi
    case "$word" in
      -*) case " $valued $shared_valued " in *" $word "*) value_of=$word ;; esac ;;
      *) case " $verbs " in *" $word "*) path="${{path:+$path }}$word"; _gb_verb "$path" ;; esac ;;
    esac
  done
  case "$path:$value_of" in
{}    *) if [ -z "$value_of" ]; then words=$verbs; fi ;;
  esac
  case "$current" in -*) if [ -z "$value_of" ]; then words="$options $shared"; fi ;; esac
  # Without a word to offer, readline offers files: the value of an option, or an argument.
  COMPREPLY=($(compgen -W "$words" -- "${{current#=}}"))
}}
complete -o default -F _gb gb
)",
                     tables.verbs, tables.choices);
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

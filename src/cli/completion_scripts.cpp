#include "cli/completion_scripts.hpp"

#include <map>

#include "support/error.hpp"

namespace collsim {
namespace {

// Where collsim is an alias, functions ask what it stands for. bash replaces what follows the last = only.
constexpr const char* bash = R"(# Completion of collsim for bash: source <(collsim completion bash)
_collsim() {
  local program=${BASH_ALIASES[$1]:-$1} current=${COMP_WORDS[COMP_CWORD]} line word
  [[ $current == "=" ]] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
      continue
    fi
    word=${line%%$'\t'*}
    [[ $COMP_WORDBREAKS == *=* && $word == --*=* ]] && word=${word#*=}
    COMPREPLY+=("$word")
  done < <($program completion words -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
}
complete -F _collsim collsim
)";

constexpr const char* zsh = R"(#compdef collsim
# Completion of collsim for zsh: a file _collsim in a folder of $fpath, or source <(collsim completion zsh)
_collsim() {
  local line files=0
  local -a found shown
  for line in "${(@f)$(${(z)${aliases[$words[1]]:-$words[1]}} completion words -- "${(@)words[1,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      found+=("${line%%$'\t'*}")
      shown+=("${line/$'\t'/  }")
    fi
  done
  (( $#found )) && compadd -d shown -a found
  (( files )) && _files
}
if [[ $funcstack[1] == _collsim ]]; then
  _collsim "$@"
else
  compdef _collsim collsim
fi
)";

constexpr const char* fish = R"(# Completion of collsim for fish: collsim completion fish | source
function __collsim_words
    for line in (collsim completion words -- (commandline -opc) (commandline -ct) 2>/dev/null)
        if test $line = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c collsim -f -a '(__collsim_words)'
)";

}  // namespace

std::string completion_script(const std::string& shell) {
  static const std::map<std::string, const char*> scripts = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  const auto found = scripts.find(shell);
  if (found != scripts.end()) return found->second;
  throw Error("no completion for '" + shell + "'; right would be bash, zsh or fish");
}

}  // namespace collsim

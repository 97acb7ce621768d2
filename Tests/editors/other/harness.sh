# Sourced by script/editors-test and the tests beside it: the page, a separate home for each editor,
# a terminal and a display that are typed into, and verdicts.
#
# Needs $root, $server (an absolute path) and $work, an empty folder.

page=$root/docs/editors.md
number=0 failed=0 skipped=0

# check NAME COMMAND...: waits until COMMAND succeeds, for at most twenty seconds; that is the verdict.
check() {
  local name=$1
  shift
  number=$((number + 1))
  if wait_until 20 "$@"; then
    echo "ok $number - $editor: $name"
  else
    echo "not ok $number - $editor: $name"
    "$evidence" 2>/dev/null | sed 's/^/#   /'
    failed=$((failed + 1))
  fi
}

# skip NAME REASON
skip() {
  number=$((number + 1))
  skipped=$((skipped + 1))
  echo "ok $number - $editor: $1 # skip $2"
}

# wait_until SECONDS COMMAND...: whether COMMAND succeeded in time.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

# The code block of the page after the line that names the file $1 and ends with a colon.
block_of() {
  awk -v name="\`$1\`" '
    inside && /^```/ { exit }
    inside { print; next }
    named && /^```/ { inside = 1; next }
    NF { named = index($0, name) && /:$/ }' "$page"
}

# take FILE...: writes what the page has for these files (`~/…`) to where they belong.
take() {
  local file
  for file in "$@"; do
    local path=$HOME/${file#\~/}
    mkdir -p "$(dirname "$path")"
    block_of "$file" >"$path"
    [ -s "$path" ] || echo "# the page has nothing for $file"
  done
}

# A home for the editor $1, with a notebook and its mirror as the page's first commands make them, and
# a note with a cloze that is not finished. $HOME/in and $HOME/out are what client and server say.
begin() {
  editor=$1 evidence=${2:-screen}
  export HOME=$work/$1
  unset XDG_STATE_HOME XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME COMMONPLACE_NOTEBOOK
  mkdir -p "$HOME/bin"
  cat >"$HOME/bin/commonplace" <<WRAPPER
#!/bin/sh
[ "\$1" = lsp ] || exec "$server" "\$@"
tee -a "$HOME/in" | "$server" "\$@" | tee -a "$HOME/out"
WRAPPER
  chmod +x "$HOME/bin/commonplace"
  PATH=$HOME/bin:${original_path:=$PATH}
  cd "$HOME" || return
  awk '/^```/ { inside = $0 == "```console"; next } inside && sub(/^\$ /, "")' "$page" |
    head -n 2 >commands
  sh -e commands >commands.log 2>&1 || echo "# the page's first commands fail: $(tail -n 1 commands.log)"
  printf 'The heart has ?[how many?](four chambers.\n\n#nature\n' |
    commonplace new --title 'On ponds' - >/dev/null
  commonplace mirror notes >/dev/null
  cd notes || return
}

# Whether the notebook's note has all the lines given, and no note is in conflict.
stored() {
  local text
  for text in "$@"; do
    commonplace show 'On ponds' | grep -qxF -- "$text" || return
  done
  ! commonplace conflicts | grep -q 'On ponds'
}

# Whether the client sent $1; whether the server said $1. Some clients break their lines.
sent() { tr -d ' \n' <"$HOME/in" | grep -qaF -- "$1"; }
said() { tr -d '\n' <"$HOME/out" | grep -qaF -- "$1"; }

# A terminal in which COMMAND runs.
terminal() {
  tmux -S "$HOME/tmux" -f /dev/null new-session -d -x 110 -y 30 "$*"
  tmux -S "$HOME/tmux" set -s escape-time 0
}
screen() { tmux -S "$HOME/tmux" capture-pane -p | sed 's/ *$//' | grep .; }
shows() { screen | grep -qF -- "$1"; }
end_terminal() { tmux -S "$HOME/tmux" kill-server 2>/dev/null; }

# Keys by their names, and texts, at the pace of a fast typist.
keys() {
  local key
  for key in "$@"; do
    tmux -S "$HOME/tmux" send-keys "$key"
    sleep 0.1
  done
}
types() {
  local i
  for ((i = 0; i < ${#1}; i++)); do
    tmux -S "$HOME/tmux" send-keys -l -- "${1:i:1}"
    sleep 0.1
  done
}

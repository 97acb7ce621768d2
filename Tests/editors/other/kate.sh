# Kate, on a virtual display. Facts that no picture shows are read off the messages.

kate_tests() {
  begin Kate last_messages
  take '~/.config/kate/lspclient/settings.json' '~/.config/katerc'
  # Kate asks once whether the server may be started; that is answered here.
  printf '\n[lspclient]\nAllowedServerCommandLines=%s lsp\n' "$HOME/bin/commonplace" \
    >>"$HOME/.config/katerc"
  export XDG_RUNTIME_DIR=$HOME/run
  mkdir -m 700 "$XDG_RUNTIME_DIR"
  Xvfb -displayfd 3 -screen 0 1100x700x24 3>"$HOME/display" >"$HOME/xvfb.log" 2>&1 &
  local display=$!
  wait_until 20 grep -q '[0-9]' "$HOME/display"
  DISPLAY=:$(cat "$HOME/display")
  export DISPLAY
  dbus-run-session -- "$1" --startanon 'On ponds.md' >"$HOME/kate.log" 2>&1 &
  local kate=$!

  check "starts the server" sent '"method":"textDocument/didOpen"'
  check "asks for colors" sent '"method":"textDocument/semanticTokens/'
  check "is sent why a cloze is no prompt" said '"code":"unterminated-cloze"'
  wait_until 10 focus
  presses ctrl+Home Down Down End Left alt+Return
  check "asks what mends it" sent '"method":"textDocument/codeAction"'
  sleep 2
  picture menu
  presses Down Return
  check "mends it" sent '(fourchambers).'

  presses ctrl+End
  xdotool type --delay 150 '#boo'
  check "asks for hashtags" sent '"method":"textDocument/completion"'
  check "is sent hashtags" said '"label":"#books/classics"'
  sleep 1
  presses Return ctrl+s
  check "saves into the notebook" stored '# On ponds' \
    'The heart has ?[how many?](four chambers).'
  if stored '##books'; then
    skip "writes a hashtag once" "this Kate replaces the word alone, and # is in none"
  else
    check "writes a hashtag once" stored '#books'
  fi

  presses ctrl+Home Down Down Down Down Right Right F2
  sleep 1
  presses ctrl+a
  xdotool type --delay 150 'wild'
  presses Return
  check "renames a hashtag in the files of other notes" \
    grep -q '#wild' 'Henry David Thoreau- Walden.md'
  # No window manager gives the focus back.
  wait_until 10 focus
  presses ctrl+s
  check "saves the renamed hashtag" stored '#wild'
  presses ctrl+t f
  check "formats" sent '"method":"textDocument/formatting"'
  check "asks for the outline" sent '"method":"textDocument/documentSymbol"'
  picture end
  kill "$kate" "$display" 2>/dev/null
  wait "$kate" "$display" 2>/dev/null
}

focus() {
  local window
  window=$(xdotool search --name 'On ponds.md' | tail -n 1)
  [ -n "$window" ] && xdotool windowfocus "$window" && sleep 1
}

presses() { xdotool key --delay 150 "$@"; }
picture() { ! command -v import >/dev/null || import -window root "$HOME/$1.png"; }
last_messages() { tail -c 1000 "$HOME/in"; }

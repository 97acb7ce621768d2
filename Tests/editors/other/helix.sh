# Helix, in a terminal.

helix_tests() {
  begin Helix
  take '~/.config/helix/languages.toml'
  terminal "$1" "'On ponds.md'"

  check "starts the server" sent '"method":"textDocument/didOpen"'
  types ':3'
  keys Enter
  types 'f?'
  check "shows why a cloze is no prompt" shows 'Unclosed cloze'
  types ' a'
  check "offers what mends it" shows 'Close the answer with'
  keys Enter
  check "mends it" shows '(four chambers).'

  keys g e o
  types '#boo'
  check "completes a hashtag" shows '#books/classics'
  keys Tab Enter Escape
  types ':w'
  keys Enter
  check "saves into the notebook" stored '# On ponds' \
    'The heart has ?[how many?](four chambers).' '#books'

  types ':5'
  keys Enter l l
  types ' k'
  check "tells about a hashtag" shows '#nature: 3 notes'
  keys Escape
  types ' r'
  check "asks for a hashtag's new name" shows 'rename-to:'
  keys C-u
  types '#wild'
  keys Enter
  check "renames it in the note" shows '#wild'
  check "renames it in the files of other notes" grep -q '#wild' 'Henry David Thoreau- Walden.md'
  types ':w'
  keys Enter
  check "saves the renamed hashtag" stored '#wild'

  types ' S'
  types 'walden'
  wait_until 5 said '"name":"Henry David Thoreau: Walden"'
  check "finds other notes" shows 'Henry David Thoreau: Walden'
  keys Escape Escape
  types ':format'
  keys Enter
  check "formats" sent '"method":"textDocument/formatting"'

  # Helix 25.01 sends the changes of keys that come all at once in any order.
  keys g e o
  tmux -S "$HOME/tmux" send-keys -l -- '# Keys that come all at once from a macro'
  sleep 1
  keys Escape
  types ' s'
  check "is known to the letter when keys come at once" \
    said '"name":"Keys that come all at once from a macro"'
  keys Escape Escape
  end_terminal
}

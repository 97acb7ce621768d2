# Vim with ALE, in a terminal.

vim_tests() {
  begin Vim
  take '~/.vim/vimrc' '~/.vim/ale_linters/markdown/commonplace.vim' \
    '~/.vim/after/ftplugin/markdown.vim'
  terminal "$1" "'On ponds.md'"

  check "starts the server" sent '"method":"textDocument/didOpen"'
  types ':3'
  keys Enter
  check "shows why a cloze is no prompt" shows 'Unclosed cloze'
  types 'f?\a'
  check "offers what mends it" shows 'Close the answer with'
  types 1
  keys Enter
  check "mends it" shows '(four chambers).'

  types 'Go#'
  check "completes a hashtag" shows '#books/classics'
  types 'boo'
  keys C-y Escape
  types ':w'
  keys Enter
  check "saves into the notebook" stored '# On ponds' \
    'The heart has ?[how many?](four chambers).' '#books'

  types ':5'
  keys Enter
  types 'llK'
  check "tells about a hashtag" shows '3 notes'
  types ':pclose'
  keys Enter
  types '\r'
  check "asks for a hashtag's new name" shows 'New name:'
  keys C-u
  types 'wild'
  keys Enter
  check "renames it in the note" shows '#wild'
  check "renames it in the files of other notes" grep -q '#wild' 'Henry David Thoreau- Walden.md'
  types ':w'
  keys Enter
  check "saves the renamed hashtag" stored '#wild'
  end_terminal
}

if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

-- Mini Markdown has no comments. `comments` only tells joining and formatting where a quote or a
-- list item begins.
vim.bo.commentstring = ''
vim.bo.comments = 'n:>,fb:-,fb:*,fb:+'
vim.bo.formatlistpat = [[^\s*\d\{1,9}[.)]\s\+\|^\s*[-*+]\s\+]]
vim.opt_local.formatoptions:append('n')

-- A paragraph is one long line: it is shown broken at words, but the text has no line breaks.
vim.opt_local.wrap = true
vim.opt_local.linebreak = true
vim.opt_local.breakindent = true

vim.b.undo_ftplugin = 'setlocal commentstring< comments< formatlistpat< formatoptions<'
  .. ' wrap< linebreak< breakindent<'

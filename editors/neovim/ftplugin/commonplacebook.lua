-- The record of a note's book: fields and values in a syntax like YAML.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = '# %s'
vim.bo.comments = 'b:#'
vim.bo.expandtab = true
vim.bo.shiftwidth = 2

vim.b.undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth<'

if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.opt_local.wrap = false
vim.opt_local.cursorline = true

require('commonplace.listing').map(0, {
  ['<CR>'] = '<Plug>(commonplace-open)',
  f = '<Plug>(commonplace-filter)',
  s = '<Plug>(commonplace-sort)',
})

vim.b.undo_ftplugin = 'setlocal wrap< cursorline<'

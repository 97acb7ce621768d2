if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.opt_local.wrap = false
vim.opt_local.cursorline = true
vim.opt_local.foldmethod = 'expr'
vim.opt_local.foldexpr = "v:lua.require'commonplace.tag_tree'.fold(v:lnum)"
vim.opt_local.foldtext = 'getline(v:foldstart)'
vim.opt_local.foldlevel = 99
vim.opt_local.fillchars:append({ fold = ' ' })

require('commonplace.listing').map(0, {
  ['<CR>'] = '<Plug>(commonplace-open)',
  ['<Tab>'] = 'za',
})

vim.b.undo_ftplugin = 'setlocal wrap< cursorline< foldmethod< foldexpr< foldtext< foldlevel<'
  .. ' fillchars<'

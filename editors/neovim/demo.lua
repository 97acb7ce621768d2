-- What `script/demo nvim` starts Neovim with: the plugin, a notebook, and nothing of the user's own.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
vim.opt.runtimepath:prepend(vim.fs.normalize(here))
vim.o.termguicolors = true
vim.o.completeopt = 'menuone,noinsert,popup'
vim.diagnostic.config({ virtual_text = true, update_in_insert = true })

require('commonplace').setup({
  cmd = { vim.env.COMMONPLACE_BIN, 'lsp' },
  notebook = vim.env.COMMONPLACE_NOTEBOOK,
})

-- Scheduled: within the autocommand itself, opening a note would not fire the plugin's own.
vim.api.nvim_create_autocmd('VimEnter', {
  once = true,
  callback = vim.schedule_wrap(function()
    vim.cmd('Commonplace notes')
    vim.cmd('redraw')
    vim.api.nvim_echo({ { 'Type #, ?[hint](answer), or :Commonplace search' } }, false, {})
  end),
})

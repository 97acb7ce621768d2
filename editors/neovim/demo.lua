-- The configuration of `script/demo nvim`: the plugin and a notebook, without the user's own
-- configuration.
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
vim.opt.runtimepath:prepend(vim.fs.normalize(here))
vim.o.termguicolors = true

require('commonplace').setup({
  cmd = { vim.env.COMMONPLACE_BIN, 'lsp' },
  notebook = vim.env.COMMONPLACE_NOTEBOOK,
})

-- Scheduled, because opening a note inside an autocommand would not run the plugin's autocommands.
vim.api.nvim_create_autocmd('VimEnter', {
  once = true,
  callback = vim.schedule_wrap(function()
    local ok, message = pcall(require('commonplace').notes)
    if not ok then
      vim.api.nvim_echo({ { tostring(message), 'ErrorMsg' } }, true, {})
    end
  end),
})

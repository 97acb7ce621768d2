-- Runs every spec, each test in a separate editor, and prints TAP. Its arguments are environment
-- variables:
--
--   COMMONPLACE_BIN  the server                      (required)
--   NVIM             the editor under test           (this editor when absent)
--   SPEC             only specs whose file name contains this
--
-- nvim --headless --clean -c 'luafile Tests/editors/neovim/run.lua'

local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
package.path = here .. '/?.lua;' .. package.path

-- Nothing that a test starts finds or leaves anything in the user's own folders.
vim.env.HOME = vim.fn.tempname()
vim.fn.mkdir(vim.env.HOME, 'p')
for _, kind in ipairs({ 'CACHE', 'CONFIG', 'DATA', 'STATE' }) do
  vim.env['XDG_' .. kind .. '_HOME'] = nil
end

local harness = require('harness')
local ok, failures = pcall(harness.run, here)
if not ok then
  harness.print('Bail out! ' .. failures)
end
vim.cmd((ok and failures == 0) and 'qall!' or 'cquit')

-- The server without the plugin: `vim.lsp.enable('commonplace')`.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal = harness.test, harness.check, harness.equal

--- Enables the configuration with the server under test; without the plugin unless `is_loaded`.
local function enable(editor, is_loaded)
  editor:start_bare()
  editor:lua(
    [[
    local path, server, is_loaded = ...
    vim.g.loaded_commonplace = is_loaded or nil
    local config = dofile(path)
    config.cmd = { server, 'lsp' }
    vim.lsp.config('commonplace', config)
    vim.lsp.enable('commonplace')
    vim.api.nvim_clear_autocmds({ group = 'commonplace' })
    vim.cmd('edit note.mmd | setfiletype minimarkdown')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { '# Title', '', '?[hint](answer' })
    ]],
    Editor.root .. '/editors/neovim/lsp/commonplace.lua',
    editor.server,
    is_loaded
  )
end

if vim.fn.has('nvim-0.11') == 1 then
  test('without the plugin files have colors and diagnostics', function(editor)
    enable(editor, false)
    editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
    editor:wait('a color', [[
      local found = vim.inspect_pos(0, 0, 2).semantic_tokens[1]
      return found and found.opts.hl_group == '@lsp.type.heading.minimarkdown'
    ]])
  end)

  test('with the plugin the configuration starts nothing', function(editor)
    enable(editor, true)
    equal(#editor:lua('return vim.lsp.get_clients()'), 0, 'servers')
    check(editor:lua('return vim.lsp.is_enabled and vim.lsp.is_enabled("commonplace") ~= false'))
  end)
end

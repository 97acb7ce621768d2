-- The notebook's status in the status line.
local harness = require('harness')
local test, check = harness.test, harness.check

test('the status line shows whether all is published', function(editor)
  editor:start_with_notebook()
  editor:lua("_G.told = 0")
  editor:lua([[
    vim.api.nvim_create_autocmd('User', {
      pattern = 'CommonplaceStatus',
      callback = function() _G.told = _G.told + 1 end,
    })
  ]])
  editor:lua("require('commonplace.client').request('commonplace/listNotes', {})")
  editor:wait('the status', [[return require('commonplace').status() ~= '']])
  local line = editor:lua([[
    local text = "%{v:lua.require'commonplace'.status()}"
    return vim.api.nvim_eval_statusline(text, {}).str
  ]])
  check(line:find('^[^:]+: published$') ~= nil, line)
  check(editor:lua('return _G.told') > 0, 'no event')
end)

local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

test('a diagnostic comes and goes while typing', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '' })
  editor:type('iThe 😀 ?[hint](answer')
  local found = editor:wait('a diagnostic', [[
    local found = vim.diagnostic.get(0)
    return #found > 0 and vim.tbl_map(function(d)
      return { source = d.source, code = d.code or d.user_data.lsp.code, lnum = d.lnum, col = d.col }
    end, found)
  ]])
  equal(found[1].source, 'commonplace', 'the source')
  check(found[1].code:match('^[a-z]+[a-z-]*$'), ('%q is no kebab-case code'):format(found[1].code))
  equal(#found, 1, 'the diagnostic is shown once')
  equal(found[1].lnum, 0, 'the line')
  check(found[1].col >= #'The 😀 ', 'the column is in bytes, after the emoji')
  equal(editor:lua('return vim.fn.mode()'), 'i', 'while still in insert mode')
  editor:type(')')
  editor:wait('no diagnostic', [[return #vim.diagnostic.get(0) == 0]])
  equal(editor:lua('return vim.fn.mode()'), 'i', 'while still in insert mode')
end)

test('the diagnostics option concerns this server alone', function(editor)
  editor:start_with_notebook({ diagnostics = { virtual_text = true, update_in_insert = true } })
  editor:scratch({ '' })
  editor:type('i?[hint](answer')
  editor:wait('virtual text while in insert mode', [[
    for _, namespace in pairs(vim.diagnostic.get_namespaces()) do
      local shown = namespace.user_data.virt_text_ns
      if shown and #vim.api.nvim_buf_get_extmarks(0, shown, 0, -1, {}) > 0 then
        return true
      end
    end
  ]])
  local global = editor:lua('return vim.diagnostic.config().update_in_insert')
  check(not global, 'the global configuration is untouched')
end)

test('a missing notebook leaves highlighting and diagnostics', function(editor)
  editor:start({ notebook = editor.directory .. '/missing.libnotes' })
  editor:scratch({ '?[hint](answer' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
end)

local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

test('a diagnostic comes and goes while typing', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '' })
  editor:type('iThe 😀 ?[hint](answer')
  editor:wait('the typed text', [[return vim.fn.getline(1) == 'The 😀 ?[hint](answer']])
  local found = editor:wait('a diagnostic', [[
    local found = vim.diagnostic.get(0)
    return #found > 0 and vim.tbl_map(function(d)
      local code = d.code or d.user_data.lsp.code
      return { source = d.source, code = code, lnum = d.lnum, col = d.col }
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

--- In the editor: what its first screen line shows.
local screen_line = [[
  vim.cmd('redraw')
  local cells = {}
  for column = 1, vim.o.columns do
    table.insert(cells, vim.fn.screenstring(1, column))
  end
  local line = table.concat(cells)
]]

test('the reason is on the screen while one types', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '' })
  editor:type('i?[hint](answer')
  editor:wait('the reason', screen_line .. [[
    local found = vim.diagnostic.get(0)[1]
    return found and line:find('?[hint](answer', 1, true)
      and line:find(found.message:sub(1, 30), 1, true)
  ]])
  equal(editor:lua('return vim.fn.mode()'), 'i', 'the mode')
end)

test("showing the reason concerns this server's diagnostics alone", function(editor)
  editor:start_with_notebook()
  local before = editor:lua('return vim.diagnostic.config()')
  editor:scratch({ '?[hint](answer' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  equal(editor:lua('return vim.diagnostic.config()'), before, 'the options of all diagnostics')
end)

--- In the editor: the options of the namespaces in which this server's diagnostics are shown.
local namespace_options = [[
  local id = require('commonplace.client').running().id
  return vim.tbl_map(function(namespace)
    return vim.diagnostic.config(nil, namespace)
  end, require('commonplace.diagnostics').namespaces(id))
]]

--- The options, where every namespace has the same.
local function options_of(editor)
  editor:scratch({ '?[hint](answer' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  local all = editor:lua(namespace_options)
  check(#all > 0, 'there are namespaces')
  for _, options in ipairs(all) do
    equal(options, all[1], 'pushed and pulled diagnostics')
  end
  return all[1]
end

test('the diagnostics option goes before the default', function(editor)
  editor:start_with_notebook({ diagnostics = { virtual_text = false, signs = false } })
  equal(
    options_of(editor),
    { virtual_text = false, update_in_insert = true, signs = false },
    'the options'
  )
end)

test('what is chosen for all diagnostics is kept', function(editor)
  editor:start_with_notebook()
  editor:lua([[vim.diagnostic.config({ virtual_text = { prefix = '>>' } })]])
  equal(options_of(editor).virtual_text, { prefix = '>>' }, 'a style')
end)

test('where all diagnostics are shown as lines, these are not text as well', function(editor)
  editor:start_with_notebook()
  editor:lua([[vim.diagnostic.config({ virtual_text = false, virtual_lines = true })]])
  equal(options_of(editor).virtual_text, false, 'text beside the line')
end)

test('a missing notebook leaves highlighting and diagnostics', function(editor)
  editor:start({ notebook = editor.directory .. '/missing.libnotes' })
  editor:scratch({ '?[hint](answer' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
end)

for _, method in ipairs({ 'textDocument/publishDiagnostics', 'textDocument/diagnostic' }) do
  test(('what %s says of a note that was closed makes no buffer'):format(method), function(editor)
    editor:start_with_notebook()
    editor:list_notes()
    local uri = 'commonplace://starter/00000000-0000-4000-8000-000000000000/none.md'
    local exists = editor:lua(
      [[
      local method, uri = ...
      local client = require('commonplace.client').running()
      local place = { line = 0, character = 0 }
      local late = { { range = { start = place, ['end'] = place }, message = 'late' } }
      local is_pushed = method == 'textDocument/publishDiagnostics'
      client.handlers[method](
        nil,
        is_pushed and { uri = uri, diagnostics = late } or { kind = 'full', items = late },
        {
          client_id = client.id,
          method = method,
          params = not is_pushed and { textDocument = { uri = uri } } or nil,
        },
        {}
      )
      return vim.fn.bufexists(uri)
      ]],
      method,
      uri
    )
    equal(exists, 0, 'buffers of this name')
  end)
end

test('diagnostics move no text sideways', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '?[hint](answer' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  equal(editor:lua([[vim.cmd('redraw') return vim.fn.getwininfo()[1].textoff]]), 0, 'columns')
end)

test('where signs have their column always, diagnostics have signs', function(editor)
  editor:start_with_notebook()
  editor:command('set signcolumn=yes')
  check(options_of(editor).signs, 'signs')
end)

--- In the editor: the lines that have marks of diagnostics, and how many marks there are.
local marked = [[
  local lines, count = {}, 0
  local id = require('commonplace.client').running().id
  for _, namespace in ipairs(require('commonplace.diagnostics').namespaces(id)) do
    local data = vim.diagnostic.get_namespace(namespace).user_data
    for _, name in ipairs({ 'virt_text_ns', 'underline_ns' }) do
      local own = data[name]
      for _, mark in ipairs(own and vim.api.nvim_buf_get_extmarks(0, own, 0, -1, {}) or {}) do
        lines[tostring(mark[2] + 1)], count = true, count + 1
      end
    end
  end
]]

test('a long list is shown where windows are, and known after a rest', function(editor)
  editor:start_with_notebook()
  local lines = {}
  for number = 1, 600 do
    lines[2 * number - 1], lines[2 * number] = ('%d ?[hint](answer'):format(number), ''
  end
  editor:scratch(lines)
  editor:wait('the list', [[return #vim.diagnostic.get(0) == 600]])
  editor:wait('marks at the top', marked .. "return lines['1']")
  local count = editor:lua(marked .. 'return count')
  check(count < 400, ('%d marks'):format(count))
  equal(editor:lua(marked .. "return lines['1199']"), vim.NIL, 'marks at the end')
  editor:type('G')
  editor:wait('marks at the end', marked .. "return lines['1199']")
  editor:command('%delete')
  editor:wait('an empty list', [[return #vim.diagnostic.get(0) == 0]])
  equal(editor:lua(marked .. 'return count'), 0, 'marks')
end)

local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

test('a code action closes a cloze', function(editor)
  editor:start_with_notebook()
  editor:scratch({ 'The 😀 heart has ?[how many?](four chambers.', '' })
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  editor:will_choose('^Close the answer')
  editor:lua([[vim.fn.search('[', 'c')]])
  editor:lua('vim.lsp.buf.code_action()')
  editor:wait('the cloze', [[
    return vim.fn.getline(1) == 'The 😀 heart has ?[how many?](four chambers).'
  ]])
  editor:wait('no diagnostic', [[return #vim.diagnostic.get(0) == 0]])
  check(editor:shown()[1], 'a choice')
end)

test('a selected line is extracted into a new note, which is shown', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  local before = #editor:list_notes()
  editor:type_line('Simplify, simplify. And then some more.')
  editor:will_choose('^Extract')
  editor:lua([[
    vim.lsp.buf.code_action({ range = { start = { 1, 0 }, ['end'] = { 1, 19 } } })
  ]])
  editor:wait('the note', [[return vim.fn.getline(1) == '# Simplify, simplify.']])
  equal(#editor:list_notes(), before + 1, 'the notes')
end)

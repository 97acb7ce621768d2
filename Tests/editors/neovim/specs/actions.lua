local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal
local becomes = harness.becomes

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
    local from, to = { 1, 0 }, { 1, 19 }
    if vim.lsp.buf.range_code_action then -- 0.7
      vim.lsp.buf.range_code_action({ diagnostics = {} }, from, to)
    else
      vim.lsp.buf.code_action({ range = { start = from, ['end'] = to } })
    end
  ]])
  if vim.fn.has('nvim-0.8') == 0 then
    becomes(function()
      return #editor:list_notes()
    end, before + 1, 'the notes')
    harness.skip('this Neovim shows no document that the server names; the note is made')
  end
  editor:wait('the note', [[return vim.fn.getline(1) == '# Simplify, simplify.']])
  equal(#editor:list_notes(), before + 1, 'the notes')
end)

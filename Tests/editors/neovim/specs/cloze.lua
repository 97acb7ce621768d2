local harness = require('harness')
local test, becomes, equal = harness.test, harness.becomes, harness.equal

--- Selects by keys, and makes a cloze of it.
local function make(editor, lines, keys, mapping)
  editor:start_with_notebook()
  editor:scratch(lines)
  editor:lua([[vim.keymap.set('x', '<F5>', '<Plug>(' .. ... .. ')', { remap = true })]], mapping)
  editor:type(keys .. '<F5>')
end

for _, case in ipairs({
  { 'a word', { 'The capital is Lima.' }, 'gg0fLviw', 'The capital is ?[](Lima).' },
  { 'behind an emoji', { 'Say 😀 日本 here' }, 'gg0f日vl', 'Say 😀 ?[](日本) here' },
  { 'backwards', { 'One two three' }, 'gg0ftvb', '?[](One t)wo three' },
  { 'a line', { 'All of it' }, 'ggV', '?[](All of it)' },
}) do
  test('the selection becomes a cloze: ' .. case[1], function(editor)
    make(editor, case[2], case[3], 'commonplace-cloze')
    editor:wait('the cloze', 'return vim.fn.getline(1) == ...', case[4])
    becomes(function()
      return editor:lua('return vim.api.nvim_get_mode().mode')
    end, 'n', 'the mode')
    local rest = editor:lua([[return vim.fn.getline('.'):sub(vim.fn.col('.'), vim.fn.col('.'))]])
    equal(rest, ']', 'the cursor is where the hint is written')
    editor:type('u')
    editor:wait('undo', 'return vim.fn.getline(1) == ...', case[2][1])
  end)
end

test('a cloze with a hint', function(editor)
  make(editor, { 'The capital is Lima.' }, 'gg0fLviw', 'commonplace-cloze-with-hint')
  editor:wait('the cloze', [[return vim.fn.getline(1) == 'The capital is ?[hint](Lima).']])
end)

test('where no cloze can be made, that is said', function(editor)
  make(editor, { '`code` here' }, 'gg0lviw', 'commonplace-cloze')
  editor:wait('the message', [[
    return vim.api.nvim_exec('messages', true):find('cannot make a cloze', 1, true)
  ]])
  equal(editor:lines(), { '`code` here' }, 'the text')
end)

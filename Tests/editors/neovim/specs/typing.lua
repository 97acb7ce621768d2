-- Return continues what the line before it began.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal = harness.test, harness.check, harness.equal

--- Starts an editor in which Return waits for the server, however slow the machine is.
local function start(editor, options)
  editor:start_with_notebook(options)
  editor:lua([[require('commonplace.typing').patience = ...]], Editor.patience)
end

local function type_return(editor, options, line, rest)
  start(editor, options)
  editor:scratch({ line })
  editor:type('ggA<CR>' .. rest .. '<Esc>')
end

for _, case in ipairs({
  { '- one', { '- one', '- two' } },
  { '2. one', { '2. one', '3. two' } },
  { '> one', { '> one', '> two' } },
  { 'Q: Who?', { 'Q: Who?', 'A: two' } },
  { 'Some 😀 prose', { 'Some 😀 prose', 'two' } },
}) do
  test(('Return behind %q'):format(case[1]), function(editor)
    type_return(editor, { continue_lists = true }, case[1], 'two')
    editor:wait(
      'the lines',
      'return vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), ...)',
      case[2]
    )
  end)
end

test('Return behind an empty marker takes it away', function(editor)
  type_return(editor, { continue_lists = true }, '- one', '<CR>two')
  editor:wait('the text', [[return vim.fn.getline('$') == 'two']])
  check(not table.concat(editor:lines(), '\n'):find('\n-', 1, true), 'no marker is left')
end)

test('Return in the middle of an item splits it', function(editor)
  start(editor, { continue_lists = true })
  editor:scratch({ '- one two' })
  editor:type('gg0ftiX<Esc>hi<CR>Y<Esc>')
  editor:wait('two items', [[return vim.fn.line('$') == 2 and vim.fn.mode() == 'n']])
  equal(editor:lines()[2]:sub(1, 3), '- Y', 'the second')
end)

test('one undo takes back the line and its marker', function(editor)
  type_return(editor, { continue_lists = true }, '- one', 'two')
  editor:wait('the line', [[return vim.fn.getline(2) == '- two']])
  editor:type('u')
  editor:wait('undo', [[return vim.fn.line('$') == 1]])
  equal(editor:lines(), { '- one' }, 'the text')
end)

test('without a server that answers, Return is Return', function(editor)
  editor:start_with_notebook({ continue_lists = true })
  editor:scratch({ '- one' })
  editor:stop_server()
  editor:type('ggA<CR>two<Esc>')
  editor:wait('the line', [[return vim.fn.getline(2) == 'two' and vim.fn.mode() == 'n']])
end)

test('no key is taken unless it is asked for', function(editor)
  type_return(editor, {}, '- one', 'two')
  editor:wait('the line', [[return vim.fn.getline(2) == 'two']])
  equal(editor:lua([[return vim.fn.maparg('<CR>', 'i')]]), '', 'the mapping')
end)

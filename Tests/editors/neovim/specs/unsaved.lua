-- Typed text is kept when Neovim ends without having been asked to.
local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal
local becomes = harness.becomes

--- The texts that are on disk.
local function kept(editor)
  local paths = editor.directory .. '/nvim/commonplace/unsaved/*.json'
  return vim.tbl_map(function(path)
    local ok, lines = pcall(vim.fn.readfile, path)
    return ok and vim.json.decode(table.concat(lines)).text or 'gone meanwhile'
  end, vim.fn.glob(paths, true, true))
end

--- Waits until what is typed is on disk.
local function wait_kept(editor)
  becomes(function()
    return kept(editor)
  end, { editor:text() }, 'what is kept')
end

--- Waits until what is typed is on disk, and ends the editor by a signal.
local function end_by(editor, signal)
  wait_kept(editor)
  vim.loop.kill(editor:lua('return vim.fn.getpid()'), signal)
  editor:wait_closed()
end

for _, signal in ipairs({ 'sighup', 'sigterm', 'sigkill' }) do
  test(('after %s the next session tells of the text and shows it'):format(signal), function(editor)
    editor:start_with_notebook()
    local note = editor:open_note()
    local before = editor:text()
    editor:type('ggOmine 😀') -- in the midst of typing
    editor:wait('the typed text', [[return vim.fn.getline(1) == 'mine 😀']])
    end_by(editor, signal)

    local next = editor:another()
    next:says('edit ' .. note.uri, 'unsaved text of')
    equal(next:text(), before, 'what is stored is shown first')
    check(not next:is_modified(), 'and is unmodified')
    next:command('Commonplace recover')
    equal(next:text(), 'mine 😀\n' .. before, 'the text')
    check(next:is_modified(), 'it is to be saved')
    next:command('write')
    equal(next:stored(note.uri).text, 'mine 😀\n' .. before, 'the stored text')
    next:says('Commonplace recover', 'this note has no unsaved text')
    next:close_only()
  end)
end

test('only the owner can read what is kept', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:type_line('mine')
  wait_kept(editor)
  local directory = editor.directory .. '/nvim/commonplace/unsaved'
  equal(vim.fn.getfperm(directory), 'rwx------', 'the directory')
  local path = vim.fn.glob(directory .. '/*.json', true, true)[1]
  equal(vim.fn.getfperm(path), 'rw-------', 'the file')
end)

for _, command in ipairs({ 'write', 'edit!', 'bdelete!', 'qall!', 'undo' }) do
  test((':%s leaves nothing behind'):format(command), function(editor)
    editor:start_with_notebook()
    editor:open_note()
    editor:type_line('mine')
    wait_kept(editor)
    if command == 'qall!' then
      editor:leave(command)
    else
      editor:command(command)
    end
    becomes(function()
      return kept(editor)
    end, {}, 'what is kept')
  end)
end

test('what another running session types is none of ours', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type_line('mine')
  wait_kept(editor)
  local other = editor:another()
  other:command('edit ' .. note.uri)
  other:list_notes() -- by then it would have said so
  check(not other:messages():find('unsaved text of', 1, true), other:messages())
  other:says('Commonplace recover', 'this note has no unsaved text')
  other:close_only()
end)

for _, command in ipairs({ 'wq', 'x', 'wqa' }) do
  test((':%s saves when the server was killed in between'):format(command), function(editor)
    editor:start_with_notebook()
    local note = editor:open_note()
    editor:type_line('mine')
    local text = editor:text()
    editor:kill_server()
    editor:type((':%s<CR>'):format(command))
    editor:wait_closed()
    local next = editor:another()
    equal(next:stored(note.uri).text, text, 'the stored text')
    next:close_only()
  end)
end

test('quitting with unsaved text is refused, as ever', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:type_line('mine')
  editor:kill_server()
  for _, command in ipairs({ 'quit', 'qall' }) do
    editor:says(command, 'E37')
    editor:type('<CR>')
  end
  equal(editor:lines()[1], 'mine', 'the text')
end)

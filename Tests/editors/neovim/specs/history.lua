-- Trash, earlier texts, and conflicts that devices left.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local becomes = harness.becomes

--- A note with three texts.
local function with_history(editor)
  editor:start_with_notebook()
  editor:command('Commonplace new Plans')
  editor:wait_attached()
  editor:command([[$put ='One.']])
  editor:command('write')
  editor:command('%s/One/Two/')
  editor:command('write')
  return editor:name()
end

test('a history opens its texts, which cannot be changed', function(editor)
  with_history(editor)
  editor:command('Commonplace history')
  editor:wait_attached()
  editor:command('4')
  editor:type('<CR>')
  editor:wait('the text', [[return vim.fn.getline('$') == 'One.']])
  check(not editor:lua('return vim.bo.modifiable'), 'it cannot be changed')
  editor:says('write!', 'not written')
end)

test('a text of a history is restored, and can be undone', function(editor)
  local uri = with_history(editor)
  editor:command('Commonplace history')
  editor:wait_attached()
  editor:command('4')
  editor:type('r')
  editor:wait('the text', [[
    local note = require('commonplace.client').request('commonplace/readNote', { uri = ... })
    return note.text == '# Plans\nOne.\n'
  ]], uri)
  editor:command('edit ' .. uri)
  equal(editor:text(), '# Plans\nOne.\n', 'the text')
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline('$') == 'Two.']])
end)

test('what is not saved is not lost by restoring', function(editor)
  with_history(editor)
  editor:type_line('mine')
  editor:says('Commonplace restore 2', 'changes that are not saved')
  equal(editor:lines()[1], 'mine', 'the text')
end)

test('times are completed, and mean a text', function(editor)
  with_history(editor)
  local times = editor:lua([[return vim.fn.getcompletion('Commonplace compare ', 'cmdline')]])
  check(#times >= 1 and times[1]:find('^%d+%-%d%d%-%d%dT%d%d:%d%d$'), vim.inspect(times))
  editor:command('Commonplace compare ' .. times[1])
  editor:wait('both texts', 'return #vim.api.nvim_list_wins() == 2')
  editor:command('only')
  editor:says('Commonplace compare 1999-01-01', 'the history has no text from 1999-01-01')
end)

test('closing the earlier text ends the comparison', function(editor)
  with_history(editor)
  editor:command('Commonplace compare')
  editor:wait('both texts', 'return #vim.api.nvim_list_wins() == 2')
  local bars = editor:lua([[
    if vim.fn.exists('+winbar') == 0 then return nil end
    return vim.tbl_map(function(window) return vim.wo[window].winbar end, vim.api.nvim_list_wins())
  ]])
  if bars ~= vim.NIL then
    contains(bars[1], 'Plans, now', 'the title of the note')
    check(bars[2]:find('Plans, %d%d%d%d%-%d%d'), bars[2])
  end
  editor:command('wincmd l')
  editor:command('quit')
  editor:wait('the end', 'return not vim.wo.diff and vim.b.commonplace_stored_buffer == nil')
end)

test('the trash is emptied after a question', function(editor)
  editor:start_with_notebook()
  editor:says('Commonplace! trash', 'the trash is empty')
  local note = editor:open_note()
  editor:command('Commonplace delete')
  editor:command('Commonplace trash')
  editor:will_choose('^Keep', '^Delete')
  editor:command('Commonplace! trash')
  contains(editor:shown()[1].prompt, 'Permanently delete 1 note?', 'the question')
  check(#editor:stored(note.uri).text > 0, 'the note')
  editor:says('Commonplace! trash', '1 note was permanently deleted')
  becomes(function()
    return editor:lines()[3]
  end, 'The trash is empty.', 'the trash')
end)

test('one note of the trash is deleted for good, on its line', function(editor)
  editor:start_with_notebook()
  for _ = 1, 2 do
    editor:open_note()
    editor:command('Commonplace delete')
  end
  editor:command('Commonplace trash')
  editor:wait_attached()
  editor:command('3')
  editor:will_choose('^Delete')
  editor:says('Commonplace! delete', '1 note was permanently deleted')
  becomes(function()
    return #editor:lines()
  end, 3, 'the trash')
end)

test('a note of the trash is chosen to be restored', function(editor)
  editor:start_with_notebook()
  editor:says('Commonplace restore', 'the trash is empty')
  local note = editor:open_note()
  editor:command('Commonplace delete')
  editor:will_choose('.')
  editor:says('Commonplace restore', 'was restored from the trash')
  editor:wait_note(note.uri)
end)

--- A note with two stored texts, as an editor without a plugin leaves them.
local function in_conflict(editor, mine, theirs)
  editor:start_with_notebook()
  editor:command('Commonplace new Plans')
  editor:wait_attached()
  editor:lua([[vim.api.nvim_buf_set_lines(0, 0, -1, false, { '# Plans', '', 'One.', '', 'Two.' })]])
  editor:command('write')
  local uri = editor:name()
  -- Two machines, the second of which has a copy of the file.
  local directory = editor.directory .. '/elsewhere'
  vim.fn.mkdir(directory)
  local path = editor.directory .. '/starter.libnotes'
  editor:wait_published(path, 'One.\n\nTwo.')
  local other = editor:another_machine(directory, path)
  other:command('edit ' .. uri)
  other:wait_attached()
  other:command(theirs)
  other:command('write')
  other:wait_published(directory .. '/starter.libnotes', 'There.')
  other:leave('qall')
  editor:command(mine)
  editor:command('write')
  local copy = editor.directory .. '/starter 2.libnotes'
  assert(vim.loop.fs_copyfile(directory .. '/starter.libnotes', copy))
  editor:wait('the conflict', [[
    local client = require('commonplace.client')
    local result = client.request('commonplace/listConflicts', { uri = ... })
    return result and #result.conflicts == 1
  ]], uri)
  editor:wait('the buffer', 'return not vim.bo.modified')
  return uri
end

test('conflicts are a document, with the words that differ', function(editor)
  in_conflict(editor, '%s/One/Here/', '%s/One/There/')
  editor:command('Commonplace conflicts')
  local text = editor:text()
  contains(text, '## Plans', 'the note')
  check(text:find('[-Here-]{+There+}.', 1, true) or text:find('[-There-]{+Here+}.', 1, true), text)
  editor:wait_attached()
  editor:lua([[vim.fn.search('^2\\.')]])
  editor:type('<CR>')
  editor:wait('the other text', [[return vim.fn.getline(3):find('ere') ~= nil]])
end)

test('changes of different lines are merged at once', function(editor)
  local uri = in_conflict(editor, '%s/One/Here/', '%s/Two/There/')
  editor:command('Commonplace merge')
  equal(editor:text(), '# Plans\n\nHere.\n\nThere.\n', 'the text')
  equal(editor:stored(uri).text, editor:text(), 'the stored text')
  editor:says('Commonplace merge', 'Nothing to merge')
end)

test('overlapping changes are settled in the note itself', function(editor)
  local uri = in_conflict(editor, '%s/One/Here/', '%s/One/There/')
  local stored = editor:stored(uri)
  editor:command('Commonplace merge')
  editor:wait('the marks', [[return vim.fn.search('^<<<<<<< ', 'cw') > 0]])
  equal(editor:name(), uri, 'the buffer')
  editor:says('write', 'is a merge marker')
  editor:type('<CR>')
  equal(editor:stored(uri), stored, 'the stored text')
  editor:command([[global/^[<=>]\{7}/delete]])
  editor:command('write')
  equal(editor:stored(uri).text, editor:text(), 'the stored text')
  contains(editor:text(), 'Here.', 'mine')
  contains(editor:text(), 'There.', 'theirs')
  editor:says('Commonplace keep shown', 'not in conflict')
end)

test('a merge of what devices left that is read again stores nothing', function(editor)
  local uri = in_conflict(editor, '%s/One/Here/', '%s/One/There/')
  local stored = editor:stored(uri)
  editor:command('Commonplace merge')
  editor:command('edit!')
  editor:command('write')
  equal(editor:stored(uri).text, stored.text, 'the stored text')
  editor:command('Commonplace keep shown')
  equal(editor:text(), stored.text, 'the text')
end)

for keep, count in pairs({ shown = 0, other = 0, both = 1, ['1'] = 0, ['this machine'] = 0 }) do
  test(('keep %s settles what devices left'):format(keep), function(editor)
    local uri = in_conflict(editor, '%s/One/Here/', '%s/One/There/')
    local before = #editor:list_notes()
    local shown = editor:stored(uri).text
    editor:command('Commonplace keep ' .. keep)
    equal(#editor:list_notes(), before + count, 'notes')
    if keep == 'this machine' then
      contains(editor:text(), 'Here.', 'the text')
    else
      equal(editor:stored(uri).text == shown, keep ~= 'other', 'the text')
    end
    equal(editor:text(), editor:stored(uri).text, 'the buffer')
  end)
end

for _, word in ipairs({ 'mine', 'theirs' }) do
  test(('%s is no text, and keeps none'):format(word), function(editor)
    local uri = in_conflict(editor, '%s/One/Here/', '%s/One/There/')
    local stored = editor:stored(uri)
    editor:says('Commonplace keep ' .. word, '“' .. word .. '” does not select')
    equal(editor:stored(uri), stored, 'the stored text')
  end)
end

test('commands for notes say so elsewhere', function(editor)
  editor:start_with_notebook()
  editor:command('enew')
  editor:says('Commonplace history', 'works in a note: open one first')
  editor:says('Commonplace compare', 'open a note, its history')
  editor:says('Commonplace merge', 'works in a note: open one first')
  editor:says('Commonplace keep shown', 'works in a note: open one first')
end)

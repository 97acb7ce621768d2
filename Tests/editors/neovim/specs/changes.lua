local harness = require('harness')
local two = require('two_editors')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

test('an unmodified note follows what another editor saves, and the cursor stays', function(editor)
  local _, other = two.open(editor)
  editor:command('normal! G$')
  local place = editor:lua([[return { vim.fn.getline('.'), vim.fn.col('.') }]])
  two.saves(other, 'theirs')
  editor:wait('their text', [[return vim.fn.getline(1) == 'theirs']])
  equal(editor:text(), other:text(), 'the text')
  check(not editor:is_modified(), 'the buffer is unmodified')
  equal(editor:lua([[return { vim.fn.getline('.'), vim.fn.col('.') }]]), place, 'the cursor')
  -- And can be edited from there.
  two.saves(editor, 'mine')
  other:wait('our text', [[return vim.fn.getline(1) == 'mine']])
  other:close_only()
end)

test('a hidden note follows', function(editor)
  local note, other = two.open(editor)
  editor:command('set hidden | enew')
  two.saves(other, 'theirs')
  editor:wait(
    'their text',
    [[return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, 1, false)[1] == 'theirs']],
    note.uri
  )
  other:close_only()
end)

test('a note with unsaved changes is left alone, with one warning', function(editor)
  local note, other = two.open(editor)
  local second = editor:list_notes()[2]
  editor:command('set hidden | edit ' .. second.uri)
  editor:command('buffer #')
  editor:type_line('mine')
  local mine = editor:text()
  two.saves(other, 'theirs')
  editor:wait(
    'the warning',
    [[return vim.api.nvim_exec('messages', true):find('was changed outside this editor', 1, true)]]
  )
  -- Another look at the notebook.
  other:command('edit ' .. second.uri)
  other:wait_attached()
  two.saves(other, 'theirs, too')
  editor:wait(
    'the other note',
    [[return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, 1, false)[1] == 'theirs, too']],
    second.uri
  )
  local _, warnings = editor:messages():gsub('changed outside this editor', '')
  equal(warnings, 1, 'warnings')
  equal(editor:text(), mine, 'the text')
  check(editor:is_modified(), 'the buffer stays modified')
  other:close_only()
  equal(editor:stored(note.uri).text:sub(1, 7), 'theirs\n', 'the stored text')
end)

test('notes follow a file that takes the place of the notebook', function(editor)
  local note, other = two.open(editor)
  other:close_only()
  -- As a sync program would bring it: the file, changed on another machine.
  local path, away = editor.directory .. '/starter.libnotes', editor.directory .. '/away'
  vim.fn.mkdir(away, 'p')
  local remote = editor:another_machine(away, path)
  remote:command('edit ' .. note.uri)
  remote:wait_attached()
  two.saves(remote, 'from far away')
  local id = note.uri:match('commonplace://[^/]*/([^/]+)')
  harness.wait('it to be in the file there', function()
    local notebook = away .. '/starter.libnotes'
    return remote:commonplace('show', id, '--notebook', notebook):find('from far away', 1, true)
  end)
  remote:close_only()
  assert(vim.loop.fs_rename(away .. '/starter.libnotes', path))
  editor:wait('the text from far away', [[return vim.fn.getline(1) == 'from far away']])
  check(not editor:is_modified(), 'the buffer is unmodified')
end)

local harness = require('harness')
local Editor = require('editor')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local becomes = harness.becomes

--- The text of a note in the user's file, for who knows nothing of a working copy.
local function published(editor, uri)
  local id = uri:match('commonplace://[^/]*/([^/]+)')
  return editor:commonplace('show', id, '--notebook', editor.directory .. '/starter.libnotes')
end

-- In a second note as in the first.
for _, command in ipairs({ 'w', 'w!', 'write', 'up', 'wa' }) do
  test((':%s of a note saves it'):format(command), function(editor)
    editor:start_with_notebook()
    local notes = editor:list_notes()
    for index = 1, 2 do
      editor:command('edit ' .. notes[index].uri)
      editor:wait_attached()
      editor:type_line('mine ' .. index)
      editor:type((':%s<CR>'):format(command))
      editor:wait('the buffer to be saved', [[return not vim.bo.modified]])
      equal(editor:stored(notes[index].uri).text, editor:text(), 'the stored text')
      equal(editor:name(), notes[index].uri, 'the name')
      check(not editor:lua('return vim.bo.readonly'), 'nothing is read-only')
    end
  end)
end

for _, command in ipairs({ 'wq', 'x', 'wqa', 'xa' }) do
  test((':%s saves a note, publishes it and quits'):format(command), function(editor)
    editor:start_with_notebook()
    local note = editor:open_note()
    editor:type_line('mine')
    local text = editor:text()
    editor:type((':%s<CR>'):format(command))
    editor:wait_closed()
    becomes(function()
      return published(editor, note.uri)
    end, text, "the file's text")
  end)
end

test('ZZ saves', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:command('split | enew')
  editor:command('wincmd p')
  editor:type_line('mine')
  editor:type('ZZ')
  editor:wait('the window to close', [[return #vim.api.nvim_list_wins() == 1]])
  contains(editor:stored(note.uri).text, 'mine\n', 'the stored text')
end)

test('a note is in the file at once, and is searched as it was saved', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type_line('# Quagga of the title')
  editor:command('write')
  local hits = editor:lua(
    [[return require('commonplace.client').request('commonplace/search', { query = 'quagga' }).hits]]
  )
  equal(hits[1].title, 'Quagga of the title', 'the hit')
  becomes(function()
    return published(editor, note.uri)
  end, editor:text(), "the file's text")
end)

test('a save sends a digest, and the text where the server has another', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:lua([[
    local client = require('commonplace.client')
    local request = client.request
    _G.sent = {}
    client.request = function(method, params, ...)
      if method == 'commonplace/writeNote' then
        table.insert(_G.sent, params.text and 'text' or params.digest and 'digest')
      end
      return request(method, params, ...)
    end
  ]])
  editor:type_line('mine ö')
  editor:command('write')
  equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
  equal(editor:lua('return _G.sent'), { 'digest' }, 'the requests')
  editor:lua([[
    local running = require('commonplace.client').running()
    local notify = running.notify
    running.notify = function(...)
      local arguments = { ... }
      if vim.tbl_contains(arguments, 'textDocument/didChange') then
        return true
      end
      return notify(...)
    end
    running.rpc.notify, _G.notify = function(method, ...)
      return method == 'textDocument/didChange' or _G.notify(method, ...)
    end, running.rpc.notify
  ]])
  editor:type_line('lost on the way')
  editor:command('write')
  equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
  equal(editor:lua('return _G.sent'), { 'digest', 'digest', 'text' }, 'the requests')
end)

test('undo goes back behind a save, and the buffer knows what is saved', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  local first = editor:text()
  editor:type_line('one')
  editor:command('write')
  editor:type_line('two')
  editor:command('write')
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline(1) == 'one']])
  check(editor:is_modified(), 'the text is not the saved one')
  editor:type('<C-r>')
  editor:wait('redo', [[return vim.fn.getline(1) == 'two']])
  check(not editor:is_modified(), 'the text is the saved one')
  editor:type('uu')
  editor:wait('undo', [[return vim.fn.getline(1) ~= 'one' and vim.fn.getline(1) ~= 'two']])
  equal(editor:text(), first, 'the first text')
  editor:command('write')
  equal(editor:stored(note.uri).text, first, 'the stored text')
end)

test('the last line ends in the note as it does in the buffer', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  for _, text in ipairs({ 'one', 'one\n', '日本\nlast 😀', '\n\n' }) do
    editor:lua([[require('commonplace.buffer_text').replace(0, ...)]], text)
    editor:command('write')
    equal(editor:stored(note.uri).text, text, 'the stored text')
  end
end)

test('a whole note is saved under its own name, or not at all', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  local before = editor:stored(note.uri).text
  editor:type_line('mine')
  editor:says('1write!', 'a note can only be saved as a whole')
  editor:type('<CR>')
  editor:says('write commonplace://starter/other/name.md', 'a note cannot be saved under another name')
  editor:type('<CR>')
  equal(editor:stored(note.uri).text, before, 'the stored text')
  check(editor:is_modified(), 'the buffer stays modified')
  local path = editor.directory .. '/copy.md'
  editor:command('write ' .. path)
  equal(vim.fn.readfile(path)[1], 'mine', 'a copy as a file')
end)

test('a buffer that was given the name of a note is not saved as that note', function(editor)
  editor:start_with_notebook()
  local notes = editor:list_notes()
  local before = editor:stored(notes[2].uri).text
  editor:open_note(1)
  editor:command('file ' .. notes[2].uri)
  editor:says('write', 'this note was not loaded from the notebook')
  equal(editor:stored(notes[2].uri).text, before, 'the stored text')
end)

test('a buffer that could not be read is not saved', function(editor)
  editor:start_with_notebook()
  local uri = 'commonplace://starter/00000000-0000-4000-8000-000000000000/none.md'
  editor:says('edit ' .. uri, 'cannot read')
  editor:says('write', 'this note was not loaded from the notebook')
  equal(#editor:list_notes(), 5, 'notes')
end)

local function refuse_writes(editor, message)
  editor:lua(
    [[
    local client, message = require('commonplace.client'), ...
    local request = client.request
    client.request = function(method, ...)
      if method == 'commonplace/writeNote' then
        return nil, message
      end
      return request(method, ...)
    end
    ]],
    message
  )
end

for _, command in ipairs({ 'w', 'w!', 'up', 'wq', 'wq!', 'x', 'wa', 'wqa' }) do
  test((':%s that fails says why, stays, and keeps the text'):format(command), function(editor)
    editor:start_with_notebook()
    local note = editor:open_note()
    editor:command('split | enew | wincmd p')
    editor:type_line('mine')
    refuse_writes(editor, 'the disk is full')
    editor:says(command, 'commonplace: not saved: the disk is full')
    editor:type('<CR>')
    editor:wait('the editor to go on', [[return vim.fn.mode() == 'n']])
    equal(editor:name(), note.uri, 'the note is open')
    equal(editor:lines()[1], 'mine', 'the text')
    check(editor:is_modified(), 'the buffer stays modified')
    equal(editor:lua('return #vim.api.nvim_list_wins()'), 2, 'windows')
  end)
end

for _, command in ipairs({ 'write', 'wq', 'xit' }) do
  test((':%s in a script fails where it is not saved'):format(command), function(editor)
    editor:start_with_notebook()
    editor:open_note()
    editor:type_line('mine')
    editor:lua('vim.notify = function() end') -- as a plugin for notifications would
    refuse_writes(editor, 'the disk is full')
    equal(editor:lua('return (pcall(vim.cmd, ...))', command), false, 'success')
    check(editor:is_modified(), 'the buffer stays modified')
  end)
end

test('a server that was killed is started by the next :write, which saves', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type_line('before')
  editor:command('write')
  editor:kill_server()
  editor:type_line('after')
  editor:wait('the server to stop', [[return require('commonplace.client').running() == nil]])
  editor:command('write')
  check(not editor:is_modified(), 'the buffer is saved')
  equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
  contains(editor:text(), 'after\nbefore\n', 'nothing is lost')
end)

test('a server that is killed while it saves is started again, and the save goes on', function(editor)
  -- No user waits for a server that is gone.
  editor:start_with_notebook({ timeout = 10 * Editor.patience })
  local note = editor:open_note()
  editor:type_line('mine')
  editor:stop_server()
  editor:lua([[
    local client = require('commonplace.client').running()
    local request = client.rpc.request
    client.rpc.request = function(method, ...)
      _G.is_asked = _G.is_asked or method == 'commonplace/writeNote'
      return request(method, ...)
    end
  ]])
  editor:type(':write<CR>')
  editor:wait('it to be asked', 'return _G.is_asked')
  editor:kill_server()
  editor:wait('it to be saved', [[return not vim.bo.modified]])
  equal(editor:lines()[1], 'mine', 'the text')
  equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
end)

test('a server that dies again is an error, and the text stays', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type_line('mine')
  editor:lua([[require('commonplace.config').current.cmd = { 'false' }]])
  editor:says('wq', 'not saved: the server exited')
  editor:type('<CR>')
  equal(editor:name(), note.uri, 'the note is open')
  equal(editor:lines()[1], 'mine', 'the text')
  check(editor:is_modified(), 'the buffer stays modified')
end)

test('without a server :write is an error, and the text stays', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:type_line('mine')
  editor:kill_server()
  editor:wait('the server to stop', [[return require('commonplace.client').running() == nil]])
  editor:lua([[require('commonplace.config').current.cmd = { 'no-such-commonplace' }]])
  editor:says('write', '`no-such-commonplace` is not an executable')
  check(editor:is_modified(), 'the buffer stays modified')
end)

test('an answer that never came is no conflict with oneself', function(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type_line('one')
  -- The text is stored, and the answer lost.
  editor:lua([[
    local client = require('commonplace.client')
    local request = client.request
    client.request = function(method, params, timeout)
      client.request = request
      request(method, params, timeout)
      return nil, 'no answer'
    end
  ]])
  editor:says('write', 'no answer')
  editor:type('<CR>')
  editor:type_line('two')
  editor:command('write')
  check(not editor:is_modified(), 'it is saved')
  equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
end)

test('a notebook of a newer version is read-only, and says so', function(editor)
  local path = editor:starter_notebook()
  local script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute("
    .. "\"INSERT INTO grdb_migrations VALUES ('fromTheFuture')\"); db.commit()"
  vim.fn.system({ 'python3', '-c', script, path })
  if vim.v.shell_error ~= 0 then
    harness.skip('there is no Python to make such a notebook')
  end
  editor:start({ notebook = path })
  editor:open_note()
  editor:wait(
    'the reason',
    [[return vim.api.nvim_exec('messages', true):find('newer version', 1, true)]]
  )
  equal(editor:lua([[return vim.api.nvim_eval_statusline('%r', {}).str]]), '[RO]', 'the status line')
  editor:command('messages clear')
  editor:type_line('mine')
  editor:says('write', 'E45')
  editor:says('write!', 'newer version')
  check(editor:is_modified(), 'the buffer stays modified')
end)

test('a save that takes long says so, then that it is done', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:type_line('mine')
  -- The terminal's last line, as it is shown.
  local last = [[
    local cells = {}
    for column = 1, vim.o.columns do
      table.insert(cells, vim.fn.screenstring(vim.o.lines, column))
    end
    local line = table.concat(cells)
  ]]
  editor:stop_server()
  editor:type(':write<CR>')
  editor:wait('the message', last .. [[return line:find('saving …', 1, true)]])
  check(editor:is_modified(), 'it is not saved yet')
  for _, pid in ipairs(editor.stopped) do
    vim.loop.kill(pid, 'sigcont')
  end
  editor:wait('the second message', last .. [[return line:find('saved', 1, true)]])
  check(not editor:is_modified(), 'it is saved')
  equal(editor:lua('return vim.api.nvim_get_mode().blocking'), false, 'a prompt')
end)

test('what is said of saving fits a line of 100 columns', function(editor)
  editor:start_bare()
  local long = editor:lua([[
    -- Less than a line: a part of it may be for what is typed.
    return vim.tbl_filter(function(message)
      return vim.fn.strdisplaywidth('commonplace: ' .. message) > 88
    end, vim.tbl_values(require('commonplace.conflict').reasons))
  ]])
  equal(long, {}, 'long messages')
end)

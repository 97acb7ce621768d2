local harness = require('harness')
local two = require('two_editors')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local refused, wait_windows = two.refused, two.wait_windows

test('a conflict opens both texts in diff mode; after merging, :write! saves', function(editor)
  local note, theirs = two.shown(editor)
  equal(editor:name(), note.uri, 'the cursor is in the note')
  check(editor:is_modified(), 'the buffer stays modified')
  equal(editor:lines()[1], 'mine', 'the text')
  equal(editor:stored(note.uri).text, theirs, 'the stored text is theirs')
  equal(
    editor:lua([[return vim.tbl_map(function(window)
      return vim.wo[window].diff
    end, vim.api.nvim_list_wins())]]),
    { true, true },
    'diff mode'
  )
  local shown = editor:lua([[
    local buffer = vim.b.commonplace_stored_buffer
    return {
      text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n',
      modifiable = vim.bo[buffer].modifiable,
    }
  ]])
  equal(shown, { text = theirs, modifiable = false }, 'the other window')

  editor:command('1put! =\'theirs\'')
  editor:command('write!')
  check(not editor:is_modified(), 'the merged text is saved')
  two.is_saved(editor, note)
  wait_windows(editor, 1)
  check(not editor:lua('return vim.wo.diff'), 'diff mode is over')
end)

test(':wq of a note in conflict stays', function(editor)
  local note = two.clash(editor)
  refused(editor, 'wq')
  wait_windows(editor, 2)
  equal(editor:name(), note.uri, 'the note is open')
  equal(editor:lines()[1], 'mine', 'the text')
end)

test('what is stored can be taken instead', function(editor)
  local _, theirs = two.shown(editor)
  editor:command('edit!')
  equal(editor:text(), theirs, 'the text')
  wait_windows(editor, 1)
  check(not editor:lua('return vim.wo.diff'), 'diff mode is over')
end)

test('a note that changes again while one merges is another conflict', function(editor)
  local note, other = two.open(editor)
  editor:type_line('mine')
  two.saves(other, 'one')
  refused(editor)
  wait_windows(editor, 2)
  local theirs = two.saves(other, 'two')
  other:close_only()
  refused(editor)
  editor:wait(
    'the newer text',
    [[
    return vim.api.nvim_buf_get_lines(vim.b.commonplace_stored_buffer, 0, 1, false)[1] == 'two'
    ]]
  )
  equal(editor:lua('return #vim.api.nvim_list_wins()'), 2, 'windows')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
  editor:command('write!')
  equal(editor:stored(note.uri).text, editor:text(), 'the third time it is saved')
end)

for _, command in ipairs({ 'write', 'write!' }) do
  test((':%s writes over no text that was not shown'):format(command), function(editor)
    local note, other = two.open(editor)
    editor:type_line('mine')
    local theirs = two.saves(other, 'theirs')
    refused(editor, command)
    wait_windows(editor, 2)
    -- The second time it asks; who answers nothing has saved nothing.
    editor:will_choose()
    for _ = 1, 2 do
      refused(editor)
      editor:wait('the question', 'return #_G.shown > 0')
      equal(editor:stored(note.uri).text, theirs, 'the stored text')
    end
    local question = editor:shown()[1]
    contains(question.prompt, 'Which text do you want to keep?', 'the question')
    equal(other:text(), theirs, 'their window')
    check(editor:is_modified(), 'the buffer stays modified')
    two.saves(other, 'theirs again')
    refused(editor, 'write!')
    equal(editor:stored(note.uri).text, other:text(), 'the text that was not shown yet')
    other:close_only()
  end)
end

--- The message of a `:write` that brought the changes of both together.
local came_together = 'other changes were merged into your text'

--- The edits of two editors that are in different lines: ours in the first, theirs in the last.
local function different_lines(editor)
  local note, other = two.open(editor)
  local before = editor:text()
  editor:type_line('mine')
  other:type('Gotheirs<Esc>')
  other:wait('the typed text', [[return vim.fn.getline('$') == 'theirs']])
  other:command('write')
  local theirs = other:text()
  refused(editor, 'write', came_together)
  equal(editor:text(), 'mine\n' .. theirs, 'the text')
  check(editor:is_modified(), 'the buffer stays modified')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
  equal(editor:lua('return #vim.api.nvim_list_wins()'), 1, 'windows')
  return note, other, theirs, 'mine\n' .. before
end

test('edits of different lines come together, and a second :write saves both', function(editor)
  local note, other, theirs = different_lines(editor)
  editor:command('write')
  check(not editor:is_modified(), 'it is saved')
  equal(editor:stored(note.uri).text, 'mine\n' .. theirs, 'the stored text')
  other:wait('our line', [[return vim.fn.getline(1) == 'mine']])
  equal(other:text(), 'mine\n' .. theirs, 'their window')
  other:close_only()
end)

test('what came from elsewhere can be undone, and is not written over', function(editor)
  local note, other, theirs, mine = different_lines(editor)
  other:close_only()
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline('$') ~= 'theirs']])
  equal(editor:text(), mine, 'the text')
  refused(editor, 'write', came_together)
  equal(editor:text(), 'mine\n' .. theirs, 'the text')
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline('$') ~= 'theirs']])
  editor:type_line('and more')
  refused(editor, 'write', came_together)
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
  equal(editor:text(), 'and more\nmine\n' .. theirs, 'the text')
  -- A user who has it in front of them, and takes it out, means it.
  editor:command('$delete')
  editor:command('write')
  equal(editor:stored(note.uri).text, 'and more\n' .. mine, 'the stored text')
end)

test('a buffer that followed another goes back, and does not write over it', function(editor)
  local note, other = two.open(editor)
  local before = editor:text()
  two.saves(other, 'theirs')
  editor:wait('their text', [[return vim.fn.getline(1) == 'theirs']])
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline(1) ~= 'theirs']])
  equal(editor:text(), before, 'the text')
  editor:command('$put =\'mine\'')
  refused(editor, 'write', came_together)
  equal(editor:stored(note.uri).text, other:text(), 'the stored text')
  equal(editor:text(), other:text() .. 'mine\n', 'the text')
  other:close_only()
end)

for _, choice in ipairs({ 'shown', 'both' }) do
  test((':Commonplace keep %s can be undone'):format(choice), function(editor)
    local note, theirs = two.shown(editor)
    local mine = editor:text()
    editor:command('Commonplace keep ' .. choice)
    equal(editor:text(), theirs, 'the text')
    check(not editor:is_modified(), 'it is what is stored')
    wait_windows(editor, 1)
    editor:type('u')
    editor:wait('undo', [[return vim.fn.getline(1) == 'mine']])
    equal(editor:text(), mine, 'the text')
    refused(editor)
    equal(editor:stored(note.uri).text, theirs, 'the stored text')
  end)
end

test(':wall tells of a conflict in a hidden note, and shows it', function(editor)
  local note = two.clash(editor)
  editor:command('set hidden')
  editor:command('enew')
  refused(editor, 'wall')
  editor:wait(
    'both texts',
    [[
    local names = vim.tbl_map(function(window)
      return vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window))
    end, vim.api.nvim_tabpage_list_wins(0))
    return #names == 2 and vim.tbl_contains(names, ...)
    ]],
    note.uri
  )
end)

--- Mine in the first line, theirs there too, and `:write` twice: it asks.
local function asked(editor, choice)
  local note, theirs = two.shown(editor)
  editor:will_choose(choice)
  refused(editor)
  return note, theirs
end

test('a second :write asks, and saves mine where that is chosen', function(editor)
  local note = asked(editor, '^Keep 2%. the text in this buffer')
  editor:wait('the save', 'return not vim.bo.modified')
  two.is_saved(editor, note)
  wait_windows(editor, 1)
end)

test('a second :write asks, and brings both together in the note itself', function(editor)
  local note, theirs = asked(editor, '^Merge both')
  editor:wait('the marks', [[return vim.fn.search('^<<<<<<< ', 'cw') > 0]])
  equal(editor:name(), note.uri, 'the buffer')
  local lines = editor:lines()
  equal({ unpack(lines, 1, 4) }, {
    '<<<<<<< the text in this buffer', 'mine', '=======', 'theirs',
  }, 'the marks')
  check(lines[5]:find('^>>>>>>> this machine, 20'), lines[5])
  -- With one marker left, whichever it is, nothing is saved: nor by `:wall`, nor by force.
  for _, command in ipairs({ 'write', 'write!', 'wall' }) do
    refused(editor, command, 'Line 1 is a merge marker')
  end
  editor:command('1delete')
  refused(editor, 'write', 'is a merge marker')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
  editor:command([[global/^[<=>]\{7}/delete]])
  editor:command('write')
  equal(editor:text(), 'mine\n' .. theirs, 'the text')
  check(not editor:is_modified(), 'it is saved')
  two.is_saved(editor, note)
  wait_windows(editor, 1)
end)

--- The same, with both texts in the buffer.
local function merging(editor)
  local note, theirs = two.shown(editor)
  editor:command('Commonplace merge')
  equal(editor:lines()[1], '<<<<<<< the text in this buffer', 'the marks')
  wait_windows(editor, 1)
  return note, theirs
end

test('a merge that is read again, or closed, leaves the note as it is stored', function(editor)
  local note, theirs = merging(editor)
  editor:command('edit!')
  equal(editor:text(), theirs, 'the text')
  check(not editor:is_modified(), 'it is what is stored')
  editor:command('write')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
  editor:command('enew')
  editor:command('bdelete! ' .. note.uri)
  equal(editor:stored(note.uri).text, theirs, 'the stored text, later')
end)

test('what is typed before and during a merge is saved with it', function(editor)
  local note, theirs = two.shown(editor)
  editor:command([[$put ='typed before']])
  editor:command('Commonplace merge')
  editor:command([[$put ='typed during']])
  editor:command([[global/^[<=>]\{7}/delete]])
  editor:command('write')
  local text = 'mine\n' .. theirs .. 'typed before\ntyped during\n'
  equal(editor:stored(note.uri).text, text, 'the stored text')
  equal(editor:text(), text, 'the text')
end)

test('a merge can be undone, and then what is stored is not replaced', function(editor)
  local note, theirs = merging(editor)
  editor:type('u')
  editor:wait('undo', [[return vim.fn.getline(1) == 'mine']])
  refused(editor)
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
end)

test('a change that comes during a merge is not replaced', function(editor)
  local note, theirs = merging(editor)
  local other = editor:another()
  other:command('edit ' .. note.uri)
  other:wait_attached()
  other:command([[1s/theirs/again/]])
  other:command('write')
  local again = other:text()
  other:close_only()
  editor:command([[global/^[<=>]\{7}/delete]])
  refused(editor)
  wait_windows(editor, 2)
  equal(editor:stored(note.uri).text, again, 'the stored text')
  equal(editor:text(), 'mine\n' .. theirs, 'the text')
end)

test('a text that Neovim took with it knows of its markers', function(editor)
  local note, theirs = merging(editor)
  local kept = editor.directory .. '/nvim/commonplace/unsaved/*.json'
  harness.becomes(function()
    return #vim.fn.glob(kept, true, true)
  end, 1, 'what is kept')
  editor:wait('the markers on disk', [[
    local path = vim.fn.glob(..., true, true)[1]
    return table.concat(vim.fn.readfile(path)):find('<<<<<<<', 1, true)
  ]], kept)
  vim.loop.kill(editor:lua('return vim.fn.getpid()'), 'sigkill')
  editor:wait_closed()
  local next = editor:another()
  next:says('edit ' .. note.uri, 'unsaved text of')
  next:command('Commonplace recover')
  equal(next:lines()[1], '<<<<<<< the text in this buffer', 'the marks')
  refused(next, 'write', 'Line 1 is a merge marker')
  equal(next:stored(note.uri).text, theirs, 'the stored text')
  next:close_only()
end)

for _, word in ipairs({ 'other', '2', 'the text in this buffer' }) do
  test((':Commonplace keep %s saves the text of the buffer'):format(word), function(editor)
    local note = two.shown(editor)
    editor:command('Commonplace keep ' .. word)
    two.is_saved(editor, note)
    equal(editor:lines()[1], 'mine', 'the text')
  end)
end

test('the words of keep are completed; mine and theirs are none', function(editor)
  local note, theirs = two.shown(editor)
  equal(editor:lua([[return vim.fn.getcompletion('Commonplace keep ', 'cmdline')]]), {
    'both', 'shown', '1', 'this machine', 'other', '2', 'the text in this buffer',
  }, 'the words')
  for _, word in ipairs({ 'mine', 'theirs', '3' }) do
    editor:says('Commonplace keep ' .. word, ('no text is named “%s”'):format(word))
    editor:type('<CR>')
  end
  equal(editor:lines()[1], 'mine', 'the text')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
end)

test('keep counts in the list that was completed, and once', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:lua([[
    local client = require('commonplace.client')
    local request = client.request
    client.request = function(method, ...)
      if method ~= 'commonplace/listConflicts' then
        return request(method, ...)
      end
      local sides = vim.tbl_map(function(version)
        return { version = version, words = { version } }
      end, _G.listed)
      return { conflicts = { { sides = sides } } }
    end
    client.execute = function(_, argument)
      _G.kept = argument
      return {}
    end
  ]])
  local function list(...)
    editor:lua('_G.listed = { ... }', ...)
  end
  local function kept(expected)
    editor:command('Commonplace keep 2')
    equal(editor:lua('return _G.kept.versions'), expected, 'the versions')
  end
  list('laptop', 'phone')
  editor:lua([[return vim.fn.getcompletion('Commonplace keep ', 'cmdline')]])
  list('laptop', 'tablet', 'phone')
  kept({ 'laptop', 'phone' }) -- of which the server refuses what is not there any more
  kept({ 'laptop', 'tablet', 'phone' })
end)

--- Whether the byte of a line is on the screen, in both windows.
local both_see = [[
  local line, byte = ...
  vim.cmd('redraw')
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.fn.screenpos(window, line, byte).row == 0 then
      return false
    end
  end
  return true
]]

test('a difference far in a long line is on the screen, in windows with names', function(editor)
  editor:start_with_notebook()
  editor:command('Commonplace new Long')
  editor:wait_attached()
  local uri = editor:name()
  local long = ('many words '):rep(300)
  editor:lua([[
    local lines = { '# Long', '' }
    for line = 1, 60 do
      table.insert(lines, 'line ' .. line)
    end
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.list_extend(lines, { ... }))
  ]], long .. 'old')
  editor:command('write')
  local other = editor:another()
  other:command('edit ' .. uri)
  other:wait_attached()
  editor:command('$s/old/mine/')
  other:command('$s/old/theirs/')
  other:command('write')
  other:close_only()
  editor:command('1')
  refused(editor)
  wait_windows(editor, 2)
  editor:wait('the difference', both_see, 63, #long + 1)
  local windows = editor:lua([[
    return vim.tbl_map(function(window)
      local bar = vim.fn.exists('+winbar') == 1 and 'winbar' or 'statusline'
      return { vim.wo[window].wrap, vim.wo[window].diff, vim.wo[window][bar] }
    end, vim.api.nvim_tabpage_list_wins(0))
  ]])
  equal({ windows[1][1], windows[1][2] }, { true, true }, 'the note wraps')
  equal({ windows[2][1], windows[2][2] }, { true, true }, 'the other text wraps')
  contains(windows[1][3], '2. the text in this buffer (other)', 'the name of the note')
  contains(windows[2][3], '1. this machine, 20', 'the name of the other text')
  -- The question has the same names.
  editor:will_choose('^Keep 1%. this machine, 20.*%(shown%)$')
  refused(editor)
  editor:wait('their text', 'return not vim.bo.modified')
  check(editor:lines()[63]:find('theirs$'), 'their text')
  check(not editor:lua('return vim.wo.diff'), 'diff mode is over')
end)

test('a second :write does not ask about a text that is not on the screen', function(editor)
  local note, theirs = two.shown(editor)
  editor:will_choose('^Keep 2')
  editor:command('tabnew')
  editor:command('set hidden')
  editor:command('buffer ' .. note.uri)
  refused(editor)
  equal(#editor:shown(), 0, 'questions')
  equal(editor:stored(note.uri).text, theirs, 'the stored text')
end)

test('keep both keeps the book', function(editor)
  local note, other = two.open(editor)
  other:lua([[
    local client = require('commonplace.client')
    local book = assert(client.request('commonplace/readBook', { uri = ... }))
    assert(client.request('commonplace/writeBook', {
      uri = ..., fields = { title = 'A Book', isbn = '9780141439587' }, baseVersion = book.version,
    }))
  ]], note.uri)
  editor:type_line('mine')
  other:command('edit!')
  two.saves(other, 'theirs')
  other:close_only()
  refused(editor)
  wait_windows(editor, 2)
  editor:says('Commonplace keep both', 'your text is now a separate note')
  local books = editor:lua([[
    local client = require('commonplace.client')
    return assert(client.request('commonplace/listBooks', {})).books
  ]])
  local titles = vim.tbl_filter(function(book)
    return book.title == 'A Book'
  end, books)
  equal(#titles, 2, 'both are about the book')
end)

--- A note that is deleted for good by another program, with a text that is not saved.
local function deleted_elsewhere(editor)
  local note, other = two.open(editor)
  editor:type_line('mine')
  other:will_choose('^Delete')
  other:command('Commonplace! delete')
  other:close_only()
  return note
end

test('a note that was deleted elsewhere is brought back where that is chosen', function(editor)
  local note = deleted_elsewhere(editor)
  editor:will_choose('nothing', '^Restore the note')
  editor:says('write', 'not saved: the note was deleted')
  check(editor:is_modified(), 'the buffer stays modified')
  editor:type('<CR>')
  editor:says('write', 'not saved: the note was deleted')
  editor:wait('the save', 'return not vim.bo.modified')
  two.is_saved(editor, note)
end)

test('a new note is made of the text of one that was deleted', function(editor)
  local note = deleted_elsewhere(editor)
  local text = editor:text()
  editor:will_choose('^Create a note')
  editor:says('write', 'not saved: the note was deleted')
  editor:wait(
    'the new note',
    [[return vim.b.commonplace_uri and vim.api.nvim_buf_get_name(0) ~= ...]],
    note.uri
  )
  equal(editor:stored(editor:name()).text, text, 'the stored text')
  equal(vim.fn.bufexists(note.uri), 0, 'the deleted one has no buffer')
end)

test('a note in the trash is saved there, and taken out where that is chosen', function(editor)
  local note, other = two.open(editor)
  other:command('Commonplace delete')
  other:close_only()
  local count = #editor:list_notes()
  editor:type_line('mine')
  editor:will_choose('^Restore')
  editor:command('write')
  editor:wait('the note', [[
    local result = require('commonplace.client').request('commonplace/listNotes', {})
    return #result.notes == ... + 1
  ]], count)
  two.is_saved(editor, note)
  check(not editor:is_modified(), 'it is saved')
end)

--- A note of which `mine` and, later, `theirs` are stored. The other editor acts like one without a
--- plugin: it cannot be asked, so both texts are kept.
local function stored_conflict(editor)
  local note, other = two.open(editor)
  other:type_line('theirs')
  editor:type_line('mine')
  editor:command('write')
  other:lua([[
    local client = require('commonplace.client').running()
    local params = {
      textDocument = { uri = vim.api.nvim_buf_get_name(0) },
      text = require('commonplace.buffer_text').get(0),
    }
    require('commonplace.rpc').call(client, 'notify', 'textDocument/didSave', params)
  ]])
  other:list_notes() -- by then it is saved
  editor:wait('their text, which is the later', [[return vim.fn.getline(1) == 'theirs']])
  return note, other
end

test('the choices of a note in conflict are code actions', function(editor)
  local note, other = stored_conflict(editor)
  other:close_only()
  local conflicts_are = [[
    return #vim.tbl_filter(function(diagnostic)
      return diagnostic.code == 'conflict'
    end, vim.diagnostic.get(0)) == ...
  ]]
  editor:wait('the diagnostic', conflicts_are, 1)
  check(not editor:is_modified(), 'what was saved is loaded anew')
  editor:will_choose('^Keep both')
  editor:command('1')
  editor:lua('vim.lsp.buf.code_action()')
  -- The two notes ask the same questions then, which is another thing to say.
  editor:wait('the diagnostic to go', conflicts_are, 0)
  equal(editor:lines()[1], 'theirs', 'what is shown')
  local firsts = vim.tbl_map(function(listed)
    return vim.split(editor:stored(listed.uri).text, '\n')[1]
  end, editor:list_notes())
  check(vim.tbl_contains(firsts, 'mine') and vim.tbl_contains(firsts, 'theirs'), 'both are notes')
  check(note, 'a note')
end)

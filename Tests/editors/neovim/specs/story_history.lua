-- The part about earlier texts of the story of Tests/editors/story.md. Its steps are tests of one
-- session.
local harness = require('harness')
local check, equal, contains = harness.check, harness.equal, harness.contains
local becomes = harness.becomes

---@type Editor
local editor
local story, step = require('steps')()
local uri, path

---@return string
local function id()
  return uri:match('^commonplace://[^/]*/([^/]*)')
end

--- Another program changes the stored text.
---@param from string
---@param to string
local function change_elsewhere(from, to)
  local text = editor:stored(uri).text:gsub(vim.pesc(from), to, 1)
  local file = editor.directory .. '/elsewhere.md'
  vim.fn.writefile(vim.split(text, '\n'), file, 'b')
  local quoted = vim.fn.shellescape
  local state = 'XDG_STATE_HOME=' .. quoted(editor.directory)
  local command = state .. ' ' .. quoted(editor.server) .. ' edit --notebook ' .. quoted(path)
  vim.fn.system("EDITOR='cp " .. file .. "' " .. command .. ' ' .. id())
  equal(vim.v.shell_error, 0, 'the other program')
end

--- Waits until a list of lines has a text, or not.
---@param pattern string
local function line_with(pattern)
  return editor:lua('return vim.fn.search(..., "w")', pattern)
end

step('put a note in the trash', function()
  editor, path = story:start({ headless = true })
  editor:command('Commonplace new Plans')
  uri = editor:name()
  editor:wait_attached()
  editor:lua([[vim.fn.append('$', { '', 'One.' })]])
  editor:command('write')
  editor:command('%s/One/Two/')
  editor:command('write')
  editor:says('Commonplace delete', 'is in the trash')
  editor:command('Commonplace trash')
  check(line_with('^- Plans') > 0, editor:text())
end)

step('take it out again', function()
  editor:wait_attached()
  line_with('^- Plans')
  editor:says('Commonplace restore', 'was restored from the trash')
  becomes(function()
    return editor:lines()[3]
  end, 'The trash is empty.', 'the trash')
  equal(editor:stored(uri).text, '# Plans\n\nTwo.\n', 'the note')
end)

step('see its history', function()
  editor:command('edit ' .. uri)
  editor:wait_note()
  editor:command('Commonplace history')
  local lines = editor:lines()
  equal(lines[1], '# History of Plans', 'the title')
  local present = '^%- %d+%-%d%d%-%d%d %d%d:%d%d:%d%d[%d.]*  14 bytes  now     # Plans'
  check(lines[3]:find(present), lines[3])
  check(lines[4]:find('14 bytes  before  # Plans'), lines[4])
  equal(#lines, 5, 'lines')
end)

step('compare it with an earlier text', function()
  editor:wait_attached()
  editor:command('4')
  editor:command('Commonplace compare')
  editor:wait('two windows', [[return #vim.api.nvim_tabpage_list_wins(0) == 2]])
  equal(editor:name(), uri, 'the cursor is in the note')
  local beside = editor:lua([[
    local bufnr = vim.b.commonplace_stored_buffer
    return {
      lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false),
      name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t'),
      modifiable = vim.bo[bufnr].modifiable,
      diff = vim.wo.diff,
    }
  ]])
  equal(beside.lines, { '# Plans', '', 'One.' }, 'the earlier text')
  check(beside.name:find('^Plans, %d%d%d%d%-'), beside.name)
  equal({ beside.modifiable, beside.diff }, { false, true }, 'read-only, and compared')
  editor:command('only')
end)

step('compare them word by word', function()
  editor:command('Commonplace! compare')
  contains(editor:text(), '[-One-]{+Two+}.', 'the difference')
end)

step('go back to it', function()
  editor:command('buffer ' .. uri)
  editor:command('Commonplace history')
  editor:wait_attached()
  editor:command('4')
  editor:says('Commonplace restore', 'restored the text of')
  equal(editor:stored(uri).text, '# Plans\n\nOne.\n', 'the note')
  becomes(function()
    return #editor:lines()
  end, 6, 'the lines of the history')
  editor:command('buffer ' .. uri)
  equal(editor:lines()[3], 'One.', 'the buffer')
end)

step('save beside others', function()
  editor:lua([[vim.fn.append('$', { '', 'Here.' })]])
  change_elsewhere('# Plans\n', '# Plans\n\nElsewhere.\n')
  editor:says('write', 'other changes were merged into your text')
  editor:command('write')
  equal(editor:stored(uri).text, '# Plans\n\nElsewhere.\n\nOne.\n\nHere.\n', 'the note')
end)

step('meet a change of the same line', function()
  editor:command('%s/Here/Home/')
  change_elsewhere('Here.', 'There.')
  editor:says('write', 'not saved: the note was changed outside this editor')
  editor:wait('both texts', [[return #vim.api.nvim_tabpage_list_wins(0) == 2]])
  contains(editor:stored(uri).text, 'There.', 'the stored text')
  editor:will_choose('^Merge both')
  editor:says('write', 'not saved: the note was changed outside this editor')
  contains(editor:stored(uri).text, 'There.', 'the stored text')
end)

step('bring both together', function()
  editor:wait('the marks', [[return vim.fn.search('^<<<<<<< ', 'cw') > 0]])
  editor:says('write', 'is a merge marker')
  editor:type('<CR>')
  editor:lua([[
    local first, last = vim.fn.search('^<<<<<<< ', 'cw'), vim.fn.search('^>>>>>>> ', 'cw')
    vim.api.nvim_buf_set_lines(0, first - 1, last, false, { 'Home and there.' })
  ]])
  editor:command('write')
  local saved = '# Plans\n\nElsewhere.\n\nOne.\n\nHome and there.\n'
  equal(editor:stored(uri).text, saved, 'the note')
  editor:wait('the note', [[return vim.api.nvim_buf_get_name(0) == ...]], uri)
  equal(editor:text(), saved, 'the buffer')
  check(not editor:is_modified(), 'it is saved')
end)

step('save a note that was deleted', function()
  editor:lua([[
    local params = { uri = ..., permanently = true }
    assert(not select(2, require('commonplace.client').request('commonplace/deleteNote', params)))
  ]], uri)
  editor:lua([[vim.fn.append('$', { '', 'Back.' })]])
  editor:will_choose('^Restore the note')
  editor:says('write', 'not saved: the note was deleted')
  editor:wait('the save', 'return not vim.bo.modified')
  contains(editor:stored(uri).text, 'Back.', 'the note')
end)

step('rename the notebook', function()
  local moved = editor.directory .. '/moved.libnotes'
  assert(vim.loop.fs_rename(path, moved))
  editor:lua([[vim.fn.append('$', 'Again.')]])
  editor:says('write', 'was moved to ' .. moved)
  check(not vim.loop.fs_stat(path), 'nothing is made at the old name')
  check(editor:is_modified(), 'the buffer stays modified')
  assert(vim.loop.fs_rename(moved, path))
  editor:command('write')
  check(not editor:is_modified(), 'it is saved')
  contains(editor:stored(uri).text, 'Again.', 'the note')
end)

step('the file holds it', function()
  editor:close_only()
  story:check_file()
  for _, text in ipairs({ 'Elsewhere.', 'Home and there.', 'Back.' }) do
    equal(story:rows(("key = '.noteText' AND text LIKE '%%%s%%'"):format(text)), 1, text)
  end
  editor:close()
end)

-- A notebook file as a list of its notes, and the tree of tags.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local becomes = harness.becomes

--- Opens the notebook file itself.
local function open_list(editor)
  editor:start_with_notebook()
  local path = editor.directory .. '/starter.libnotes'
  editor:command('edit ' .. path)
  return path
end

local function bytes(path)
  local file = assert(io.open(path, 'rb'))
  local content = file:read('*a')
  file:close()
  return content
end

test('a notebook file shows its notes, and Return enters one', function(editor)
  open_list(editor)
  local notes = editor:list_notes()
  equal(#editor:lines(), #notes, 'a line for each note')
  for index, note in ipairs(notes) do
    contains(editor:lines()[index], note.title, 'the title')
    contains(editor:lines()[index], note.tags[1], 'a tag')
  end
  equal(
    editor:lua([[return { vim.bo.filetype, vim.bo.modifiable, vim.bo.modified }]]),
    { 'commonplacenotes', false, false },
    'the buffer'
  )
  editor:type('2G<CR>')
  editor:wait_note(notes[2].uri)
  editor:type('<C-o>')
  editor:wait('the list', [[return vim.bo.filetype == 'commonplacenotes']])
  becomes(function()
    return #editor:lines()
  end, #notes, 'the list again')
end)

--- Imports so many notes into the notebook.
local function import(editor, count)
  local folder = editor.directory .. '/many'
  vim.fn.mkdir(folder)
  for number = 1, count do
    local text = ('# Note %03d\n\n#many\n'):format(number)
    vim.fn.writefile(vim.split(text, '\n'), ('%s/%03d.md'):format(folder, number))
  end
  editor:commonplace('import', folder, '--notebook', editor.directory .. '/starter.libnotes')
end

test('a long list comes in parts', function(editor)
  editor:start_with_notebook()
  import(editor, 1400)
  editor:command('edit ' .. editor.directory .. '/starter.libnotes')
  becomes(function()
    return #editor:lines()
  end, 1405, 'all notes')
  local titles = {}
  for _, line in ipairs(editor:lines()) do
    titles[line:match('^Note %d+') or line] = true
  end
  equal(vim.tbl_count(titles), 1405, 'each once')
  -- A line of a later part leads to its note.
  local title = editor:lines()[1300]:match('^Note %d+')
  editor:type('1300G<CR>')
  editor:wait('the note', [[return vim.fn.getline(1) == '# ' .. ...]], title)
end)

test('a quickfix list of very many notes has the first of them', function(editor)
  editor:start_with_notebook()
  import(editor, 600)
  editor:command('Commonplace! notes')
  local list = editor:lua([[return vim.fn.getqflist({ title = true, size = true })]])
  equal(list.size, 200, 'the places')
  contains(list.title, '(200 of 605)', 'the title')
end)

test('a list of notes is filtered by a search', function(editor)
  open_list(editor)
  editor:lua([[vim.ui.input = function(_, answer) answer('#philosophy') end]])
  editor:type('f')
  editor:wait('two notes', [[return vim.fn.line('$') == 2]])
  editor:command('Commonplace filter in:title walden')
  equal(#editor:lines(), 1, 'notes with a word')
  contains(editor:lines()[1], 'Thoreau', 'the note')
  editor:command('Commonplace filter qqzzxx')
  equal(editor:lines(), { 'No notes match the filter.' }, 'none')
  editor:type('<CR>') -- stands for nothing
  editor:lua([[vim.ui.input = function(_, answer) answer('') end]])
  editor:type('f')
  editor:wait('all notes', [[return vim.fn.line('$') == 5]])
  editor:command('enew')
  editor:says('Commonplace filter x', 'open a list of notes first')
end)

test('nothing writes over a notebook', function(editor)
  local path = open_list(editor)
  editor:list_notes()
  local before = bytes(path)
  for _, command in ipairs({ 'write', 'write!', '1write!' }) do
    editor:says(command, 'not written: starter.libnotes')
  end
  editor:command('enew')
  editor:command('bwipeout ' .. path)
  editor:type_line('mine')
  editor:says('write! ' .. path, 'not written')
  equal(bytes(path) == before, true, 'the file is as it was')
end)

test('a list follows what is changed, and tags, too', function(editor)
  open_list(editor)
  local other = editor:another()
  other:command('Commonplace new On Walking')
  other:close_only()
  editor:wait(
    'the new note',
    [[return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false)):find('On Walking') ~= nil]]
  )
end)

test('another notebook takes the place of the first, unless something is unsaved', function(editor)
  open_list(editor)
  local second = editor.directory .. '/second.libnotes'
  editor:commonplace('init', '--notebook', second)
  editor:commonplace('new', '--title', 'Only here', '--notebook', second)
  local note = editor:open_note()
  editor:type_line('mine')
  editor:command('set hidden')
  editor:says('edit ' .. second, 'has changes that are not saved')
  editor:command('buffer ' .. vim.fn.fnameescape(note.uri))
  editor:command('write')
  editor:command('edit ' .. second)
  editor:command('edit') -- the first time it was refused
  check(table.concat(editor:lines(), '\n'):find('Only here'), 'the notes of the second')
  editor:wait('the first to be closed', [[return vim.fn.bufexists(...) == 0]], note.uri)
end)

test('a file that is no notebook leaves the session with its own', function(editor)
  open_list(editor)
  local damaged = editor.directory .. '/damaged.libnotes'
  vim.fn.writefile({ 'This is no notebook.' }, damaged)
  local note = editor:open_note()
  editor:says('edit ' .. damaged, damaged)
  vim.wait(500) -- what is closed, is closed by then
  equal(editor:lua([[return vim.fn.bufloaded(...)]], note.uri), 1, 'the note is open still')
  editor:command('buffer ' .. vim.fn.fnameescape(note.uri))
  editor:type_line('mine')
  editor:command('write')
  contains(editor:stored(note.uri).text, 'mine\n', 'the stored text')
  equal(#editor:servers(), 1, 'servers')
end)

test('a notebook that is not there is one clear message', function(editor)
  editor:start_with_notebook()
  local path = editor.directory .. '/none.libnotes'
  editor:says('edit ' .. path, 'cannot read ' .. path)
  equal(vim.fn.filereadable(path), 0, 'none is made')
end)

local function open_tree(editor)
  editor:start_with_notebook()
  editor:command('Commonplace tree')
  equal(editor:lua('return vim.bo.filetype'), 'commonplacetags', 'the filetype')
end

test('the tree has all tags, each under the one it lies in', function(editor)
  open_tree(editor)
  local lines = editor:lines()
  equal(lines[1], '#books  4', 'the first')
  equal(lines[2], '  classics  3', 'below it')
  local all = table.concat(lines, '\n')
  contains(all, '#mood  1\n  🌱  1\n', 'an emoji')
  contains(all, '\n#philosophy  2\n  simplicity  1\n  stoic  1\n', 'a subtree')
  editor:type('gg<Tab>')
  editor:wait('a fold', [[return vim.fn.foldclosedend(1) == 4]])
  equal(editor:lua([[return vim.fn.foldtextresult(1)]]):gsub(' *$', ''), '#books  4', 'its text')
  editor:type('<Tab>')
  editor:wait('no fold', [[return vim.fn.foldclosed(1) == -1]])
  editor:says('write', 'not written')
end)

test('Return on a tag chooses among its notes', function(editor)
  open_tree(editor)
  editor:will_choose('Walden')
  editor:type('2G<CR>')
  editor:wait_note()
  local shown = editor:shown()[1]
  contains(shown.prompt, '#books/classics', 'the prompt')
  equal(#shown.labels, 3, 'notes')
end)

test('a tree of tags in any order and case', function(editor)
  editor:start_with_notebook()
  editor:lua([[
    require('commonplace.client').request = function()
      return { tags = {
        { tag = '#a', noteCount = 3 }, { tag = '#a-b', noteCount = 1 },
        { tag = '#A/c', noteCount = 1 }, { tag = '#z/y/x', noteCount = 1 },
      } }
    end
  ]])
  editor:command('Commonplace tree')
  equal(editor:lines(), { '#a  3', '  c  1', '#a-b  1', '#z', '  y', '    x  1' }, 'the tree')
end)

test('who wants no keys gets none', function(editor)
  editor:start_with_notebook()
  editor:lua('vim.g.no_commonplace_maps = true')
  editor:command('Commonplace tree')
  equal(editor:lua([[return #vim.api.nvim_buf_get_keymap(0, 'n')]]), 0, 'keys')
end)

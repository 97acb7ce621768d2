local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local wait = harness.wait

local subcommands = {
  'add-image',
  'around',
  'book',
  'books',
  'cloze',
  'compare',
  'conflicts',
  'day',
  'delete',
  'filter',
  'follow',
  'history',
  'keep',
  'links',
  'merge',
  'new',
  'notes',
  'paste-image',
  'quotes',
  'recover',
  'restore',
  'resume',
  'review',
  'search',
  'sort',
  'tags',
  'today',
  'trash',
  'tree',
  'view',
  'yesterday',
}

--- A note, one of its longest words, and nothing else known of the notebook.
local function a_word(editor)
  local best
  for _, note in ipairs(editor:list_notes()) do
    local text = editor:lua(
      [[return require('commonplace.client').request('commonplace/readNote', { uri = ... }).text]],
      note.uri
    )
    local lines = vim.split(text, '\n', { plain = true })
    for number = 2, #lines do
      for word in lines[number]:gmatch('%f[%w]%a+%f[%W]') do
        if not best or #word > #best then
          best = word
        end
      end
    end
  end
  check(best, 'the notebook has a word')
  return best
end

test('search jumps to the line of the chosen hit', function(editor)
  editor:start_with_notebook()
  local word = a_word(editor)
  local hits = editor:lua(
    [[return require('commonplace.client').request('commonplace/search', { query = ... }).hits]],
    word
  )
  check(#hits > 0, 'there are hits for ' .. word)
  editor:will_choose('.')
  editor:command('Commonplace search ' .. word)
  equal(editor:name(), hits[1].uri, 'the note')
  local cursor = editor:lua('return vim.api.nvim_win_get_cursor(0)')
  equal(cursor[1], hits[1].line + 1, 'the line')
  local rest = editor:lua('return vim.fn.getline("."):sub(vim.fn.col("."))')
  equal(rest:sub(1, #word):lower(), word:lower(), 'the cursor is on the word')
end)

test('nothing in a title, a snippet or a tag can garble the list', function(editor)
  editor:start_with_notebook()
  -- C0, DEL, C1, both kinds of marks that turn the direction of writing, and ends of lines; then
  -- letters that share bytes with them.
  local hostile = ' a\0b\27[2Jc\127d\194\155e\216\156f\226\128\174g\226\128\142h\226\129\166i'
    .. '\tj\nk\226\128\168l\226\128\169m–“Ü”؛日本👋🏽‍🌾\7 '
  local harmless = 'ab[2Jcdefghi j k l m–“Ü”؛日本👋🏽‍🌾'
  editor:will_choose()
  editor:lua([[
    local hostile = ...
    require('commonplace.client').request = function(method)
      local uri = 'commonplace://starter/1/note.md'
      return ({
        ['commonplace/search'] = {
          hits = { { uri = uri, title = hostile, snippet = hostile, line = 0 } }, total = 1,
        },
        ['commonplace/listNotes'] = {
          notes = { { uri = uri, title = hostile, tags = { hostile }, trashed = false } }, total = 1,
        },
        ['commonplace/listTags'] = { tags = { { tag = hostile, noteCount = 1 } } },
      })[method]
    end
  ]], hostile)
  for _, command in ipairs({ 'search x', 'notes', 'tags' }) do
    editor:command('Commonplace ' .. command)
  end
  local labels = vim.tbl_map(function(list) return list.labels[1] end, editor:shown())
  equal(labels, {
    harmless .. ': ' .. harmless,
    harmless .. '  ' .. harmless,
    harmless .. ' (1)',
  }, 'the labels')
  editor:command('Commonplace! search x')
  equal(editor:lua('return vim.fn.getqflist()[1].text'), labels[1], 'the quickfix list')
end)

test('search without a query asks for one', function(editor)
  editor:start_with_notebook()
  local word = a_word(editor)
  editor:will_choose('.')
  editor:lua([[
    local query = ...
    vim.ui.input = function(options, on_confirm)
      _G.prompt = options.prompt
      on_confirm(query)
    end
  ]], word)
  editor:command('Commonplace search')
  contains(editor:lua('return _G.prompt'), 'Search', 'the prompt')
  check(editor:name():match('^commonplace://'), 'a note is open')
end)

test('search with a bang lists the hits in the quickfix window', function(editor)
  editor:start_with_notebook()
  local word = a_word(editor)
  editor:command('Commonplace! search ' .. word)
  local items = editor:lua([[
    return vim.tbl_map(function(item)
      return { name = vim.fn.bufname(item.bufnr), line = item.lnum, text = item.text }
    end, vim.fn.getqflist())
  ]])
  check(#items > 0, 'there are items')
  equal(editor:lua('return vim.bo.buftype'), 'quickfix', 'the window is open')
  editor:command('cfirst')
  equal(editor:name(), items[1].name, 'the note opens')
  equal(editor:lua('return vim.fn.line(".")'), items[1].line, 'at its line')
  contains(table.concat(editor:lines(), '\n'):lower(), word:lower(), 'with its text')
end)

test('a search that finds nothing says so', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.')
  editor:says('Commonplace search qqzzxxqq', 'nothing found')
  equal(editor:shown(), {}, 'nothing to choose from')
end)

test('notes lists the notes and opens the chosen one', function(editor)
  editor:start_with_notebook()
  local notes = editor:list_notes()
  editor:will_choose('.')
  editor:command('Commonplace notes')
  equal(#editor:shown()[1].labels, #notes, 'as many as there are')
  contains(editor:shown()[1].labels[1], vim.trim(notes[1].title), 'the label has the title')
  equal(editor:name(), notes[1].uri, 'the chosen note')
end)

test('a picked note opens in the window that is asked for', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.')
  editor:command('tab Commonplace notes')
  equal(editor:lua('return vim.fn.tabpagenr("$")'), 2, 'tab pages')
  check(editor:name():match('^commonplace://'), 'the note is in the new one')
end)

test('tags leads to the notes with the chosen tag', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.', '.')
  editor:command('Commonplace tags')
  local shown = editor:shown()
  equal(#shown, 2, 'two choices')
  local tag, count = shown[1].labels[1]:match('^(#%S+) %((%d+)%)$')
  check(tag, ('%q is a tag and a count'):format(shown[1].labels[1]))
  equal(#shown[2].labels, tonumber(count), 'as many notes as the count says')
  check(editor:name():match('^commonplace://'), 'a note is open')
end)

test('notes takes a tag, with or without its #', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.', '.')
  editor:command('Commonplace tags')
  local tag = editor:shown()[1].labels[1]:match('^(#%S+)')
  for _, argument in ipairs({ tag, tag:sub(2) }) do
    editor:will_choose()
    editor:command('Commonplace notes ' .. argument)
    contains(editor:shown()[1].prompt, tag, 'the prompt')
    check(#editor:shown()[1].labels > 0, 'there are notes')
  end
end)

test('the command line completes subcommands and tags', function(editor)
  editor:start_with_notebook()
  local complete = [[return vim.fn.getcompletion(..., 'cmdline')]]
  equal(editor:lua(complete, 'Commonplace '), subcommands, 'subcommands')
  equal(editor:lua(complete, 'Commonplace se'), { 'search' }, 'a beginning')
  equal(editor:lua(complete, 'Commonplace search '), {}, 'a query')
  -- The key does not wait for long.
  wait('the tags', function()
    local tags = editor:lua(complete, 'Commonplace notes #')
    return #tags > 0 and tags[1]:match('^#')
  end)
end)

test('without a subcommand the message names them', function(editor)
  editor:start_with_notebook()
  editor:says('Commonplace', table.concat(subcommands, ', '))
  check(not editor:messages():find('E%d'), editor:messages())
  editor:says('Commonplace!', table.concat(subcommands, ', '))
end)

test('an unknown subcommand is an error that names the known ones', function(editor)
  editor:start_with_notebook()
  editor:says('Commonplace serach x', table.concat(subcommands, ', '))
end)

test('the <Plug> mappings are there and nothing else is mapped', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.')
  editor:lua([[vim.keymap.set('n', '<F5>', '<Plug>(commonplace-notes)', { remap = true })]])
  editor:type('<F5>')
  editor:wait('a note', [[return vim.api.nvim_buf_get_name(0):match('^commonplace://')]])
  local foreign = editor:lua([[
    return vim.tbl_filter(function(map)
      return map.lhs:match('ommonplace') and not map.lhs:match('^<Plug>')
    end, vim.api.nvim_get_keymap('n'))
  ]])
  equal(foreign, {}, 'other mappings')
end)

test('without a notebook a picker says what is missing', function(editor)
  editor:start({ notebook = editor.directory .. '/missing.libnotes' })
  editor:will_choose('.')
  editor:says('Commonplace notes', 'commonplace: ')
  equal(editor:shown(), {}, 'nothing to choose from')
end)

test("a hit's highlights are counted in UTF-16", function(editor)
  editor:start_with_notebook()
  local byte_index = [[return require('commonplace.pickers').byte_index(...)]]
  equal(editor:lua(byte_index, 'É😀x', 0), 0, 'the start')
  equal(editor:lua(byte_index, 'É😀x', 3), #'É😀', 'after an emoji')
  equal(editor:lua(byte_index, 'É😀x', 99), #'É😀x', 'beyond the end')
end)

test('modifiers that are about no window open none', function(editor)
  editor:start_with_notebook()
  editor:will_choose('.', '.')
  editor:command('silent keepjumps Commonplace notes')
  equal(editor:lua('return vim.fn.winnr("$")'), 1, 'windows')
  editor:will_choose('.')
  editor:command('belowright vertical Commonplace notes')
  equal(editor:lua('return vim.fn.winnr("$")'), 2, 'windows')
end)

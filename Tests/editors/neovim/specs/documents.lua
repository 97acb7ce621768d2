local harness = require('harness')
local Editor = require('editor')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

test('a note opens, without undo history', function(editor)
  editor:start_with_notebook()
  local note = editor:list_notes()[1]
  editor:command('edit ' .. note.uri)
  equal(editor:name(), note.uri, 'the name stays the URI')
  local text = editor:lua(
    [[return require('commonplace.client').request('commonplace/readNote', { uri = ... }).text]],
    note.uri
  )
  check(#text > 0, 'the note has text')
  equal(table.concat(editor:lines(), '\n'), (text:gsub('\n$', '')), 'the text is the note')
  local state = editor:lua([[
    return {
      filetype = vim.bo.filetype, buftype = vim.bo.buftype, modified = vim.bo.modified,
      swapfile = vim.bo.swapfile, undo = vim.fn.undotree().seq_last, linebreak = vim.wo.linebreak,
    }
  ]])
  equal(state, {
    filetype = 'minimarkdown',
    buftype = 'acwrite',
    modified = false,
    swapfile = false,
    undo = 0,
    linebreak = true,
  }, 'the buffer')
  editor:wait_attached()
  editor:type('Gothere<Esc>')
  editor:wait('a typed line', [[return vim.fn.getline('$') == 'there']])
  editor:type('uuu')
  editor:wait('undo to stop at the note', [[return not vim.bo.modified]])
end)

--- In the editor: remembers what each didOpen says.
local watch_opened = [[
  local client = require('commonplace.client').running()
  local notify = client.rpc.notify
  client.rpc.notify = function(method, params)
    if method == 'textDocument/didOpen' then
      _G.opened = params.textDocument
    end
    return notify(method, params)
  end
]]

test('the server is sent the note that it gave', function(editor)
  editor:start_with_notebook()
  local notes = editor:list_notes()
  editor:lua(watch_opened)
  for _, note in ipairs(notes) do
    editor:lua('_G.opened = nil')
    editor:command('edit ' .. note.uri)
    local opened = editor:wait('didOpen', 'return _G.opened')
    equal(opened.uri, note.uri, 'the URI')
    equal(opened.languageId, 'minimarkdown', 'the language')
    local text = editor:lua(
      [[return require('commonplace.client').request('commonplace/readNote', { uri = ... }).text]],
      note.uri
    )
    equal(opened.text, text, 'the text')
  end
end)

test('a note keeps its line ends, and their absence', function(editor)
  editor:start_with_notebook()
  editor:list_notes()
  editor:lua(watch_opened)
  for index, text in ipairs({ '', 'one', 'one\n', '\n', 'one\n\n', '日本\nlast 😀' }) do
    editor:lua(
      [[
      local text = ...
      _G.opened = nil
      require('commonplace.client').request = function()
        return { text = text, version = '1' }
      end
      ]],
      text
    )
    editor:command(('edit commonplace://starter/%d/note.md'):format(index))
    equal(editor:wait('didOpen', 'return _G.opened').text, text, 'the text')
  end
end)

test('bufload reads a note', function(editor)
  editor:start_with_notebook()
  local uri = editor:list_notes()[1].uri
  local lines = editor:lua(
    [[
    local bufnr = vim.uri_to_bufnr(...)
    vim.fn.bufload(bufnr)
    return vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
    ]],
    uri
  )
  check(#lines > 1 or lines[1] ~= '', 'the hidden buffer has the text')
  check(not editor:messages():find('W10'), 'a hidden buffer says nothing')
end)

test(':edit! reads the note again, and the server follows', function(editor)
  editor:start_with_notebook()
  editor:command('edit ' .. editor:list_notes()[1].uri)
  editor:wait_attached()
  local before = editor:lines()
  editor:type('ggdGi?[open](cloze<Esc>')
  editor:wait('the typed text', [[
    return vim.fn.getline(1) == '?[open](cloze' and vim.fn.mode() == 'n'
  ]])
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  editor:command('edit!')
  equal(editor:lines(), before, 'the text is back')
  check(not editor:lua('return vim.bo.modified'), 'the buffer is unmodified')
  editor:wait_attached()
  editor:wait('the diagnostic to go', [[return #vim.diagnostic.get(0) == 0]])
end)

test('a note that does not exist is one clear error, and an unchangeable buffer', function(editor)
  editor:start_with_notebook()
  local uri = 'commonplace://starter/00000000-0000-4000-8000-000000000000/none.md'
  editor:says('edit ' .. uri, 'commonplace: cannot read ' .. uri)
  local _, lines = editor:messages():gsub('[^\n]+', '')
  equal(lines, 1, 'lines of messages')
  check(not editor:lua('return vim.bo.modifiable'), 'the buffer cannot be changed')
  editor:command('edit ' .. editor:list_notes()[1].uri)
  check(editor:lua('return vim.bo.modifiable'), 'other notes can')
end)

test('percent signs and number signs in a name reach the server as they are', function(editor)
  editor:start_with_notebook()
  local uri = 'commonplace://starter/no%20such#note?/a b.md'
  local command = ([[lua require('commonplace.documents').open('%s')]]):format(uri)
  editor:says(command, 'cannot read ' .. uri)
  equal(editor:name(), uri, 'the name')
end)

test('a missing server is one clear message for any number of buffers', function(editor)
  editor:start({ cmd = { 'no-such-commonplace', 'lsp' } })
  editor:lua([[
    _G.said = {}
    vim.notify = function(message) table.insert(_G.said, message) end
    for _ = 1, 3 do
      vim.cmd('enew!')
      vim.bo.filetype = 'minimarkdown'
    end
  ]])
  editor:wait('a message', 'return #_G.said > 0')
  local said = editor:lua('return _G.said')
  equal(#said, 1, 'messages')
  contains(said[1], '`no-such-commonplace` is not an executable', 'the message')
end)

test('a note without a server is a clear error', function(editor)
  editor:start({ cmd = { 'no-such-commonplace', 'lsp' } })
  editor:says('edit commonplace://starter/x/y.md', '`no-such-commonplace` is not an executable')
  check(not editor:lua('return vim.bo.modifiable'), 'the buffer cannot be changed')
end)

test('a server that dies at once is a clear error, not a wait', function(editor)
  editor:start({ cmd = { 'false' }, timeout = 10 * Editor.patience })
  editor:says('edit commonplace://starter/x/y.md', 'the server exited during startup')
end)

test('a file beside the notes is written as ever', function(editor)
  editor:start_with_notebook()
  editor:command('edit ' .. editor:list_notes()[1].uri)
  local path = editor.directory .. '/plain.txt'
  editor:command('edit ' .. path)
  editor:type('iplain<Esc>:w<CR>')
  editor:wait('the file', [[return vim.fn.filereadable(...) == 1 and not vim.bo.modified]], path)
  equal(vim.fn.readfile(path), { 'plain' }, 'the file')
end)

test('`*.md` files are Mini Markdown only where asked', function(editor)
  local path = editor.directory .. '/file.md'
  vim.fn.writefile({ '# A file' }, path)
  editor:start_with_notebook({ markdown = false })
  editor:command('edit ' .. path)
  check(editor:lua('return vim.bo.filetype') ~= 'minimarkdown', 'not by default')
  editor:lua([[
    local options = vim.deepcopy(require('commonplace.config').current)
    options.markdown = true
    require('commonplace').setup(options)
  ]])
  editor:command('edit!')
  equal(editor:lua('return vim.bo.filetype'), 'minimarkdown', 'the filetype')
  editor:wait_attached()
end)

test('setup names an option that it does not know', function(editor)
  editor:start_with_notebook()
  local result = editor:lua([[return { pcall(require('commonplace').setup, { notebok = 'x' }) }]])
  contains(result[2], 'unknown option `notebok`', 'the error')
end)

test('an older Neovim is told what to do, and has no command', function(editor)
  editor:start_bare({ plugin = false })
  local message = editor:lua(
    [[
    local has, told = vim.fn.has, nil
    vim.fn.has = function(feature) return feature:find('^nvim%-') and 0 or has(feature) end
    vim.notify = function(text) told = text end
    dofile(...)
    return told
    ]],
    Editor.root .. '/editors/neovim/plugin/commonplace.lua'
  )
  contains(message, 'needs Neovim 0.10 or later', 'the message')
  equal(editor:lua([[return vim.fn.exists(':Commonplace')]]), 0, 'the command')
end)

test('only the list of subcommands is loaded before the plugin is used', function(editor)
  editor:start_bare()
  local loaded = [[
    return vim.tbl_filter(function(name)
      return name:find('^commonplace') ~= nil
    end, vim.tbl_keys(package.loaded))
  ]]
  equal(editor:lua(loaded), { 'commonplace.command' }, 'loaded modules')
  equal(editor:lua([[return vim.fn.exists(':Commonplace')]]), 2, 'the command is there')
  -- Nor by work on other files.
  editor:command('edit ' .. editor.directory .. '/other.txt')
  editor:type('ione<Esc>:write<CR>:bdelete<CR>')
  editor:wait('the file to be closed', [[return vim.api.nvim_buf_get_name(0) == '']])
  equal(editor:lua(loaded), { 'commonplace.command' }, 'loaded modules')
end)

test('a server that died is started again, for every buffer', function(editor)
  editor:start_with_notebook()
  local notes = editor:list_notes()
  editor:command('edit ' .. notes[1].uri)
  editor:wait_attached()
  editor:lua([[vim.lsp.stop_client(require('commonplace.client').running().id, true)]])
  editor:wait('the server to stop', [[return require('commonplace.client').running() == nil]])
  check(#editor:list_notes() == #notes, 'a request starts it')
  editor:wait_attached()
end)

test('setup with another notebook replaces the server', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '# A note' })
  local first = editor:lua([[return require('commonplace.client').running().id]])
  editor:lua([[
    local options = vim.deepcopy(require('commonplace.config').current)
    options.notebook = options.notebook .. '.other'
    require('commonplace').setup(options)
  ]])
  editor:wait_attached()
  local second = editor:lua([[return require('commonplace.client').running().id]])
  check(first ~= second, 'there is a new one')
  editor:wait(
    'the first to stop',
    [[return vim.lsp.get_client_by_id(...) == nil or not vim.lsp.buf_is_attached(0, ...)]],
    first
  )
end)

test('a note that is renamed by its title stays one buffer', function(editor)
  editor:start_with_notebook()
  local third = editor:list_notes()[1].uri:gsub('[^/]*$', 'third.md')
  editor:command('badd ' .. third)
  local note = editor:open_note()
  editor:lua([[vim.api.nvim_buf_set_lines(0, 0, 1, false, { '# Quite another title' })]])
  editor:command('write')
  local renamed = editor:list_notes()[1]
  equal(renamed.title, 'Quite another title', 'the title')
  contains(renamed.uri, '/quite-another-title.md', 'the URI')
  equal(editor:name(), note.uri, 'the buffer keeps its name')
  editor:type_line('unsaved')
  editor:command('set hidden | enew')
  editor:will_choose('Quite another title')
  editor:command('Commonplace notes')
  equal(editor:lines()[1], 'unsaved', 'the same buffer')
  -- Neovim itself goes to places by their URIs, too.
  editor:command('enew')
  editor:command('edit ' .. renamed.uri)
  editor:wait('the same buffer', [[return vim.fn.getline(1) == 'unsaved']])
  editor:wait('no other', [[return vim.fn.bufexists(...) == 0]], renamed.uri)
  editor:command('enew')
  editor:command('edit ' .. third)
  editor:wait('the same buffer', [[return vim.fn.getline(1) == 'unsaved']])
end)

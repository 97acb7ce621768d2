-- Titles in place of addresses.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

local title = 'Welcome to your commonplace book'

--- All that the quickfix window shows, once it shows titles.
local function list(editor)
  return editor:wait('titles', [[
    if vim.bo.buftype ~= 'quickfix' then
      return
    end
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return not text:find('commonplace:', 1, true) and text
  ]])
end

test('references and the outline show titles', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:lua([[vim.fn.search('#reading/habits'); vim.lsp.buf.references()]])
  local text = list(editor)
  contains(text, title .. '|', 'this note')
  contains(text, 'Seneca: Letters to Lucilius|', 'a note that is not open')
  editor:type('<CR>') -- and it leads there
  editor:wait('the note', [[return vim.b.commonplace_uri ~= nil]])
  editor:command('cclose')
  editor:command('edit ' .. editor:list_notes()[1].uri)
  editor:lua([[vim.lsp.buf.document_symbol()]])
  check(not list(editor):find('%.md'), 'no slug')
  contains(editor:lua('return vim.w.quickfix_title or ""'), title, 'the title of the list')
  check(editor:lua([[return vim.fn.line('$')]]) > 1, 'its entries')
end)

test("the plugin's own lists show titles", function(editor)
  editor:start_with_notebook()
  editor:command('Commonplace! search walden')
  contains(list(editor), 'Walden', 'a title')
end)

test('windows show titles where Neovim would show addresses', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  local shown = [[return vim.api.nvim_eval_statusline(vim.wo.statusline, {}).str]]
  editor:wait('the title', [[return vim.wo.statusline ~= '']])
  check(vim.startswith(editor:lua(shown), title), editor:lua(shown))
  local window = [[return vim.api.nvim_eval_statusline(vim.o.titlestring, {}).str]]
  equal(editor:lua(window), title .. ' - Nvim', 'the title of the terminal')
  -- It follows the text, whatever is in it.
  editor:lua([[vim.api.nvim_buf_set_lines(0, 0, 1, false, { '# 100 %{1+1} %l' })]])
  check(vim.startswith(editor:lua(shown), '100 %{1+1} %l'), editor:lua(shown))
  equal(editor:lua([[return require('commonplace').title()]]), '100 %{1+1} %l', 'for a status line')
  editor:command('edit! commonplace-view://starter/search?q=walden')
  contains(editor:lua(shown), 'Search: walden', 'a view')
  editor:command('Commonplace tree')
  contains(editor:lua(shown), 'Hashtags', 'the tree')
  -- Other buffers are not concerned.
  editor:command('enew!')
  equal(editor:lua([[return { vim.wo.statusline, vim.o.titlestring }]]), { '', '' }, 'elsewhere')
end)

test('a row of a list of notes has its title once', function(editor)
  editor:start_with_notebook()
  editor:command('Commonplace! notes')
  local text = list(editor)
  contains(text, 'Seneca: Letters to Lucilius|1 col 1| #books/classics', 'a row')
end)

test('who has a status line, or wants addresses, keeps them', function(editor)
  editor:start_with_notebook()
  editor:command('set statusline=%f titlestring=mine')
  editor:open_note()
  equal(editor:lua([[return { vim.api.nvim_eval('&stl'), vim.o.titlestring }]]), { '%f', 'mine' }, 'his')
  local other = editor:another()
  other:lua([[
    local options = vim.deepcopy(require('commonplace.config').current)
    options.titles = false
    require('commonplace').setup(options)
  ]])
  other:open_note()
  equal(other:lua([[return { vim.wo.statusline, vim.o.titlestring }]]), { '', '' }, 'unset')
  other:close_only()
end)

test("other plugins' lists of paths can show titles", function(editor)
  editor:start_with_notebook()
  local note = editor:open_note(2)
  local other = editor:list_notes()[1]
  local display = [[return require('commonplace').display(...)]]
  equal(editor:lua(display, note.uri), note.title, 'an open note')
  equal(editor:lua(display, other.uri), other.title, 'another')
  equal(editor:lua(display, '/tmp/a.md'), '/tmp/a.md', 'a file')
end)

test('what is saved and deleted is named by its title', function(editor)
  editor:start_with_notebook()
  editor:open_note()
  editor:type_line('one')
  editor:lua([[
    local messages = require('commonplace.messages')
    messages.note = function(message) _G.noted = message end
  ]])
  editor:command('write')
  equal(editor:lua('return _G.noted'), ('“%s” saved'):format(title), 'the message')
  editor:says('Commonplace delete', ('“%s” is in the trash'):format(title))
end)

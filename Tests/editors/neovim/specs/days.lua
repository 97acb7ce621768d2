local harness = require('harness')
local test, equal, contains = harness.test, harness.equal, harness.contains

--- Writes a template into the user's settings.
local function write_template(editor, name, lines)
  local folder = editor.directory .. '/commonplace/templates'
  vim.fn.mkdir(folder, 'p')
  vim.fn.writefile(lines, ('%s/%s.md'):format(folder, name))
end

local complete = [[return vim.fn.getcompletion(..., 'cmdline')]]

test(':Commonplace today and yesterday open the notes of these days', function(editor)
  editor:start_with_notebook()
  for name, word in pairs({ today = 'today', yesterday = '-1 day' }) do
    local date = vim.trim(vim.fn.system({ 'date', '-d', word, '+%F' }))
    editor:command('Commonplace ' .. name)
    equal(editor:lines(), { '# ' .. date, '#journal', '' }, 'the text')
    equal(editor:lua([[return vim.fn.line('.')]]), 3, 'the line')
  end
end)

test(':Commonplace day opens the note of a day, and makes it once', function(editor)
  editor:start_with_notebook()
  local count = #editor:list_notes()
  editor:command('vertical Commonplace day 2026-03-04')
  local name = editor:name()
  equal(editor:lua('return #vim.api.nvim_list_wins()'), 2, 'windows')
  editor:lua([[
    vim.ui.input = function(_, answer) answer('2026-03-04') end
    vim.ui.select = function(items, options, answer)
      _G.offered = vim.tbl_map(options.format_item, items)
      answer(items[#items], #items)
    end
  ]])
  editor:command('Commonplace today')
  editor:command('Commonplace day')
  equal(editor:name(), name, 'the note')
  local offered = editor:lua('return _G.offered')
  equal(offered[1], os.date('* %Y-%m-%d %A'), 'today')
  contains(offered[2], '  20', 'yesterday')
  equal(#offered, 78, 'days')
  equal(#editor:list_notes(), count + 2, 'notes')
  editor:says('Commonplace day 2026-02-30', 'expected today, yesterday')
  equal(editor:lua(complete, 'Commonplace day to'), { 'today', 'tomorrow' }, 'days')
  contains(editor:lua(complete, 'Commonplace day 2')[1], os.date('%Y-'), 'dates')
end)

test(':Commonplace new makes notes of templates', function(editor)
  editor:start_with_notebook()
  equal(editor:lua(complete, 'Commonplace new '), {}, 'without templates')
  write_template(editor, 'person', { '# {{title}}', '', 'Née 😀 {{cursor}}', '', 'See [[People]].' })
  write_template(editor, 'book', { '# {{title}}' })
  equal(
    editor:lua(complete, 'Commonplace new '),
    { 'template=book', 'template=person' },
    'templates'
  )
  equal(editor:lua(complete, 'Commonplace new template=p'), { 'template=person' }, 'a beginning')
  equal(editor:lua(complete, 'Commonplace new template=person J'), {}, 'a title')
  editor:command('Commonplace new template=person Jane Austen')
  equal(editor:lines(), { '# Jane Austen', '', 'Née 😀 ', '', 'See [[People]].' }, 'the text')
  equal(editor:lua('return vim.api.nvim_win_get_cursor(0)[1]'), 3, 'the line')
  editor:type('i#x<Esc>')
  editor:wait('the typed text', [[return vim.fn.getline(3):find('#x', 1, true) ~= nil]])
  editor:says('Commonplace new template=nobody Ann', 'There is no template “nobody”')
end)

test(':Commonplace links is for notes', function(editor)
  editor:start_with_notebook()
  editor:command('enew')
  editor:says('Commonplace links', 'works in a note: open one first')
  editor:open_note()
  editor:says('Commonplace links', 'Links of this note: nothing found')
end)

test('the popup opens as [[ is typed', function(editor)
  editor:start_with_notebook()
  if not editor:lua('return vim.lsp.completion ~= nil') then
    harness.skip('this Neovim does not complete as one types')
  end
  editor:scratch({ '' })
  editor:type('iSee [')
  editor:type('[')
  editor:wait('the popup', [[return vim.fn.pumvisible() == 1]])
  editor:type('seneca')
  editor:wait('the title', [[
    local items = vim.fn.complete_info({ 'items' }).items
    return items[1] and (items[1].abbr or items[1].word):find('^Seneca') ~= nil
  ]])
  editor:type('<C-n><C-y>.')
  local line = 'See [[Seneca: Letters to Lucilius]].'
  editor:wait('the link', 'return vim.fn.getline(1) == ...', line)
end)

test(':Commonplace around shows the notes around a note', function(editor)
  editor:start_with_notebook()
  editor:command('enew')
  editor:says('Commonplace around', 'works in a note: open one first')
  editor:open_note()
  local name = editor:name()
  editor:command('Commonplace around')
  contains(editor:name(), '/around?note=', 'the name')
  contains(editor:lines()[1], '# Around ', 'the heading')
  editor:command('Commonplace new Bridge')
  local append = 'vim.api.nvim_buf_set_lines(0, -1, -1, true, { ... })'
  editor:lua(append, '[[Welcome to your commonplace book]]')
  editor:command('write')
  editor:command('Commonplace around')
  contains(table.concat(editor:lines(), '\n'), 'Notes that this note links to', 'a link')
  equal(name ~= editor:name(), true, 'another note')
end)

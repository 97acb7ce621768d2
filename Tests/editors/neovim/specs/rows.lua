-- The rows of lists of notes, and their order.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local becomes = harness.becomes

local function open_list(editor)
  editor:start_with_notebook()
  editor:command('edit ' .. editor.directory .. '/starter.libnotes')
end

test('a row has the book, the tags, the due prompts and the date', function(editor)
  editor:start_with_notebook()
  local row = editor:lua(
    [[return require('commonplace.note_row').line(...)]],
    {
      title = 'Walden', byline = 'Henry David Thoreau (1854)', tags = { '#nature' }, due = 3,
      date = '2024-03-01', uri = 'x',
    }
  )
  equal(row.text, 'Walden  Henry David Thoreau (1854)  #nature  3 due  2024-03-01', 'the row')
  local painted = vim.tbl_map(function(mark)
    return { mark.group, row.text:sub(mark.first + 1, mark.last) }
  end, row.marks)
  equal(painted, {
    { 'Comment', 'Henry David Thoreau (1854)' },
    { 'Identifier', '#nature' },
    { 'Number', '3 due' },
    { 'NonText', '2024-03-01' },
  }, 'its colors')
  local bare = editor:lua([[return require('commonplace.note_row').label(...)]], {
    title = '', tags = {}, due = 0,
  })
  equal(bare, '(without a title)', 'without any of it')
end)

test('the list shows rows, and follows reviews', function(editor)
  open_list(editor)
  local date = os.date('%Y-%m-%d')
  contains(editor:lines()[1], date, 'the date')
  editor:wait('the due prompts', [[return vim.fn.getline(1):find('%d+ due') ~= nil]])
end)

test('the list is sorted as one wishes', function(editor)
  open_list(editor)
  editor:command('Commonplace sort title')
  local function titles()
    return vim.tbl_map(function(line)
      return line:match('^%a+')
    end, editor:lines())
  end
  local sorted = { 'Charles', 'Henry', 'Jane', 'Seneca', 'Welcome' }
  equal(titles(), sorted, 'by title')
  editor:command('Commonplace! sort title')
  equal(titles()[1], 'Welcome', 'turned around')
  editor:command('Commonplace sort title reverse')
  equal(titles()[1], 'Welcome', 'by word')
  editor:will_choose('^title$')
  editor:type('s')
  becomes(titles, sorted, 'by its key')
  editor:command('Commonplace filter #books')
  equal(titles()[1], 'Charles', 'with a filter')
  editor:says('Commonplace sort luck', 'notes can be sorted by author, created, due')
  editor:command('enew')
  editor:says('Commonplace sort title', 'open a list of notes first')
  local complete = [[return vim.fn.getcompletion(..., 'cmdline')]]
  equal(editor:lua(complete, 'Commonplace sort t'), { 'title' }, 'completion')
  equal(editor:lua(complete, 'Commonplace notes sort=d'), { 'sort=due' }, 'completion of a picker')
end)

test('a picker is sorted, too, and both by a rule of the user', function(editor)
  editor:start_with_notebook({ sort = 'title' })
  editor:will_choose()
  editor:command('Commonplace notes')
  contains(editor:shown()[1].labels[1], 'Charles Darwin', 'by title')
  editor:will_choose()
  editor:command('Commonplace notes #books sort=title reverse')
  contains(editor:shown()[1].labels[1], 'Seneca', 'as asked for')
  editor:command('edit ' .. editor.directory .. '/starter.libnotes')
  contains(editor:lines()[1], 'Charles Darwin', 'the list')
  local result = editor:lua([[return { pcall(require('commonplace').setup, { sort = 'x' }) }]])
  contains(result[2], 'option `sort` must be one of', 'an unknown one')
end)

test("lists and views follow one's own saves", function(editor)
  open_list(editor)
  editor:command('vsplit')
  editor:command('Commonplace view heron')
  contains(editor:text(), 'Nothing found', 'the search')
  editor:command('split')
  editor:open_note()
  editor:type_line('# A heron')
  editor:command('write')
  editor:wait('the list', [[
    local bufnr = vim.fn.bufnr('starter.libnotes')
    return vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1]:find('A heron', 1, true) ~= nil
  ]])
  editor:wait('the search', [[
    for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_get_name(bufnr):find('search?q=heron', 1, true) then
        return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)):find('1 note')
      end
    end
  ]])
  check(editor:lua([[return vim.fn.winnr('$')]]) >= 3, 'windows')
end)

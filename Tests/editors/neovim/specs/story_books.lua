-- The part about books of the story of Tests/editors/story.md. Its steps are tests of one session.
local harness = require('harness')
local check, equal, contains = harness.check, harness.equal, harness.contains

---@type Editor
local editor
local story, step = require('steps')()
local uri

---@param text string
local function shows(text)
  contains(editor:text(), text, 'the buffer')
end

step('add a book by its ISBN', function()
  editor = story:start()
  editor:lua([[
    local answers = { 'Emma', 'Jane Austen' }
    vim.ui.input = function(_, answer) answer(table.remove(answers, 1)) end
  ]])
  editor:command('Commonplace book add 9780141439587')
  uri = editor:name()
  check(uri:match('^commonplace://starter/.*/emma%.md$'), uri)
  editor:command('enew')
  editor:command('Commonplace book add 9780141439587')
  equal(editor:name(), uri, 'the note that there is')
end)

step('open its record', function()
  editor:wait_attached()
  editor:command('Commonplace book record')
  check(vim.endswith(editor:name(), '/book.yaml'), editor:name())
  shows('\ntitle: Emma\n')
  shows('\nisbn: "9780141439587"\n')
  editor:wait_attached()
end)

step('see a fault and fix it', function()
  editor:command('%s/9780141439587/9780141439588/')
  editor:wait('the diagnostic', [[
    local found = vim.diagnostic.get(0)
    return #found == 1 and found[1].code == 'book-isbn'
  ]])
  editor:will_choose('^Change the last digit')
  editor:lua([[vim.fn.search('^isbn')]])
  editor:lua('vim.lsp.buf.code_action()')
  editor:wait('the number', [[return vim.fn.getline('.'):find('9780141439587') ~= nil]])
end)

step('complete a value', function()
  editor:lua([[vim.fn.search('^publisher:')]])
  editor:type('A P<Esc>') -- no book has a publisher yet
  editor:command([[s/:.*/:/]])
  editor:lua([[vim.fn.search('^tags:')]])
  editor:command('normal! Onumb')
  editor:type('A<C-x><C-o>')
  editor:wait('the field', [[
    return vim.fn.pumvisible() == 1 or vim.fn.getline('.'):find('^number%-of%-pages') ~= nil
  ]])
  if editor:lua([[return vim.fn.getline('.'):find('^number%-of%-pages') == nil]]) then
    editor:type('<C-n>')
    editor:wait('the word', [[return vim.fn.getline('.'):find('^number%-of%-pages') ~= nil]])
  end
  editor:type('<C-y><Esc>')
  editor:command('delete')
end)

step('save it', function()
  editor:command([[%s/^language:.*/language: en/]])
  editor:command('write')
  check(not editor:is_modified(), 'it is saved')
  editor:command([[%s/^stars:.*/stars: many/]])
  editor:says('write', 'not saved: “stars” must be a number')
  editor:command('edit!')
end)

step('finish it', function()
  editor:command('buffer ' .. vim.fn.fnameescape(uri))
  editor:command('Commonplace book start 2026-10')
  editor:command('Commonplace book finish 2026-11-20')
  editor:command('Commonplace book record')
  editor:wait('the reading', [[
    return vim.fn.search('finish: 2026-11-20', 'w') > 0
  ]])
end)

step('rate it', function()
  editor:command('Commonplace book stars 4')
  editor:wait('the stars', [[return vim.fn.search('^stars: 4$', 'w') > 0]])
end)

step('see it in its year', function()
  editor:command('Commonplace books read 2026')
  equal(editor:name(), 'commonplace-view://starter/books?section=read&year=2026', 'the name')
  shows('## Read in 2026\n\n- Emma, Jane Austen  ★★★★  2026-11-20\n')
  editor:wait_attached()
  editor:lua([[vim.fn.search('^- Emma')]])
  editor:command('Commonplace book stars 5')
  editor:wait('the list to follow', [[return vim.fn.search('★★★★★', 'w') > 0]])
  editor:lua([[vim.fn.search('^- Emma')]])
  editor:type('<CR>')
  editor:wait('the note', [[return vim.api.nvim_buf_get_name(0) == ...]], uri)
  -- A former record comes back, and then the one that it replaced.
  editor:command('Commonplace history')
  shows('\n## Records of the book\n')
  editor:wait_attached()
  for _, stars in ipairs({ '★★★★', '★★★★★' }) do
    local line = ('  %s  Emma: read, 2026-11-20, ' .. stars .. '$')
    local restored = [[return vim.fn.search(..., 'w') > 0]]
    check(editor:lua(restored, line:format('before')), 'the record with ' .. stars)
    editor:command('Commonplace restore')
    editor:wait('the record', restored, line:format('now   '))
  end
end)

step('the file holds it', function()
  editor:leave('qall')
  story:check_file()
  equal(
    story:sqlite([[
      SELECT json_extract(json, '$.book.isbn13'), json_extract(json, '$.book.rating'),
        json_extract(json, '$.book.readingHistory.entries[0].finish.year')
      FROM entry WHERE json_extract(json, '$.book.title') = 'Emma'
    ]]),
    '9780141439587|5|2026',
    'the book'
  )
  equal(
    story:sqlite([[SELECT json_extract(json, '$.language') FROM entry WHERE key = '.commonplace-book']]),
    'en',
    'what the app has no place for'
  )
  editor:close()
end)

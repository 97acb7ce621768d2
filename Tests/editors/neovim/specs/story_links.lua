-- The part about links and days of the story of Tests/editors/story.md. Its steps are tests of one
-- session.
local harness = require('harness')
local check, equal, contains = harness.check, harness.equal, harness.contains

---@type Editor
local editor
local story, step = require('steps')()
local path, day, walden

local function codes()
  return editor:lua([[
    return vim.tbl_map(function(diagnostic) return diagnostic.code end, vim.diagnostic.get(0))
  ]])
end

step('open the note of a day', function()
  editor, path = story:start()
  local folder = editor.directory .. '/commonplace/templates'
  vim.fn.mkdir(folder, 'p')
  vim.fn.writefile({ '# {{date}}', '', 'Read: {{cursor}}', '', '#journal' }, folder .. '/day.md')
  editor:type(':Commonplace day 2026-03-04<CR>')
  editor:wait_note()
  day = editor:name()
  editor:wait_attached()
  equal(editor:lines(), { '# 2026-03-04', '', 'Read: ', '', '#journal' }, 'the text')
  equal(editor:lua([[return vim.fn.line('.')]]), 3, 'the line of the cursor')
  editor:command('enew')
  editor:type(':Commonplace day 2026-03-04<CR>')
  editor:wait('the same note', [[return vim.api.nvim_buf_get_name(0) == ...]], day)
end)

step('make a link by completion', function()
  -- Neovim 0.10 asks only at the key for it, keeps what begins so, and inserts the first.
  local is_new = editor:lua('return vim.lsp.completion ~= nil')
  editor:type(is_new and '3GA[[wald' or '3GA[[Henry<C-x><C-o>')
  editor:wait('what is offered', [[return vim.fn.pumvisible() == 1]])
  local words = editor:lua([[
    return vim.tbl_map(function(item) return item.abbr ~= '' and item.abbr or item.word end,
      vim.fn.complete_info({ 'items' }).items)
  ]])
  equal(words[1], 'Henry David Thoreau: Walden', 'offered')
  editor:type(is_new and '<C-n><C-y><Esc>' or '<C-y><Esc>')
  local line = 'Read: [[Henry David Thoreau: Walden]]'
  editor:wait('the link', [[return vim.fn.getline(3) == ... and vim.fn.mode() == 'n']], line)
  editor:type(':write<CR>')
  editor:wait('the save', [[return not vim.bo.modified]])
  contains(editor:stored(day).text, line, 'the stored text')
end)

step('follow it', function()
  editor:lua([[vim.fn.cursor(3, 15); vim.lsp.buf.definition()]])
  editor:wait('the note', [[return vim.fn.getline(1) == '# Henry David Thoreau: Walden']])
  walden = editor:name()
  editor:wait_attached()
end)

step('see the links of a note', function()
  editor:will_choose('.')
  editor:command('Commonplace links')
  equal(editor:shown()[1].labels, {
    '<- 2026-03-04: Read: [[Henry David Thoreau: Walden]]',
  }, 'what points here')
  equal(editor:name(), day, 'the chosen note')
  editor:will_choose('.')
  editor:command('Commonplace links')
  equal(editor:shown()[1].labels, { '-> Henry David Thoreau: Walden' }, 'what this points at')
  equal(editor:name(), walden, 'the chosen note')
end)

step('rename the title with its links', function()
  editor:lua([[vim.fn.cursor(1, 5); vim.lsp.buf.rename('Walden')]])
  editor:wait('the title', [[return vim.fn.getline(1) == '# Walden']])
  editor:command('write')
  editor:command('buffer ' .. editor:lua('return vim.fn.bufnr(...)', day))
  equal(editor:lines()[3], 'Read: [[Walden]]', 'the link')
  editor:command('write')
  contains(editor:stored(walden).text, '# Walden\n', 'the stored title')
  contains(editor:stored(day).text, '[[Walden]]', 'the stored link')
end)

step('break a link, and make its note', function()
  editor:type('3Go<CR>[[On ponds]]<Esc>')
  editor:wait('the line', 'return vim.fn.getline(5) == ...', '[[On ponds]]')
  harness.wait('the diagnostic', function()
    return vim.tbl_contains(codes(), 'link-leads-nowhere')
  end)
  editor:command('write')
  editor:will_choose('^Create the note')
  editor:lua([[vim.fn.cursor(5, 4); vim.lsp.buf.code_action()]])
  harness.wait('the note', function()
    return vim.tbl_contains(
      vim.tbl_map(function(note)
        return note.title
      end, editor:list_notes()),
      'On ponds'
    )
  end)
  editor:command('buffer ' .. editor:lua('return vim.fn.bufnr(...)', day))
  harness.wait('the diagnostic to go', function()
    return not vim.tbl_contains(codes(), 'link-leads-nowhere')
  end)
end)

step('the file holds it', function()
  editor:leave('qall')
  harness.wait('the file to follow', function()
    return editor:commonplace('show', 'On ponds', '--notebook', path):find('On ponds', 1, true)
  end)
  story:check_file()
  check(story:rows("text LIKE '%[[Walden]]%'") == 1, 'the link')
  check(story:rows("text LIKE '%[[On ponds]]%'") == 1, 'the other link')
  equal(story:rows("text LIKE '%[[Henry David Thoreau%'"), 0, 'the former title')
  editor:close()
end)

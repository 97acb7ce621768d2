-- Reviewing: the answers, the note of a card, what goes wrong, and the count of what is due.
local harness = require('harness')
local reviewing = require('reviewing')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local start_with, one_card = reviewing.start_with, reviewing.one_card
local becomes, wait_closed = harness.becomes, reviewing.wait_closed

test('four answers, by their keys', function(editor)
  start_with(editor, one_card, { settings = { review = { answers = 4 } } })
  editor:command('Commonplace review note')
  editor:type('3')
  editor:wait_floating('Show the answer first.')
  editor:type('<Space>')
  editor:wait_floating('4 Easy', 'not shown')
  contains(editor:floating(), '1 Again', 'the answers')
  contains(editor:floating(), '3 Good', 'the answers')
  editor:type('4')
  editor:wait_floating('1 answer, 1 right, 0 wrong.')
  editor:type('u')
  editor:wait_floating('4 Easy')
end)

test('with two answers there is no third', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('<CR>')
  editor:wait_floating('2 Right', '3 ')
  editor:type('3')
  editor:type('<CR>')
  editor:wait_floating('1 answer, 1 right')
  editor:type('<Space>')
  wait_closed(editor)
  contains(editor:messages(), '1 answer, 1 right, 0 wrong', 'what is said')
end)

test('wrong cards come again until they are right', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('<Left>')
  editor:wait_floating('show the answer')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('<Right>')
  editor:wait_floating('2 answers, 1 right, 1 wrong.')
end)

test('suspended cards are resumed, skipped ones stay due', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('k')
  editor:wait_floating('0 answers')
  editor:type('<Space>')
  wait_closed(editor)
  editor:command('Commonplace review note')
  editor:type('s')
  editor:wait_floating('0 answers')
  editor:type('<Esc>')
  wait_closed(editor)
  editor:says('Commonplace review note', 'no cards to review')
  editor:says('Commonplace resume nothing', 'use `:Commonplace resume` or `:Commonplace resume note`')
  editor:says('Commonplace resume note', '1 suspended card was resumed')
  editor:command('Commonplace review note')
  contains(editor:floating(), 'The highest', 'the card')
end)

test('with ! all cards are asked, and nothing is recorded', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('2')
  editor:wait_floating('1 answer')
  editor:type('q')
  wait_closed(editor)
  editor:command('Commonplace! review note')
  contains(editor:floating(), 'nothing is recorded', 'the window')
  editor:type('<Space>')
  editor:wait_floating('2 Right', '(')
  editor:type('1')
  editor:wait_floating('show the answer')
  editor:type('q')
  wait_closed(editor)
  local counts = editor:lua([[
    return require('commonplace.client').request('commonplace/review/counts', {})
  ]])
  equal(counts.answeredToday, 1, 'what was recorded')
end)

test('what is reviewed is completed, and told where it is not known', function(editor)
  start_with(editor, one_card)
  for line, expected in pairs({
    ['Commonplace review '] = { 'limit=', 'note', 'query=', 'section=', 'tag=' },
    ['Commonplace review section=w'] = { 'section=wantToRead' },
    ['Commonplace review tag=#reading/'] = { 'tag=#reading/habits' },
    ['Commonplace resume n'] = { 'note' },
  }) do
    -- The key does not wait for long.
    becomes(function()
      return editor:lua([[return vim.fn.getcompletion(..., 'cmdline')]], line)
    end, expected, line)
  end
  editor:says('Commonplace review tags=x', 'cannot use `tags=x`')
  editor:says('Commonplace review section=none', 'section')
  editor:says('Commonplace review tag=#no/such', 'no cards to review')
  editor:command('enew')
  editor:says('Commonplace review note', 'works in a note or a view: open one first')
  editor:command('edit commonplace-view://starter/search?q=mountain')
  editor:command('Commonplace review note')
  contains(editor:floating(), '1 of 1', 'the cards of the view')
end)

test('no more cards than the limit', function(editor)
  editor:start_with_notebook()
  editor:command('Commonplace review limit=3 query=the')
  contains(editor:floating(), '1 of 3', 'the window')
end)

test('a server that is lost is told in the window, and nothing answered is lost', function(editor)
  start_with(editor, one_card .. '\nQ: Which is the highest of the Alps?\nA: Mont Blanc\n')
  editor:command('Commonplace review note')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('2')
  editor:wait_floating('2 of 2')
  editor:kill_server()
  editor:type('<Space>')
  editor:wait_floating('Recorded answers are kept.')
  contains(editor:floating(), 'Space start again', 'what can be done')
  editor:type('u')
  editor:type('<Space>')
  editor:wait_floating('1 of 1', 'start again')
end)

test('an error leaves the card where it is', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:lua([[
    local client = require('commonplace.client')
    local request = client.request
    client.request = function(method, ...)
      if method == 'commonplace/review/reveal' then
        client.request = request
        return nil, 'the disk\nis full'
      end
      return request(method, ...)
    end
  ]])
  editor:type('<Space>')
  editor:wait_floating('the disk is full')
  contains(editor:floating(), 'show the answer', 'the window')
  editor:type('<Space>')
  editor:wait_floating('2 Right', 'the disk')
end)

test('`:wq` comes back from the note, and `:quit` does', function(editor)
  start_with(editor, one_card)
  editor:command('set number | enew')
  editor:command('Commonplace review query=mountain')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.'):find('The highest', 1, true) == 1]])
  equal(
    editor:lua([[return { vim.wo.number, vim.wo.foldcolumn, vim.wo.winhighlight, vim.wo.linebreak }]]),
    { true, '0', '', true },
    'the window'
  )
  equal(editor:lua([[return #vim.api.nvim_tabpage_list_wins(0)]]), 1, 'windows')
  editor:type('cwOne<Esc>:wq<CR>')
  editor:wait_floating('One highest')
  equal(editor:lua('return #vim.api.nvim_list_tabpages()'), 1, 'tab pages')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.'):find('One highest', 1, true) == 1]])
  editor:type(':quit<CR>')
  editor:wait_floating('One highest')
  editor:type('<Space>')
  editor:wait_floating('Huascarán')
end)

test('a card whose prompt is gone leaves the review', function(editor)
  start_with(editor, one_card .. '\nQ: Which is the highest of the Alps?\nA: Mont Blanc\n')
  editor:command('Commonplace review note')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.'):find('highest', 1, true) ~= nil]])
  editor:type('dap:write<CR>')
  editor:wait_floating('A card was removed from this review')
  contains(editor:floating(), '1 of 1', 'the progress')
end)

test('what is not saved stays open beside the review', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.'):find('The highest', 1, true) == 1]])
  equal(editor:lua([[return vim.fn.tabpagenr('$')]]), 2, 'tab pages')
  editor:type('ccmine<Esc>gt')
  editor:wait_floating('The highest')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.') == 'mine']])
  equal(editor:lua([[return vim.fn.tabpagenr('$')]]), 2, 'tab pages')
end)

test('the count of what is due is told to status lines', function(editor)
  start_with(editor, one_card)
  editor:lua([[
    _G.told = 0
    vim.api.nvim_create_autocmd('User', {
      pattern = 'CommonplaceReviewCounts',
      callback = function() _G.told = _G.told + 1 end,
    })
  ]])
  -- It may be that of before the note was made.
  local before = editor:wait('the count', [[
    local counts = require('commonplace.client').request('commonplace/review/counts', {})
    local told = require('commonplace.review').counts()
    return told and told.due == counts.due and told
  ]])
  check(before.due >= before.new and before.new > 0, vim.inspect(before))
  local line = editor:lua([[
    local text = "%{v:lua.require'commonplace.review'.due()}"
    return vim.api.nvim_eval_statusline(text, {}).str
  ]])
  equal(line, before.due .. ' due', 'the status line')
  editor:command('Commonplace review note')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('2')
  editor:wait(
    'another count',
    [[
    local counts = require('commonplace.review').counts()
    return counts.due == ... - 1 and counts.answeredToday == 1 and _G.told > 0
    ]],
    before.due
  )
end)

test('the code lens of a note opens the window', function(editor)
  start_with(editor, one_card)
  editor:will_choose('due')
  editor:command('1')
  editor:lua('vim.lsp.codelens.refresh({ bufnr = 0 })')
  editor:wait('a lens', 'return #vim.lsp.codelens.get(0) > 0')
  editor:lua('vim.lsp.codelens.run()')
  editor:wait_floating('1 of 1')
end)

test('a review as a document follows its commands', function(editor)
  start_with(editor, one_card)
  local id = editor:name():match('^commonplace://[^/]*/([^/]+)')
  editor:command('edit commonplace-view://starter/review?note=' .. id)
  equal(editor:lines()[1], '# Review', 'the document')
  editor:wait_attached()
  local lens = editor:wait('a lens', [[
    local lenses = require('commonplace.client').request('textDocument/codeLens', {
      textDocument = { uri = vim.uri_from_bufnr(0) },
    })
    return lenses and lenses[1]
  ]])
  equal(lens.command.title, 'Show answer', 'the lens')
  editor:lua([[require('commonplace.client').request('workspace/executeCommand', ...)]], {
    command = lens.command.command,
    arguments = lens.command.arguments,
  })
  editor:wait('the answer', [[
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('**Huas', 1, true)
  ]])
end)

test('the mappings start a review', function(editor)
  start_with(editor, one_card)
  editor:lua([[
    vim.keymap.set('n', '<F5>', '<Plug>(commonplace-review-note)')
    vim.keymap.set('n', '<F6>', '<Plug>(commonplace-review)')
  ]])
  editor:type('<F5>')
  editor:wait_floating('1 of 1')
  editor:type('q')
  wait_closed(editor)
  editor:type('<F6>')
  editor:wait_floating('1 of 20')
end)

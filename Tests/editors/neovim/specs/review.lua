-- The window of review, and the count of what is due.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

--- Starts an editor on a notebook with a note of this text, and opens it.
---@param text string
---@param options? table
---@return string uri
local function start_with(editor, text, options)
  editor:start_with_notebook(options)
  editor:list_notes()
  local uri = editor:lua(
    [[return require('commonplace.client').request('commonplace/createNote', { text = ... }).uri]],
    text
  )
  editor:command('edit ' .. uri)
  editor:wait_attached()
  return uri
end

local one_card = '# Peaks\n\nThe highest mountain of Peru is ?[](Huascarán).\n'

--- The highlight group of the first occurrence of a text in the floating windows.
local function group_of(editor, text)
  return editor:lua(
    [[
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      local buffer = vim.api.nvim_win_get_buf(window)
      for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
        local column = line:find(..., 1, true)
        local is_ours = vim.api.nvim_win_get_config(window).relative ~= ''
        local marks = is_ours and column and vim.api.nvim_buf_get_extmarks(
          buffer, vim.api.nvim_create_namespace('commonplace_review'),
          { row - 1, 0 }, { row - 1, -1 }, { details = true }
        )
        for _, mark in ipairs(marks or {}) do
          if mark[3] <= column - 1 and mark[4].end_col >= column then
            return mark[4].hl_group
          end
        end
      end
    end
    return ''
    ]],
    text
  )
end

local function wait_closed(editor)
  editor:wait('the end', [[return #vim.api.nvim_list_wins() == 1]])
end

test('runs are painted, and text is text', function(editor)
  start_with(editor, [[
# On %{1+1} <b>text</b>

A *leaning* and **upright** `%#Error#` ?[which one?](tower) %{1+1} of 日本 😀 ?[](beside) (ch. 2)
]])
  editor:command('Commonplace review note')
  local asks_for_hint = editor:floating():find('which one?', 1, true)
  local place = asks_for_hint and { 'which one?', 'Hint' } or { '______', 'Blank' }
  equal(group_of(editor, place[1]), 'CommonplaceReview' .. place[2], 'what is hidden')
  contains(editor:floating(), '%#Error#', 'the text')
  contains(editor:floating(), '%{1+1} of 日本 😀', 'the text')
  equal(group_of(editor, 'leaning'), 'CommonplaceReviewEmphasis', 'emphasis')
  equal(group_of(editor, 'upright'), 'CommonplaceReviewStrong', 'strong emphasis')
  equal(group_of(editor, '%#Error#'), 'CommonplaceReviewCode', 'code')
  editor:type('<Space>')
  local answer = asks_for_hint and 'tower' or 'beside'
  editor:wait_floating('<b>text</b>')
  contains(editor:floating(), '—On %{1+1} <b>text</b>', 'where it is from')
  equal(group_of(editor, answer), 'CommonplaceReviewAnswer', 'the answer')
  equal(group_of(editor, '<b>'), 'CommonplaceReviewCaption', 'where it is from')
  equal(editor:lua('return vim.wo.statusline'), '', 'the status line')
end)

test('the groups are linked, unless the user has them otherwise', function(editor)
  start_with(editor, one_card)
  editor:command('highlight CommonplaceReviewAnswer guifg=#ff0000')
  editor:command('Commonplace review note')
  for _, scheme in ipairs({ false, 'blue' }) do
    if scheme then
      editor:command('colorscheme ' .. scheme)
    end
    local hint = editor:lua([[return vim.api.nvim_exec('highlight CommonplaceReviewHint', true)]])
    contains(hint, 'links to DiagnosticHint', 'the hint')
  end
  editor:command('highlight CommonplaceReviewAnswer guifg=#ff0000')
  editor:type('q')
  wait_closed(editor)
  editor:command('Commonplace review note')
  local answer = editor:lua([[return vim.api.nvim_exec('highlight CommonplaceReviewAnswer', true)]])
  contains(answer, '#ff0000', 'the answer')
end)

test('four answers, by their keys', function(editor)
  start_with(editor, one_card, { settings = { review = { answers = 4 } } })
  editor:command('Commonplace review note')
  editor:type('3')
  editor:wait_floating('The answer is not shown yet.')
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
  editor:says('Commonplace review note', 'nothing is due')
  editor:says('Commonplace resume nothing', 'takes `note` or nothing')
  editor:says('Commonplace resume note', '1 card is asked again')
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

for _, close in ipairs({ 'quit', 'close', 'tabclose', 'only' }) do
  test((':%s closes all of it, and a review can be started again'):format(close), function(editor)
    local uri = start_with(editor, one_card)
    editor:command('tab split')
    editor:command('Commonplace review note')
    equal(editor:lua('return #vim.api.nvim_tabpage_list_wins(0)'), 4, 'windows')
    if close == 'only' then
      editor:lua('vim.api.nvim_set_current_win(vim.api.nvim_tabpage_list_wins(0)[1])')
    end
    editor:command(close)
    editor:wait('the end', [[return #vim.api.nvim_tabpage_list_wins(0) == 1]])
    equal(editor:name(), uri, 'the buffer')
    editor:command('Commonplace review note')
    contains(editor:floating(), '1 of 1', 'the window')
  end)
end

test('the screen is covered while one is in the window, and only then', function(editor)
  start_with(editor, one_card)
  local covered = [[
    local most = 0
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      local config = vim.api.nvim_win_get_config(window)
      if config.relative ~= '' then
        most = math.max(most, config.width * config.height)
      end
    end
    return (most == vim.o.columns * (vim.o.lines - vim.o.cmdheight - 1)) == ...
  ]]
  editor:command('set laststatus=2')
  editor:command('Commonplace review note')
  editor:wait('the cover', covered, true)
  editor:type(':new<CR>')
  editor:wait('no cover', covered, false)
  equal(editor:lua([[return vim.api.nvim_win_get_config(0).relative]]), '', 'the new window')
  editor:type(':quit<CR>')
  editor:wait('the end of it', [[return #vim.api.nvim_list_wins() == 4]])
  editor:lua([[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == 'commonplacereview' then
        vim.api.nvim_set_current_win(window)
      end
    end
  ]])
  editor:wait('the cover', covered, true)
  editor:type('<Space>')
  editor:wait_floating('Huascarán')
end)

test('where lines are two cells wide the frame is of other characters', function(editor)
  start_with(editor, one_card)
  editor:command('set ambiwidth=double listchars= fillchars=')
  editor:command('Commonplace review note')
  contains(editor:floating(), '1 of 1', 'the window')
end)

test('a review that is started takes the place of another', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review tag=reading')
  local windows = editor:lua('return #vim.api.nvim_list_wins()')
  contains(editor:floating(), ' of 11', 'the first')
  editor:command('Commonplace review section=wantToRead')
  editor:command('Commonplace review limit=2 query=sport neighbours')
  contains(editor:floating(), ' of 2', 'the last')
  equal(editor:lua('return #vim.api.nvim_list_wins()'), windows, 'windows')
end)

test('what is reviewed is completed, and told where it is not known', function(editor)
  start_with(editor, one_card)
  for line, expected in pairs({
    ['Commonplace review '] = { 'limit=', 'note', 'query=', 'section=', 'tag=' },
    ['Commonplace review section=w'] = { 'section=wantToRead' },
    ['Commonplace review tag=#reading/'] = { 'tag=#reading/habits' },
    ['Commonplace resume n'] = { 'note' },
  }) do
    local actual = editor:lua([[return vim.fn.getcompletion(..., 'cmdline')]], line)
    equal(actual, expected, line)
  end
  editor:says('Commonplace review tags=x', '`tags=x` is none of')
  editor:says('Commonplace review section=none', 'section')
  editor:says('Commonplace review tag=#no/such', 'nothing is due')
  editor:command('enew')
  editor:says('Commonplace review note', 'is for a buffer that is a note or a view')
  editor:command('edit commonplace-view://starter/search?q=mountain')
  editor:command('Commonplace review note')
  contains(editor:floating(), '1 of 1', 'the cards of the view')
end)

test('no more cards than the limit', function(editor)
  editor:start_with_notebook()
  editor:command('Commonplace review limit=3 query=the')
  contains(editor:floating(), '1 of 3', 'the window')
end)

for _, size in ipairs({ { 12, 5 }, { 28, 9 }, { 40, 14 }, { 200, 60 } }) do
  test(('on a screen of %d by %d it is within it'):format(size[1], size[2]), function(editor)
    local long = ('日本語のとても長い文章 and some words '):rep(12)
    start_with(editor, ('# Long\n\nQ: %s?\nA: %s\n'):format(long, long))
    local fits = [[
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        local config = vim.api.nvim_win_get_config(window)
        if config.relative ~= '' then
          local row = type(config.row) == 'table' and config.row[false] or config.row
          local column = type(config.col) == 'table' and config.col[false] or config.col
          local border = config.border and config.border ~= 'none' and #config.border > 0
          local frame = border and 2 or 0
          if row < 0 or column < 0 or config.height < 1 or config.width < 1
            or row + config.height + frame > vim.o.lines
            or column + config.width + frame > vim.o.columns then
            return vim.inspect(config)
          end
        end
      end
      return 'fits'
    ]]
    editor:command('Commonplace review note')
    equal(editor:lua(fits), 'fits', 'at first')
    editor:lua('vim.o.columns, vim.o.lines = ...', size[1], size[2])
    editor:command('doautocmd VimResized')
    equal(editor:lua(fits), 'fits', 'resized')
    editor:type('<Space>')
    editor:wait_floating('2 Right')
    equal(editor:lua(fits), 'fits', 'revealed')
    contains(editor:lua([[return vim.fn.getline('.')]]), '日本語', 'the cursor is at the answer')
  end)
end

test('a server that is lost is told in the window, and nothing answered is lost', function(editor)
  start_with(editor, one_card .. '\nQ: Which is the highest of the Alps?\nA: Mont Blanc\n')
  editor:command('Commonplace review note')
  editor:type('<Space>')
  editor:wait_floating('2 Right')
  editor:type('2')
  editor:wait_floating('2 of 2')
  editor:kill_server()
  editor:type('<Space>')
  editor:wait_floating('What was answered is kept.')
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
  editor:wait_floating('A card has left this review')
  contains(editor:floating(), '1 of 1', 'the progress')
end)

test('what is not saved stays open beside the review', function(editor)
  start_with(editor, one_card)
  editor:command('Commonplace review note')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.tabpagenr('$') == 2]])
  editor:type('ccmine<Esc>gt')
  editor:wait_floating('The highest')
  editor:type('e')
  editor:wait('the note', [[return vim.fn.getline('.') == 'mine']])
  equal(editor:lua([[return vim.fn.tabpagenr('$')]]), 2, 'tab pages')
end)

test('the keys are told, and are the window\'s own', function(editor)
  start_with(editor, one_card)
  local before = editor:lua([[return #vim.api.nvim_get_keymap('n')]])
  editor:command('Commonplace review note')
  editor:type('?')
  editor:wait_floating('take back')
  editor:type('<Space>')
  editor:wait_floating('show the answer', 'take back')
  equal(editor:lua([[return #vim.api.nvim_get_keymap('n')]]), before, 'keys everywhere')
  editor:type('q')
  wait_closed(editor)
  editor:command('let g:no_commonplace_maps = 1')
  editor:command('Commonplace review note')
  equal(editor:lua([[return #vim.api.nvim_buf_get_keymap(0, 'n')]]), 0, 'keys')
  editor:lua([[require('commonplace.review').act('go')]])
  contains(editor:floating(), 'Huascarán', 'the answer')
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
  local before = editor:wait('a count', [[return require('commonplace.review').counts()]])
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

-- The window of review on the screen: what it shows how, its keys, its size, and its end.
local harness = require('harness')
local reviewing = require('reviewing')
local test, equal, contains = harness.test, harness.equal, harness.contains
local start_with, one_card = reviewing.start_with, reviewing.one_card
local wait_closed = reviewing.wait_closed

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

test('the keys are told, and are the window\'s own', function(editor)
  start_with(editor, one_card)
  local before = editor:lua([[return #vim.api.nvim_get_keymap('n')]])
  editor:command('Commonplace review note')
  editor:type('?')
  editor:wait_floating('undo the last')
  editor:type('<Space>')
  editor:wait_floating('show the answer', 'undo the last')
  equal(editor:lua([[return #vim.api.nvim_get_keymap('n')]]), before, 'keys everywhere')
  editor:type('q')
  wait_closed(editor)
  editor:command('let g:no_commonplace_maps = 1')
  editor:command('Commonplace review note')
  equal(editor:lua([[return #vim.api.nvim_buf_get_keymap(0, 'n')]]), 0, 'keys')
  editor:lua([[require('commonplace.review').act('go')]])
  contains(editor:floating(), 'Huascarán', 'the answer')
end)

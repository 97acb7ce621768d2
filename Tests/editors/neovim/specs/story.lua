-- The story of Tests/editors/story.md. Its steps are tests of one session.
local harness = require('harness')
local Editor = require('editor')
local check, equal, contains = harness.check, harness.equal, harness.contains

local title = 'Welcome to your commonplace book'
---@type Editor
local editor
local story, step = require('steps')()
local uri, path

--- The number of rows of the notebook's file that have a text.
---@param text string
---@return integer
local function rows_with(text)
  return story:rows(("text LIKE '%%%s%%'"):format(text))
end

local function codes()
  return editor:lua([[
    return vim.tbl_map(function(diagnostic) return diagnostic.code end, vim.diagnostic.get(0))
  ]])
end

step('open from the notebook', function()
  editor, path = story:start()
  editor:lua([[vim.keymap.set('x', '<F5>', '<Plug>(commonplace-cloze)', { remap = true })]])
  editor:command('edit ' .. path)
  editor:type('/Welcome<CR><CR>')
  editor:wait('the note', [[return vim.fn.getline(1) == '# ' .. ...]], title)
  uri = editor:name()
  check(vim.startswith(uri, 'commonplace://starter/'), uri)
  editor:wait_attached()
end)

step('see the tokens', function()
  for text, token in pairs({
    Welcome = 'heading',
    ['John Milton'] = 'clozeAnswer',
    ['#reading/habits'] = 'hashtag',
  }) do
    editor:wait(
      token,
      [[
      local text, token = ...
      local place = vim.fn.searchpos([=[\V]=] .. text, 'cw')
      vim.cmd('redraw') -- what is not shown is not painted
      local row, column = place[1] - 1, place[2] - 1
      -- Neovim's own, or those of the plugin where Neovim has none.
      local groups = {
        ['@lsp.type.' .. token .. '.minimarkdown'] = true,
        [require('commonplace.highlights').own_group(token)] = true,
      }
      for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
        local marks = vim.api.nvim_buf_get_extmarks(
          0, namespace, { row, column }, { row, column }, { details = true })
        for _, mark in ipairs(marks) do
          if groups[mark[4].hl_group] then
            return true
          end
        end
      end
      ]],
      text,
      token
    )
  end
end)

step('break a cloze', function()
  editor:type('Go<CR>An ?[animal](Okapi<Esc>')
  editor:wait('the line', [[return vim.fn.getline('$') == 'An ?[animal](Okapi']])
  editor:wait(
    'the diagnostic',
    [[
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.code == 'unterminated-cloze' then
        return true
      end
    end
    ]]
  )
end)

step('fix it by code action', function()
  editor:will_choose('^Close the answer')
  editor:command('normal! G0f[')
  editor:lua('vim.lsp.buf.code_action()')
  editor:wait('the cloze', [[return vim.fn.getline('$') == 'An ?[animal](Okapi)']])
  harness.wait('the diagnostic to go', function()
    return not vim.tbl_contains(codes(), 'unterminated-cloze')
  end)
end)

step('complete a tag', function()
  editor:type('Go<CR>#reading/hab<C-x><C-o>')
  editor:wait('what is offered', [[
    return vim.fn.pumvisible() == 1 or vim.fn.getline('$') == '#reading/habits'
  ]])
  if editor:lua([[return vim.fn.getline('$') ~= '#reading/habits']]) then
    editor:type('<C-n>')
    editor:wait('the tag', [[return vim.fn.getline('$') == '#reading/habits']])
  end
  editor:type('<C-y><Esc>')
  editor:wait('the end of typing', [[return vim.fn.mode() == 'n']])
  equal(editor:lines()[#editor:lines()], '#reading/habits', 'the line')
end)

step('save', function()
  editor:command('write')
  check(not editor:is_modified(), 'the buffer is saved')
  equal(editor:stored(uri).text, editor:text(), 'the stored text')
end)

step('search for what was just written', function()
  editor:command('enew')
  editor:will_choose('.')
  editor:command('Commonplace search okapi')
  equal(#editor:shown()[1].labels, 1, 'notes')
  equal(editor:name(), uri, 'the note')
  contains(editor:lua([[return vim.fn.getline('.'):sub(vim.fn.col('.'))]]), 'Okapi', 'the place')
end)

step('rename a tag over the notebook', function()
  local other = editor:lua([[
    return require('commonplace.client').request('commonplace/createNote', {
      title = 'On habits', tags = { 'reading/habits' },
    }).uri
  ]])
  editor:lua([[
    vim.fn.cursor(1, 1)
    vim.fn.search('#reading/hab', 'e')
    vim.lsp.buf.rename('customs')
  ]])
  editor:wait('the edit', [[return vim.fn.getline('$') == '#reading/customs']])
  check(not editor:text():find('#reading/habits', 1, true), 'no old hashtag')
  contains(editor:stored(other).text, '#reading/customs', 'the other note')
  editor:command('write')
end)

step('meet a conflict and keep both', function()
  editor:type('GoWritten here.<Esc>')
  editor:wait('the line', [[return vim.fn.getline('$') == 'Written here.']])
  local text, stored = editor:text(), editor:stored(uri)
  local other = Editor.new()
  vim.fn.delete(other.directory, 'rf')
  other.directory = editor.directory
  other:start({ notebook = path })
  other:lua([[assert(require('commonplace.client').request('commonplace/writeNote', ...))]], {
    uri = uri,
    text = stored.text .. 'Written there.\n',
    baseVersion = stored.version,
  })
  other:close_only()
  editor:says('write', 'not saved: the note was changed outside this editor')
  editor:type('<CR>')
  editor:wait('both texts', [[return #vim.api.nvim_list_wins() == 2 and vim.wo.diff]])
  editor:says('Commonplace keep both', ('your text is now a separate note: “%s”'):format(title))
  check(not editor:is_modified(), 'nothing is unsaved')
  equal(editor:lines()[#editor:lines()], 'Written there.', 'what is stored is shown')
  local texts = vim.tbl_map(function(note)
    return editor:stored(note.uri).text
  end, editor:list_notes())
  check(vim.tbl_contains(texts, text), 'the other text is a note, too')
end)

step('make a cloze', function()
  editor:type('Go<CR>The capital of Peru is Lima.<Esc>0fLviw<F5>')
  editor:wait('the cloze', [[return vim.fn.getline('$') == 'The capital of Peru is ?[](Lima).']])
  editor:command('write')
end)

step('the file holds it', function()
  editor:leave('qall')
  local function show(note)
    return editor:commonplace('show', note, '--notebook', path)
  end
  harness.wait('the file to follow', function()
    return show(uri:match('//[^/]*/([^/]+)')):find('?[](Lima)', 1, true)
  end)
  if vim.fn.executable('sqlite3') == 0 then
    local tags = editor:commonplace('tags', '--notebook', path)
    contains(tags, '#reading/customs', 'the tags')
    check(not tags:find('#reading/habits', 1, true), tags)
  end
  story:check_file()
  for _, text in ipairs({ 'Written here.', 'Written there.', '?[](Lima)' }) do
    equal(rows_with(text), 1, text)
  end
  check(rows_with('?[animal](Okapi)') > 0, 'the cloze')
  check(rows_with('#reading/customs') > 0, 'the new hashtag')
  equal(rows_with('#reading/habits'), 0, 'the old hashtag')
  editor:close()
end)

local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal
local becomes = harness.becomes

-- Characters of two, three and four bytes stand before tokens, to catch a wrong position encoding.
local text = {
  'tl;dr: a tale of two words',
  '',
  '# 日本 heading',
  '',
  'É 😀 **strong** *emphasis* `code` #hash/tag',
  '',
  '> quoted words',
  '',
  '- item',
  '',
  '![a picture](https://example.org/x.png)',
  '',
  'The ?[hidden hint](hidden answer) is a cloze.',
  '',
  'Q: What is asked?',
  'A: What is told.',
  '',
  'See [[Walden]].',
}

-- Token type to everything painted as it, in order and without blanks.
local expected = {
  heading = '日本heading',
  strong = 'strong',
  emphasis = 'emphasis',
  code = 'code',
  hashtag = '#hash/tag',
  quote = 'quotedwords',
  listMarker = '-',
  image = '![apicture]()',
  link = 'https://example.org/x.png',
  emoji = '😀',
  cloze = '?[]()',
  clozeHint = 'hiddenhint',
  clozeAnswer = 'hiddenanswer',
  question = 'Whatisasked?',
  answer = 'Whatistold.',
  summary = 'ataleoftwowords',
  delimiter = 'tl;dr:#******``>Q:A:',
  noteLink = '[[Walden]]',
}

-- In the editor: token type to the list of texts painted as it, read from the extmarks.
local painted = [[
  vim.cmd('redraw')
  local found = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('semantic_tokens') or name == 'commonplace_painting' then
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      for _, mark in ipairs(marks) do
        local group = mark[4].hl_group or ''
        local kind = group:match('^@lsp%.type%.(%a+)%.minimarkdown$')
          or group:match('^Commonplace(%a+)$')
        kind = kind and kind:sub(1, 1):lower() .. kind:sub(2)
        if kind then
          found[kind] = found[kind] or {}
          local piece = vim.api.nvim_buf_get_text(
            0, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})
          table.insert(found[kind], table.concat(piece, '\n'))
        end
      end
    end
  end
]]

--- In the editor: the groups at each place, the lowest first, as `row:text` to their names.
local groups = [[
  vim.cmd('redraw')
  local found = {}
  local namespace = vim.api.nvim_get_namespaces().commonplace_painting
  local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
  table.sort(marks, function(one, other)
    return one[4].priority < other[4].priority
  end)
  for _, mark in ipairs(marks) do
    local text = vim.api.nvim_buf_get_text(
      0, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
    local group = mark[4].hl_group:gsub('^@lsp%.type%.', ''):gsub('^@lsp%.typemod%.', '')
    group = group:gsub('%.minimarkdown$', ''):gsub('^Commonplace', ''):lower()
    found[text] = (found[text] and found[text] .. ' ' or '') .. group:gsub('heading%.level', 'heading')
  end
]]

test('headings are painted by level, and emphasis in a block is both', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '# one', '', '### three', '', '> a *b* c', '', '*d*' })
  editor:wait('colors', groups .. [[return found.d]])
  local found = editor:lua(groups .. 'return found')
  equal(found.one, 'heading heading1', 'the first level')
  equal(found.three, 'heading heading3', 'the third')
  equal(found.b, 'quote emphasis', 'emphasis in a quote')
  equal(found.d, 'emphasis', 'emphasis elsewhere')
end)

test('a long text is painted where windows are', function(editor)
  editor:start_with_notebook()
  local lines = {}
  for number = 1, 2000 do
    lines[number] = ('%d **strong%d**'):format(number, number)
  end
  editor:scratch(lines)
  editor:wait('colors', groups .. [[return found.strong1]])
  equal(editor:lua(groups .. 'return found.strong2000'), vim.NIL, 'the end, unseen')
  editor:type('G')
  editor:wait('colors at the end', groups .. [[return found.strong2000]])
end)

local kinds = vim.tbl_keys(expected)
table.sort(kinds)

for _, kind in ipairs(kinds) do
  test(('%s is painted where it is, and nowhere else'):format(kind), function(editor)
    editor:start_with_notebook()
    editor:scratch(text)
    becomes(function()
      local pieces = editor:lua(painted .. 'return found[...] or {}', kind)
      return (table.concat(pieces):gsub('%s', ''))
    end, expected[kind], 'what is painted as ' .. kind)
  end)
end

test('a note of the notebook is painted', function(editor)
  editor:start_with_notebook()
  editor:command('edit ' .. editor:list_notes()[1].uri)
  editor:wait('tokens', painted .. 'return next(found) and found')
end)

test('what is typed is painted as it is typed', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '' })
  editor:type('iThe **bold')
  editor:wait('the text', [[return vim.fn.getline(1) == 'The **bold']])
  check(not editor:lua(painted .. 'return found.strong ~= nil'), 'not strong yet')
  editor:type('**')
  becomes(function()
    return editor:lua(painted .. 'return found.strong or {}')
  end, { 'bold' }, 'what is painted as strong')
  equal(editor:lua('return vim.fn.mode()'), 'i', 'while still in insert mode')
end)

test('every type has a group that a user may override', function(editor)
  editor:start_with_notebook()
  editor:scratch(text)
  editor:wait('tokens', painted .. 'return next(found) and found')
  local read = [[
    local found = {}
    for _, kind in ipairs(...) do
      local name = ('@lsp.type.%s.minimarkdown'):format(kind)
      found[kind] = vim.api.nvim_exec('highlight ' .. name, true)
    end
    return found
  ]]
  editor:lua([[vim.api.nvim_set_hl(0, '@lsp.type.quote.minimarkdown', { bold = true })]])
  for _, scheme in ipairs({ false, 'blue' }) do
    if scheme then
      editor:command('colorscheme ' .. scheme)
    end
    local groups = editor:lua(read, kinds)
    for _, kind in ipairs(kinds) do
      if kind ~= 'quote' then
        check(not groups[kind]:find('cleared'), ('%s is nothing under %s'):format(kind, scheme))
      elseif not scheme then
        check(not groups.quote:find('links'), "the user's own quote")
      end
    end
  end
end)

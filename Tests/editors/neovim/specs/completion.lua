local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal
local becomes = harness.becomes

--- A tag of the notebook, and the part of it that a user would type.
local function a_tag(editor)
  local tags = editor:lua([[
    local request = require('commonplace.client').request
    return request('commonplace/listTags', {}).tags
  ]])
  check(#tags > 0, 'the notebook has tags')
  return tags[1].tag
end

test('hashtags are offered after #', function(editor)
  editor:start_with_notebook()
  local tag = a_tag(editor)
  editor:scratch({ 'Some 😀 #' })
  local items = editor:lua([[
    vim.api.nvim_win_set_cursor(0, { 1, #vim.fn.getline(1) })
    local client = require('commonplace.client').running()
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    params.position.character = client.offset_encoding == 'utf-8' and 11
      or client.offset_encoding == 'utf-16' and 9 or 8
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 30000)
    local result = answers[client.id].result
    return result.items or result
  ]])
  local found
  for _, item in ipairs(items) do
    local text = item.textEdit and item.textEdit.newText or item.insertText or item.label
    found = found or text == tag
  end
  check(found, ('%s is not offered: %s'):format(tag, vim.inspect(items)))
end)

local popup = [[return vim.fn.pumvisible() == 1]]

local function needs_typing(editor)
  if not editor:lua('return vim.lsp.completion ~= nil') then
    harness.skip('this Neovim does not complete as one types')
  end
end

test('the popup opens as # is typed, and inserts the tag', function(editor)
  editor:start_with_notebook()
  needs_typing(editor)
  local tag = a_tag(editor)
  editor:scratch({ '' })
  editor:type('iSome 😀 #')
  editor:wait('the popup', popup)
  editor:type(tag:sub(2, 4))
  local first = editor:wait(
    'the tag in the popup',
    [[
    local info = vim.fn.complete_info({ 'items', 'pum_visible' })
    for _, item in ipairs(info.items) do
      if info.pum_visible == 1 and item.word == ... then
        return item.word
      end
    end
    ]],
    tag
  )
  equal(first, tag, 'the word')
  local kinds = editor:lua([[
    return vim.tbl_map(function(item) return item.kind end, vim.fn.complete_info({ 'items' }).items)
  ]])
  equal(kinds[1], 'Tag', 'its kind')
  editor:type('<C-n><C-y> ')
  editor:wait('the tag in the text', [[
    return vim.fn.pumvisible() == 0 and vim.fn.getline(1):match(' $')
  ]])
  local line = editor:lines()[1]
  check(line:match('^Some 😀 #%S+ $'), ('%q has one whole tag'):format(line))
end)

-- Options are as Neovim has them. The text before `|` brings the popup, the text after it does not.
for _, typed in ipairs({
  '#| My heading',
  '#|new done',
  '#|<CR>next',
  '#|b<CR>next',
  'fast #|walking x',
  'Fast #|nature, and on',
}) do
  test(('%q stays as it is typed'):format(typed), function(editor)
    editor:start_with_notebook()
    needs_typing(editor)
    editor:scratch({ '' })
    local before, after = typed:match('^(.-)|(.*)$')
    editor:type('i' .. before)
    editor:wait('the popup', popup)
    local text = before
    while after ~= '' do
      local key = after:match('^<%w+>') or after:sub(1, 1)
      after = after:sub(#key + 1)
      text = text .. (key == '<CR>' and '\n' or key)
      editor:type(key)
      becomes(function()
        return table.concat(editor:lines(), '\n')
      end, text, 'the text')
      -- As slowly as a popup takes to come, be filtered, and go: what it did to the text would be
      -- seen with the next key.
      vim.wait(60)
    end
    editor:type('<Esc>')
    editor:wait('the end', [[return vim.fn.mode() == 'n']])
    equal(table.concat(editor:lines(), '\n'), text, 'the text at the end')
    check(not editor:messages():find('%S'), 'nothing is said: ' .. editor:messages())
  end)
end

--- In the editor: 'completeopt' of all buffers, and of this one.
local completeopt = [[return { vim.go.completeopt, vim.api.nvim_eval('&completeopt') }]]

test("the buffer's 'completeopt' inserts nothing unasked, the global one stays", function(editor)
  editor:start_with_notebook()
  needs_typing(editor)
  for given, expected in pairs({
    ['menu,popup'] = 'menuone,noselect,popup',
    ['menu,longest,fuzzy'] = 'menuone,noselect,fuzzy',
    ['menuone,noinsert,preinsert'] = 'menuone,noselect,noinsert',
    ['menuone,noinsert'] = 'menuone,noinsert',
    ['menu,noselect,preview'] = 'menu,noselect,preview',
    ['noinsert'] = 'menuone,noselect,noinsert',
  }) do
    editor:lua('vim.go.completeopt = ...', given)
    editor:scratch({ '' })
    equal(editor:lua(completeopt), { given, expected }, given)
  end
  editor:command('enew!')
  editor:lua([[vim.go.completeopt = 'menu']])
  equal(editor:lua(completeopt), { 'menu', 'menu' }, 'a buffer without the server')
end)

test('CTRL-X CTRL-O offers hashtags', function(editor)
  editor:start_with_notebook()
  local tag = a_tag(editor)
  editor:scratch({ '' })
  editor:type('iSome ' .. tag:sub(1, 3) .. '<C-x><C-o>')
  editor:wait(
    'the tag in the popup',
    [[
    for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
      if item.word == ... then
        return true
      end
    end
    ]],
    tag
  )
end)

test('completion as one types can be turned off', function(editor)
  editor:start_with_notebook({ completion = false })
  editor:scratch({ '' })
  editor:lua([[
    _G.asked = 0
    local client = require('commonplace.client').running()
    local request = client.rpc.request
    client.rpc.request = function(method, ...)
      _G.asked = _G.asked + (method == 'textDocument/completion' and 1 or 0)
      return request(method, ...)
    end
  ]])
  editor:type('i?[hint](answer #')
  -- A diagnostic comes later than completion would be asked for.
  editor:wait('a diagnostic', [[return #vim.diagnostic.get(0) > 0]])
  equal(editor:lua('return _G.asked'), 0, 'requests for completion')
  equal(editor:lua('return vim.fn.pumvisible()'), 0, 'there is no popup')
end)

test('a link between brackets that were closed has one end', function(editor)
  editor:start_with_notebook()
  needs_typing(editor)
  editor:lua([[
    require('commonplace.client').request('commonplace/createNote', { text = '# Bracketed' })
  ]])
  editor:scratch({ '' })
  -- As plugins that close brackets do.
  editor:command('inoremap <buffer> [ []<Left>')
  editor:type('iSee [[brack')
  editor:wait('the popup', popup)
  editor:type('<C-n><C-y><Esc>')
  editor:wait('the link', [[return vim.fn.getline(1):find('Bracketed') and vim.fn.mode() == 'n']])
  equal(editor:lines()[1], 'See [[Bracketed]]', 'the line')
end)

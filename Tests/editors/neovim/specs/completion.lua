local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

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
    local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 20000)
    local result = answers[client.id].result
    return result.items or result
  ]])
  local found
  for _, item in ipairs(items) do
    found = found or (item.textEdit and item.textEdit.newText or item.insertText or item.label) == tag
  end
  check(found, ('%s is not offered: %s'):format(tag, vim.inspect(items)))
end)

test('the popup opens as # is typed, and inserts the tag', function(editor)
  editor:start_with_notebook()
  if not editor:lua('return vim.lsp.completion ~= nil') then
    harness.skip('this Neovim does not complete as one types')
  end
  local tag = a_tag(editor)
  editor:scratch({ '' })
  editor:lua([[vim.o.completeopt = 'menuone,noinsert']])
  editor:type('iSome 😀 #')
  editor:wait('the popup', [[return vim.fn.pumvisible() == 1]])
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
  editor:type('<C-y> ')
  editor:wait('the tag in the text', [[
    return vim.fn.pumvisible() == 0 and vim.fn.getline(1):match(' $')
  ]])
  local line = editor:lines()[1]
  check(line:match('^Some 😀 #%S+ $'), ('%q has one whole tag'):format(line))
end)

test('CTRL-X CTRL-O offers hashtags', function(editor)
  editor:start_with_notebook()
  local tag = a_tag(editor)
  editor:scratch({ '' })
  editor:lua([[vim.o.completeopt = 'menuone,noinsert']])
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
  editor:type('i#')
  editor:wait('the text', [[return vim.fn.getline(1) == '#']])
  -- The server answers in order, so after this its answer to a completion request would be here too.
  editor:lua([[require('commonplace.client').request('commonplace/listTags', {})]])
  check(editor:lua('return vim.fn.pumvisible()') == 0, 'there is no popup')
end)

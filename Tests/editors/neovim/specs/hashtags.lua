local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

local function tags(editor)
  local result = editor:lua([[
    return require('commonplace.client').request('commonplace/listTags', {}).tags
  ]])
  local names = {}
  for _, tag in ipairs(result) do
    names[tag.tag] = tag.noteCount
  end
  return names
end

test('a hashtag is renamed in the buffer and in the notes that are not open', function(editor)
  editor:start_with_notebook()
  local count = tags(editor)['#philosophy']
  check(count and count > 0, 'the notebook has #philosophy')
  editor:scratch({ 'Some 😀 #philosophy/stoic', '`#philosophy`' })
  editor:lua([[
    vim.api.nvim_win_set_cursor(0, { 1, #'Some 😀 #ph' })
    vim.lsp.buf.rename('thought')
  ]])
  editor:wait('the edit', [[return vim.fn.getline(1) == 'Some 😀 #thought/stoic']])
  equal(editor:lines()[2], '`#philosophy`', 'what is no hashtag')
  local after = tags(editor)
  equal(after['#philosophy'], nil, 'the old hashtag')
  equal(after['#thought'], count, 'the notes of the new one')
end)

test('from a hashtag one goes to where it was first used', function(editor)
  editor:start_with_notebook()
  editor:scratch({ 'See #nature' })
  editor:lua([[
    vim.api.nvim_win_set_cursor(0, { 1, #'See #na' })
    vim.lsp.buf.definition()
  ]])
  editor:wait(
    'the note',
    [[
    local column = vim.api.nvim_win_get_cursor(0)[2]
    return vim.api.nvim_buf_get_name(0):find('^commonplace://')
      and vim.fn.getline('.'):sub(column + 1, column + 7) == '#nature'
    ]]
  )
end)

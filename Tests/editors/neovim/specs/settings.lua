-- The server's settings, which setup() takes and the server asks for.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains
local becomes = harness.becomes

local function emoji_are_offered(editor)
  local items = editor:lua([[
    vim.api.nvim_win_set_cursor(0, { 1, 5 })
    local result = require('commonplace.client').request('textDocument/completion', {
      textDocument = { uri = vim.uri_from_bufnr(0) },
      position = { line = 0, character = 5 },
    })
    return result == vim.NIL and {} or result.items or result
  ]])
  return #vim.tbl_filter(function(item)
    return item.label:find(':smil', 1, true) ~= nil
  end, items) > 0
end

test('the server is given the settings, and again when they change', function(editor)
  editor:start_with_notebook({ settings = { completion = { emoji = false } } })
  editor:scratch({ ':smil' })
  local function are_offered()
    return emoji_are_offered(editor)
  end
  becomes(are_offered, false, 'whether emoji are offered')
  editor:lua([[
    local options = vim.deepcopy(require('commonplace.config').current)
    options.settings = { completion = { emoji = true } }
    require('commonplace').setup(options)
  ]])
  becomes(are_offered, true, 'whether emoji are offered')
end)

test('setup knows the settings of the schema, and no others', function(editor)
  editor:start_with_notebook()
  local path = Editor.root .. '/docs/settings.schema.json'
  local schema = vim.json.decode(table.concat(vim.fn.readfile(path), '\n'))
  local help = table.concat(vim.fn.readfile(Editor.root .. '/editors/neovim/doc/commonplace.txt'), '\n')
  local count = 0
  for name, property in pairs(schema.properties) do
    name = name:gsub('^commonplace%.', '')
    if name ~= 'notebook' then
      count = count + 1
      local group, key = name:match('^(%w+)%.(%w+)$')
      local right = vim.list_extend({ property.default }, property.enum or {})
      for _, value in ipairs(right) do
        if value ~= vim.NIL then -- it is absent
          local settings = { [group] = { [key] = value } }
          editor:lua([[require('commonplace.config').set({ settings = ... })]], settings)
        end
      end
      contains(help, key .. ' = ', 'the help')
      local wrong = { [group] = { [key] = property.maximum and 'five' or 5 } }
      local result = editor:lua(
        [[return { pcall(require('commonplace.config').set, { settings = ... }) }]],
        wrong
      )
      contains(result[2], ('setting `%s` must be'):format(name), 'a wrong type')
    end
  end
  check(count > 0, 'the schema has settings')
  for _, case in ipairs({
    { { color = { red = true } }, 'unknown setting `color`' },
    { { completion = { smile = true } }, 'unknown setting `completion.smile`' },
    { { notebook = '/x' }, '`notebook` is an option' },
  }) do
    local result = editor:lua(
      [[return { pcall(require('commonplace.config').set, { settings = ... }) }]],
      case[1]
    )
    contains(result[2], case[2], 'the error')
  end
end)

-- Faults in the plugin's layout and annotations that can be seen without StyLua and lua-language-server.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal = harness.test, harness.check, harness.equal

local files = vim.fn.glob(Editor.root .. '/editors/neovim/**/*.lua', true, true)

test('lines are short, and indented by pairs of spaces', function()
  check(#files > 10, 'there are files')
  for _, path in ipairs(files) do
    for number, line in ipairs(vim.fn.readfile(path)) do
      local place = ('%s:%d'):format(path, number)
      check(vim.fn.strchars(line) <= 100, place .. ' is long')
      check(not line:find('\t') and not line:find('%s$'), place .. ' has blanks where none belong')
      check(#line:match('^ *') % 2 == 0, place .. ' is indented oddly')
    end
  end
end)

test('what modules give has its parameters annotated', function()
  local count = 0
  for _, path in ipairs(files) do
    local annotated = {}
    for number, line in ipairs(vim.fn.readfile(path)) do
      local name, parameters = line:match('^function M%.([%w_]+)%((.*)%)$')
      if name then
        for parameter in parameters:gmatch('[%a][%w_]*') do
          count = count + 1
          check(annotated[parameter], ('%s:%d: %s'):format(path, number, parameter))
        end
      end
      annotated = vim.startswith(line, '---') and annotated or {}
      local parameter = line:match('^%-%-%-@param ([%w_]+)')
      if parameter then
        annotated[parameter] = true
      end
    end
  end
  check(count > 40, 'there are parameters')
end)

test('the help and the README name every command, mapping and option', function(editor)
  local help = table.concat(vim.fn.readfile(Editor.root .. '/editors/neovim/doc/commonplace.txt'), '\n')
  local readme = table.concat(vim.fn.readfile(Editor.root .. '/editors/neovim/README.md'), '\n')
  editor:start_with_notebook()
  -- By the names of the subcommands, whether they have mappings.
  local known = editor:lua([[
    return vim.tbl_map(function(subcommand)
      return { mapped = subcommand.mapped ~= false }
    end, require('commonplace.command').subcommands)
  ]])
  local count = 0
  for command in pairs(known) do
    count = count + 1
    check(help:find('*:Commonplace-' .. command .. '*', 1, true), command)
    check(readme:find(':Commonplace ' .. command, 1, true), command)
  end
  equal(count, #editor:lua([[return vim.fn.getcompletion('Commonplace ', 'cmdline')]]), 'commands')
  -- And no other.
  for text, pattern in pairs({
    [help] = '[:|*]Commonplace[-!]? ?([a-z][a-z-]*)[*|`]',
    [readme] = '`:Commonplace!? ([a-z-]+)',
  }) do
    for command in text:gmatch(pattern) do
      check(known[command], command)
    end
  end
  local mappings = editor:lua([[
    local found = {}
    for _, mode in ipairs({ 'n', 'x' }) do
      for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
        if map.lhs:find('^<Plug>%(commonplace') then
          found[map.lhs] = true
        end
      end
    end
    return vim.tbl_keys(found)
  ]])
  local expected = #vim.tbl_filter(function(subcommand)
    return subcommand.mapped
  end, vim.tbl_values(known))
  equal(#mappings, expected + 4, 'mappings') -- two of cloze, review-note and open
  for _, mapping in ipairs(mappings) do
    check(help:find('*' .. mapping .. '*', 1, true), mapping)
  end
  local config = table.concat(
    vim.fn.readfile(Editor.root .. '/editors/neovim/lua/commonplace/config.lua'),
    '\n'
  )
  local options = config:match('%-%-%-@class commonplace.Options\n(.-)\n\n')
  for option in options:gmatch('@field ([%w_]+)') do
    check(help:find('\n    ' .. option .. '%f[^%w_]'), option .. ' in the help')
    check(readme:find('`' .. option .. '`', 1, true), option .. ' in the README')
  end
end)

if vim.fn.executable('luacheck') == 1 then
  test('luacheck has nothing to say', function()
    local command = { 'luacheck', '--config', Editor.root .. '/.luacheckrc', '--no-color', '-q' }
    local output = vim.fn.system(vim.list_extend(command, { Editor.root .. '/editors/neovim' }))
    equal(vim.v.shell_error, 0, output)
  end)
end

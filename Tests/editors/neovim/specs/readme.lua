-- The README's own lines, in a Neovim that has nothing else.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal = harness.test, harness.check, harness.equal

--- The README's Lua, with the paths of this machine for those of the reader.
---@param notebook string
---@return string
local function snippet(notebook)
  local readme = table.concat(vim.fn.readfile(Editor.root .. '/README.md'), '\n')
  local code = readme:match('```lua\n(.-)```')
  check(code, 'the README has a block of Lua')
  local paths, count = code
    :gsub('/path/to/commonplace', function() return Editor.root end)
    :gsub('~/notes/mine%.libnotes', function() return notebook end)
  equal(count, 1, 'the notebook is named')
  return paths
end

test("the plugin's own README leads to a note in color", function(editor)
  local path = Editor.root .. '/editors/neovim/README.md'
  local block = table.concat(vim.fn.readfile(path), '\n'):match('```console\n(.-)```')
  local commands = {}
  for command in block:gmatch('%$ ([^\n]+)') do
    table.insert(commands, command)
  end
  check(#commands <= 5, 'at most five')
  local home = editor.directory
  for index = 2, #commands - 1 do -- the first builds what is here already
    local command = commands[index]:gsub('%.build/release/commonplace', function()
      return vim.fn.shellescape(Editor.server)
    end)
    local script = ('cd %s && HOME=%s; %s'):format(Editor.root, home, command)
    local output = vim.fn.system({ 'env', '-u', 'XDG_DATA_HOME', 'bash', '-c', script })
    equal(vim.v.shell_error, 0, command .. ': ' .. output)
  end
  local notebook = commands[#commands]:match('nvim ~/(%S+)$')
  editor.channel = vim.fn.jobstart({ Editor.nvim, '--embed', '--headless', '-n', home .. '/' .. notebook }, {
    rpc = true,
    env = {
      HOME = home,
      PATH = home .. '/.local/bin:' .. vim.env.PATH,
      XDG_DATA_HOME = home .. '/.local/share',
      XDG_CONFIG_HOME = home,
      XDG_STATE_HOME = home,
      XDG_CACHE_HOME = home,
    },
  })
  editor:wait('the list', [[return vim.bo.filetype == 'commonplacenotes']])
  editor:type('<CR>')
  editor:wait_note()
  editor:wait_attached()
  editor:wait('colors', [[
    vim.cmd('redraw')
    local painting = vim.api.nvim_create_namespace('commonplace_painting')
    return #vim.api.nvim_buf_get_extmarks(0, painting, 0, -1, {}) > 0
  ]])
end)

test('its lines give notes, colors, reasons and hashtags', function(editor)
  local notebook = editor:starter_notebook()
  editor:start_bare({ plugin = false })
  if not editor:lua('return vim.lsp.completion ~= nil') then
    harness.skip('this Neovim does less than the README promises for 0.11')
  end
  -- The executable is found as `commonplace`, which is what `cp` of the README gives.
  editor:lua([[vim.env.PATH = ... .. ':' .. vim.env.PATH]], vim.fn.fnamemodify(Editor.server, ':h'))
  editor:lua(snippet(notebook))
  editor:command('runtime! plugin/commonplace.lua') -- as Neovim does after the user's configuration
  editor:will_choose('.')
  editor:command('Commonplace notes')
  check(editor:name():match('^commonplace://starter/'), 'a note is open')
  editor:wait_attached()
  editor:wait('colors', [[
    vim.cmd('redraw')
    local marks = vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })
    return #vim.tbl_filter(function(mark)
      return (mark[4].hl_group or ''):find('^@lsp%.type%.%a+%.minimarkdown$') ~= nil
    end, marks) > 0
  ]])
  editor:type('ggO#')
  editor:wait('hashtags', [[return vim.fn.pumvisible() == 1]])
  editor:type(' ')
  editor:wait('the end of the popup', [[return vim.fn.pumvisible() == 0]])
  editor:type('A ?[hint](answer')
  editor:wait('the reason', [[
    for _, namespace in pairs(vim.diagnostic.get_namespaces()) do
      local text = namespace.user_data.virt_text_ns
      if text and #vim.api.nvim_buf_get_extmarks(0, text, 0, -1, {}) > 0 then
        return vim.fn.mode() == 'i'
      end
    end
  ]])
  harness.becomes(function()
    return editor:lines()[1]
  end, '# A ?[hint](answer', 'what was typed')
end)

-- The scripts that start Neovim for a reader, or fetch it.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

--- Runs a command line.
---@param command string
---@param variables? table<string, string> of its environment; an empty one is unset
---@return integer status
---@return string output both outputs
local function shell(command, variables)
  local unset, set = { 'env' }, {}
  for name, value in pairs(variables or {}) do
    if value == '' then
      vim.list_extend(unset, { '-u', name })
    else
      table.insert(set, name .. '=' .. value)
    end
  end
  local words = vim.list_extend(vim.list_extend(unset, set), { 'bash', '-c' })
  local output = vim.fn.system(vim.list_extend(words, { command .. ' </dev/null 2>&1' }))
  return vim.v.shell_error, output
end

---@param path string
---@param lines string[]
local function executable(path, lines)
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  vim.fn.writefile(lines, path)
  vim.fn.setfperm(path, 'rwxr-xr-x')
end

--- A folder with script/neovim-test where no Neovim was fetched yet, no specs, and a server.
---@return string
local function fresh_checkout(editor)
  local root = editor.directory .. '/checkout'
  vim.fn.mkdir(root .. '/script', 'p')
  vim.fn.mkdir(root .. '/Tests/editors/neovim', 'p')
  for _, name in ipairs({ 'neovim-test', 'demo', 'requirements' }) do
    executable(root .. '/script/' .. name, vim.fn.readfile(Editor.root .. '/script/' .. name))
  end
  vim.fn.writefile(
    { [[io.stdout:write('1..0\n')]], [[vim.cmd('qall!')]] },
    root .. '/Tests/editors/neovim/run.lua'
  )
  executable(root .. '/.build/debug/commonplace', { '#!/bin/sh' })
  return root
end

for _, case in ipairs({
  { 'without ensurepip', { 'exit 1' }, 'apt-get install python3-venv' },
  {
    'without a network',
    { '[ "$1" = -c ] && exit', 'echo first; echo there is no network; exit 1' },
    'there is no network',
  },
}) do
  local name, python, reason = case[1], case[2], case[3]
  test(('neovim-test %s tells why there is no reference'):format(name), function(editor)
    local root = fresh_checkout(editor)
    local bin = editor.directory .. '/bin'
    executable(bin .. '/python3', { '#!/bin/sh', unpack(python) })
    local path = bin .. ':' .. vim.env.PATH
    local variables = { PATH = path, NVIM_REFERENCE = '', NVIM_OLD = '', CI = '' }

    local status, output = shell(root .. '/script/neovim-test', variables)
    equal(status, 0, 'elsewhere it is skipped: ' .. output)
    contains(output:match('skipped: [^\n]*') or output, reason, 'the line that script/test repeats')

    variables.CI = 'true'
    status, output = shell(root .. '/script/neovim-test', variables)
    equal(status, 1, 'where it decides what lands it is a failure: ' .. output)
    contains(output:match('not ok [^\n]*') or output, reason, 'the failure')

    status, output = shell(root .. '/script/neovim-test --which', variables)
    equal(status, 1, 'the status of --which')
    contains(output, reason, '--which')

    executable(bin .. '/swift', { '#!/bin/sh', 'echo ' .. root .. '/.build/debug' })
    status, output = shell(root .. '/script/demo nvim', variables)
    check(status ~= 0, 'script/demo fails')
    contains(output, reason, 'script/demo')
  end)
end

test('script/demo nvim takes a path from where it was called', function(editor)
  local root = fresh_checkout(editor)
  local bin = editor.directory .. '/bin'
  executable(bin .. '/swift', { '#!/bin/sh', 'echo ' .. root .. '/.build/debug' })
  executable(bin .. '/nvim', { '#!/bin/sh', 'echo "opens $COMMONPLACE_NOTEBOOK"' })
  local variables = { PATH = bin .. ':' .. vim.env.PATH, NVIM_REFERENCE = bin .. '/nvim' }
  local here = editor.directory .. '/a place'
  vim.fn.mkdir(here)
  local path = here .. '/my.libnotes'
  vim.fn.writefile({}, path)
  for _, argument in ipairs({ 'my.libnotes', './my.libnotes', path }) do
    local command = ("cd '%s' && '%s/script/demo' nvim '%s'"):format(here, root, argument)
    local status, output = shell(command, variables)
    equal(status, 0, output)
    contains(vim.fn.simplify(output), 'opens ' .. path, 'the notebook')
  end
end)

test('script/demo nvim says that a notebook is missing, and builds nothing', function(editor)
  local bin = editor.directory .. '/bin'
  executable(bin .. '/swift', { '#!/bin/sh', 'echo swift was called' })
  local command = ("cd '%s' && '%s/script/demo' nvim no.libnotes")
    :format(editor.directory, Editor.root)
  local status, output = shell(command, { PATH = bin .. ':' .. vim.env.PATH })
  equal(status, 1, 'the status')
  contains(output, 'there is no notebook at ' .. editor.directory .. '/no.libnotes', 'the reason')
  check(not output:find('swift was called'), 'nothing is built')
end)

--- Starts the demonstration as script/check-readme does.
---@return integer status
---@return string output
local function demonstrate(variables)
  return shell(
    ("cd '%s' && '%s' --clean -u editors/neovim/demo.lua --headless %s"):format(
      Editor.root,
      Editor.nvim,
      '-S Tests/editors/neovim/open_a_note.lua'
    ),
    vim.tbl_extend('keep', variables, { OPEN_A_NOTE_TIMEOUT = tostring(Editor.patience) })
  )
end

test('what check-readme does notices whether a note was opened', function(editor)
  local notebook = editor:starter_notebook()
  local status, output = demonstrate({
    COMMONPLACE_BIN = Editor.server,
    COMMONPLACE_NOTEBOOK = notebook,
  })
  equal(status, 0, output)
  contains(output, '5 notes; opened commonplace://starter/', 'what it says')

  status, output = demonstrate({ COMMONPLACE_BIN = 'false', COMMONPLACE_NOTEBOOK = notebook })
  equal(status, 1, output)
  contains(output, '0 notes were offered', 'without a server')
end)

test('the demonstration of a missing notebook says so, without a trace', function(editor)
  local missing = editor.directory .. '/no.libnotes'
  local _, output = demonstrate({ COMMONPLACE_BIN = Editor.server, COMMONPLACE_NOTEBOOK = missing })
  contains(output, 'commonplace: There is no notebook at ' .. missing, 'the reason')
  check(not output:find('traceback') and not output:find('%.lua:%d'), 'no trace: ' .. output)
end)

test('check-readme starts Neovim so that it notices', function()
  local script = table.concat(vim.fn.readfile(Editor.root .. '/script/check-readme'), '\n')
  local arguments = "NVIM_ARGUMENTS='--headless -S Tests/editors/neovim/open_a_note.lua'"
  contains(script, arguments, 'the script')
end)

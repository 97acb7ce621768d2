local harness = require('harness')
local test, contains = harness.test, harness.contains

local function report(editor)
  editor:command('checkhealth commonplace')
  return table.concat(editor:lines(), '\n')
end

test('checkhealth tells version, executable, notebook and server', function(editor)
  editor:start_with_notebook()
  editor:scratch({ '# A note' })
  local text = report(editor)
  local version = vim.trim(editor:commonplace('--version'))
  contains(text, 'Neovim 0.', 'the editor')
  contains(text, editor.server, 'the executable')
  contains(text, version, "the executable's version")
  contains(text, 'starter.libnotes', 'the notebook')
  contains(text, 'open buffers that use it: 1', 'the server')
  contains(text, 'the server can read the notebook', 'the notebook again')
  contains(text, 'prompts due: 29 (new: 29)', 'review')
end)

test('checkhealth tells what is missing', function(editor)
  editor:start({ cmd = { 'no-such-commonplace', 'lsp' }, notebook = '/no/such.libnotes' })
  local text = report(editor)
  contains(text, '`no-such-commonplace` is not an executable', 'the executable')
  contains(text, 'commonplace init --notebook /no/such.libnotes', 'the advice')
end)

test('checkhealth without a notebook says how to name one', function(editor)
  editor:start()
  contains(report(editor), 'no notebook is configured', 'the notebook')
  editor:scratch({ '# A note' })
  local text = report(editor)
  contains(text, 'the server cannot read the notebook', 'the server')
  contains(text, 'setup({ notebook', 'the advice')
end)

test('checkhealth does not start the server', function(editor)
  editor:start_with_notebook()
  contains(report(editor), 'the server is not running', 'the server')
end)

test('the help has its tags', function(editor)
  editor:start()
  editor:lua([[
    local doc = vim.api.nvim_get_runtime_file('doc/commonplace.txt', false)[1]
    local copy = vim.fn.tempname()
    vim.fn.mkdir(copy .. '/doc', 'p')
    vim.fn.writefile(vim.fn.readfile(doc), copy .. '/doc/commonplace.txt')
    vim.cmd('helptags ' .. vim.fn.fnameescape(copy .. '/doc'))
    vim.opt.runtimepath:append(copy)
  ]])
  for _, subject in ipairs({ 'commonplace', ':Commonplace', 'commonplace.setup()', 'commonplace-review' }) do
    editor:command('help ' .. subject)
    contains(editor:name(), 'commonplace.txt', subject)
  end
end)

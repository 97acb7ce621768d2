local harness = require('harness')
local test, check, equal = harness.test, harness.check, harness.equal

--- A message of the server, as of a text that was changed elsewhere.
local function receive(editor, message, kind)
  editor:lua(
    [[
    local message, kind = ...
    local client = require('commonplace.client').running()
    client.handlers['window/showMessage'](nil, { type = kind, message = message }, {})
    ]],
    message,
    kind
  )
end

local function told(editor, part)
  return editor:messages():find(part, 1, true) ~= nil
end

for kind, name in pairs({ [2] = 'a warning', [3] = 'information' }) do
  test(name .. ' of the server does not interrupt typing', function(editor)
    editor:start_with_notebook()
    editor:open_note()
    editor:type('ggOone')
    editor:wait('the typed text', [[return vim.fn.getline(1) == 'one']])
    receive(editor, 'Walden was changed elsewhere.', kind)
    editor:wait(
      'the message',
      [[return vim.api.nvim_exec('messages', true):find('changed elsewhere', 1, true)]]
    )
    -- One that is longer than the line for messages would take the next key.
    local long = 'Walden was changed again; ' .. ('what you wrote is in History '):rep(10)
    receive(editor, long, kind)
    editor:type(' two')
    editor:wait('the typed text', [[return vim.fn.getline(1) == 'one two']])
    equal(editor:lua('return vim.api.nvim_get_mode()'), { mode = 'i', blocking = false }, 'mode')
    check(not told(editor, 'changed again'), 'the long message waits')
    editor:type('<Esc>')
    editor:wait(
      'the long message',
      [[return vim.api.nvim_exec('messages', true):find('changed again', 1, true)]]
    )
  end)
end

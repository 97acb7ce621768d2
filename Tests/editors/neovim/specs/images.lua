-- Images of notes: added from files, from the clipboard and by dropping them, and shown.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

--- A GIF of one pixel, as hexadecimal digits.
local gif = '47494638396101000100'

--- Writes a file with the image, or with a text.
---@return string path
local function file(editor, name, text)
  local path = editor.directory .. '/' .. name
  local handle = assert(io.open(path, 'wb'))
  local bytes = gif:gsub('..', function(digits)
    return string.char(tonumber(digits, 16))
  end)
  handle:write(text or bytes)
  handle:close()
  return path
end

local markdown = '^!%[%]%(assets/%x+%.gif%)$'

--- Opens a note with an empty line at its end, where the cursor is.
local function open(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  editor:type('Go<CR><Esc>')
  editor:wait('the end of typing', [[return vim.fn.mode() == 'n' and vim.fn.getline('.') == '']])
  editor:lua([[
    local messages = require('commonplace.messages')
    messages.note = function(message) _G.noted = message end
  ]])
  return note
end

--- Runs a command, and checks what it shows, as the results of commands are shown.
local function notes(editor, command, expected)
  editor:command(command)
  equal(editor:lua('return _G.noted'), expected, 'the message')
end

test('a file is added, and the text shows it', function(editor)
  local note = open(editor)
  local path = file(editor, 'a pond.png') -- whatever its name says
  local complete = [[return vim.fn.getcompletion('Commonplace add-image ' .. ..., 'cmdline')]]
  equal(editor:lua(complete, editor.directory .. '/a\\ p')[1], path, 'completion')
  notes(editor, 'Commonplace add-image ' .. path, 'Added: image/gif, 1 × 1 pixels, 10 bytes')
  local line = editor:lua([[return vim.fn.getline('.')]])
  check(line:match(markdown), line)
  equal(editor:lua([[return vim.fn.col('.')]]), 3, 'the cursor is where the caption is written')
  editor:command('write')
  contains(editor:stored(note.uri).text, line, 'the stored text')
  -- After a word there is a space before it.
  editor:lua([[vim.api.nvim_set_current_line('pond'); vim.fn.cursor('.', 1)]])
  editor:lua([[require('commonplace').add_image(...)]], path)
  check(editor:lua([[return vim.fn.getline('.')]]):match('^p !%[%]%(assets/.*%)ond$'), 'in a word')
end)

test('a file that is no image is refused with the reason', function(editor)
  open(editor)
  local path = file(editor, 'page.png', '<html></html>')
  editor:says('Commonplace add-image ' .. path, 'Not a PNG, JPEG, GIF or WebP image:')
  editor:says('Commonplace add-image ' .. path .. '.gone', 'cannot be read')
  equal(editor:lua([[return vim.fn.getline('.')]]), '', 'the text is as it was')
  editor:command('enew')
  editor:says('Commonplace add-image ' .. path, 'first open the note to which you want to add the image')
  editor:says('Commonplace paste-image', 'first open the note to which you want to add the image')
end)

--- Puts programs before all others on the path; each prints what `script` does.
local function with_program(editor, name, script)
  local folder = editor.directory .. '/bin'
  vim.fn.mkdir(folder, 'p')
  vim.fn.writefile({ '#!/bin/sh', unpack(script) }, folder .. '/' .. name)
  vim.fn.setfperm(folder .. '/' .. name, 'rwxr-xr-x')
  editor:lua([[vim.env.PATH = ... .. ':/usr/bin:/bin']], folder)
end

for _, name in ipairs({ 'wl-paste', 'xclip' }) do
  test('the image in the clipboard is added by ' .. name, function(editor)
    open(editor)
    local path = file(editor, 'clip.gif')
    with_program(editor, name, {
      ('case "$*" in *image/gif*) cat %s;; *) exit 1;; esac'):format(path),
    })
    notes(editor, 'Commonplace paste-image', 'Added: image/gif, 1 × 1 pixels, 10 bytes')
    check(editor:lua([[return vim.fn.getline('.')]]):match(markdown), 'the line')
    with_program(editor, name, { 'exit 1' })
    editor:says('Commonplace paste-image', 'the clipboard does not contain an image')
  end)
end

test('without a program for the clipboard the message names them', function(editor)
  open(editor)
  editor:lua([[vim.env.PATH = ...]], editor.directory)
  editor:says('Commonplace paste-image', 'install wl-clipboard, xclip or pngpaste')
end)

--- Pastes as a terminal does: in parts, the last of which is empty.
local function paste(editor, text)
  editor:lua([[vim.api.nvim_paste(..., true, 1); vim.api.nvim_paste('', true, 3)]], text)
end

test('a file that is dropped is offered, and else its path is pasted', function(editor)
  open(editor)
  local path = file(editor, 'a pond.gif')
  editor:will_choose('^Add')
  paste(editor, "'" .. path .. "'")
  editor:wait('the image', [[return vim.fn.getline('.'):match(...)]], markdown)
  contains(editor:shown()[1].prompt, 'a pond.gif', 'the question')
  editor:command('normal! o')
  editor:will_choose('^Insert')
  local escaped = path:gsub(' ', '\\ ')
  paste(editor, escaped)
  editor:wait('the path', [[return vim.fn.getline('.') == ...]], escaped)
end)

test('what is no path of an image is pasted as ever', function(editor)
  open(editor)
  editor:will_choose('^Add')
  for _, text in ipairs({ 'pond.gif', '/nowhere/pond.gif', 'two\nlines' }) do
    editor:lua([[vim.cmd('normal! Go'); vim.api.nvim_paste(..., true, -1)]], text)
  end
  local lines = editor:lines()
  equal({ unpack(lines, #lines - 3) }, { 'pond.gif', '/nowhere/pond.gif', 'two', 'lines' }, 'the text')
  equal(editor:shown(), {}, 'nothing is offered')
  -- More after what looked like a path is one text with it.
  local path = file(editor, 'pond.gif')
  editor:lua(
    [[
    vim.cmd('normal! Go')
    vim.api.nvim_paste(..., true, 1)
    vim.api.nvim_paste(' and more', true, 2)
    vim.api.nvim_paste('', true, 3)
    ]],
    path
  )
  equal(editor:lines()[#editor:lines()], path .. ' and more', 'a longer text')
end)

test('an image is opened by the system', function(editor)
  open(editor)
  editor:command('Commonplace add-image ' .. file(editor, 'pond.gif'))
  editor:lua([[vim.ui.open = function(target) _G.opened = target end]])
  editor:command('Commonplace follow')
  local target = editor:lua('return _G.opened')
  check(target:match('^file:///.*/commonplace/images/%x+%.gif$'), target)
  equal(vim.fn.filereadable(vim.uri_to_fname(target)), 1, 'the file is there')
  editor:lua([[vim.api.nvim_set_current_line('![](assets/gone.png)')]])
  editor:says('Commonplace follow', 'This image is not stored with the note.')
end)

--- The functions of snacks.nvim for images, in a terminal that shows them.
local snacks = [[
  _G.placed = {}
  local image = {
    config = { enabled = true },
    terminal = { env = function() return { placeholders = true } end },
    placement = {
      new = function(bufnr, path, options)
        local placement = { path = path, opts = options, updates = 0 }
        placement.update = function(self) self.updates = self.updates + 1 end
        placement.close = function(self) self.closed = true end
        table.insert(_G.placed, placement)
        return placement
      end,
    },
  }
  package.loaded['snacks'] = { image = image }
]]

test('snacks.nvim shows images below their lines', function(editor)
  editor:start_with_notebook()
  editor:lua(snacks)
  editor:open_note()
  editor:type('Go<CR><Esc>')
  editor:command('Commonplace add-image ' .. file(editor, 'pond.gif'))
  editor:wait('the image', [[return #_G.placed == 1]])
  local placed = editor:lua('return { _G.placed[1].path, _G.placed[1].opts }')
  check(placed[1]:match('%.gif$'), placed[1])
  local last = editor:lua([[return vim.fn.line('$')]])
  equal(placed[2].pos[1], last, 'its place')
  -- It follows the text, and goes with it.
  editor:type('ggOanother line<Esc>')
  editor:wait('its new place', [[return _G.placed[1].opts.pos[1] == ...]], last + 1)
  editor:type('Gdd')
  editor:wait('its end', [[return _G.placed[1].closed]])
  equal(editor:lua([[return #_G.placed]]), 1, 'images')
end)

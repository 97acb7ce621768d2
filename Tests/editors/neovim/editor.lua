--- A real Neovim in a separate process, driven over its API as a user's keyboard would.

---@class Editor
---@field private channel? integer
---@field private process? integer
---@field private job? integer of an editor in a terminal, which has a separate channel
---@field private stopped? integer[] the processes of servers that were stopped
---@field private output? string all that an editor in a terminal has written
---@field terminal? { width: integer, height: integer } a real one to start in; none when absent
---@field directory string removed when the editor is closed
local Editor = {}
Editor.__index = Editor

local root = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h:h')
local server = assert(os.getenv('COMMONPLACE_BIN'), 'COMMONPLACE_BIN names no server')

Editor.root = root
--- The most that one wait may take, in milliseconds. Long, since the machine may be slow or busy.
Editor.patience = 30000
Editor.server = vim.fn.fnamemodify(server, ':p')
Editor.nvim = os.getenv('NVIM') or vim.v.progpath

require('screen')(Editor)

---@return Editor
function Editor.new()
  local directory = vim.fn.tempname()
  vim.fn.mkdir(directory, 'p')
  return setmetatable({ directory = directory }, Editor)
end

--- Runs the command line, e.g. `editor:commonplace('init', '--notebook', path)`.
---@param ... string
---@return string output
function Editor:commonplace(...)
  local output = vim.fn.system({ self.server, ... })
  if vim.v.shell_error ~= 0 then
    error(('commonplace %s failed: %s'):format(table.concat({ ... }, ' '), output), 2)
  end
  return output
end

--- A new notebook with whatever `commonplace init` puts into one.
---@return string path
function Editor:starter_notebook()
  local path = self.directory .. '/starter.libnotes'
  self:commonplace('init', '--notebook', path)
  return path
end

--- Where an editor in a terminal listens.
---@return string
function Editor:socket()
  return self.directory .. '/nvim.sock'
end

--- Connects to an editor in a terminal, once it listens.
---@return integer channel
function Editor:connect()
  local channel
  vim.wait(Editor.patience, function()
    local ok, id = false, 0
    if not channel then
      ok, id = pcall(vim.fn.sockconnect, 'pipe', self:socket(), { rpc = true })
    end
    channel = ok and id > 0 and id or channel
    if not channel then
      return false
    end
    -- It listens before it has read its command line.
    local _, entered = pcall(vim.fn.rpcrequest, channel, 'nvim_get_vvar', 'vim_did_enter')
    return entered == 1
  end, 20)
  return assert(channel, 'the editor in a terminal does not listen')
end

--- Whether the editor waits at a prompt to continue, which takes the next key.
---@return boolean
function Editor:waits_for_enter()
  local mode = vim.fn.rpcrequest(self.channel, 'nvim_get_mode').mode
  return mode == 'r' or mode == 'rm'
end

--- Starts Neovim with the plugin installed and nothing else of the user's.
---@param options? { plugin: boolean } whether the plugin is on the runtime path; it is when absent
---@return Editor
function Editor:start_bare(options)
  local command = { self.nvim, '--clean', '-n' }
  local place = self.terminal and { '--listen', self:socket() } or { '--embed', '--headless' }
  vim.list_extend(command, place)
  if not options or options.plugin then
    local path = vim.fn.fnameescape(root .. '/editors/neovim')
    vim.list_extend(command, { '--cmd', 'set runtimepath^=' .. path })
  end
  local job = vim.fn.jobstart(vim.list_extend(command, { '--cmd', 'filetype plugin on' }), {
    rpc = not self.terminal,
    pty = self.terminal ~= nil,
    width = self.terminal and self.terminal.width,
    height = self.terminal and self.terminal.height,
    on_stdout = self.terminal and function(_, data)
      self.output = (self.output or '') .. table.concat(data, '\n')
    end or nil,
    cwd = self.directory,
    env = {
      TERM = self.terminal and 'xterm-256color' or nil,
      XDG_STATE_HOME = self.directory,
      XDG_CACHE_HOME = self.directory,
      XDG_DATA_HOME = self.directory,
      XDG_CONFIG_HOME = self.directory,
      COMMONPLACE_NOTEBOOK = '',
    },
  })
  assert(job > 0, 'cannot start ' .. self.nvim)
  self.job, self.process = job, vim.fn.jobpid(job)
  self.channel = self.terminal and self:connect() or job
  return self
end

--- Starts Neovim and calls the plugin's setup().
---@param options? table `cmd` is the server under test unless given
---@return Editor
function Editor:start(options)
  self:start_bare()
  local defaults = { cmd = { self.server, 'lsp' }, timeout = Editor.patience }
  options = vim.tbl_extend('keep', options or {}, defaults)
  self:lua([[require('commonplace').setup(...)]], options)
  return self
end

--- Starts Neovim on a new starter notebook.
---@param options? table
---@return Editor
function Editor:start_with_notebook(options)
  options = vim.tbl_extend('keep', options or {}, { notebook = self:starter_notebook() })
  return self:start(options)
end

--- A second editor of the same person on the same notebook. To be closed by the caller.
---@return Editor
function Editor:another()
  local other = Editor.new()
  vim.fn.delete(other.directory, 'rf')
  other.directory = self.directory
  return other:start({ notebook = self.directory .. '/starter.libnotes' })
end

--- An editor on another machine, as far as the notebook goes: with a copy of `path` in `directory`.
---@param directory string
---@param path string
---@return Editor
function Editor:another_machine(directory, path)
  local copy = directory .. '/starter.libnotes'
  assert(vim.loop.fs_copyfile(path, copy))
  local other = Editor.new()
  vim.fn.delete(other.directory, 'rf')
  other.directory = directory
  return other:start({ notebook = copy })
end

--- Opens the note at `index` in the list, and waits until the server has it.
---@param index? integer
---@return table note
function Editor:open_note(index)
  local note = self:list_notes()[index or 1]
  self:command('edit ' .. note.uri)
  self:wait_attached()
  return note
end

--- Types a line at the top of the buffer.
---@param line string
function Editor:type_line(line)
  self:type('ggO' .. line .. '<Esc>')
  self:wait(
    'the typed text',
    [[return vim.fn.getline(1) == ... and vim.api.nvim_get_mode().mode == 'n']],
    line
  )
end

--- The note as the server has stored it.
---@param uri string
---@return { text: string, version: string }
function Editor:stored(uri)
  return self:lua(
    [[
    local note, err = require('commonplace.client').request('commonplace/readNote', { uri = ... })
    return assert(note, err)
    ]],
    uri
  )
end

--- The buffer's text, with the end of its last line.
---@return string
function Editor:text()
  return table.concat(self:lines(), '\n') .. '\n'
end

---@return boolean
function Editor:is_modified()
  return self:lua('return vim.bo.modified')
end

--- The processes of the editor's servers.
---@return integer[]
function Editor:servers()
  return self:lua([[
    return vim.tbl_filter(function(pid)
      return (vim.api.nvim_get_proc(pid) or {}).name == 'commonplace'
    end, vim.api.nvim_get_proc_children(vim.fn.getpid()))
  ]])
end

--- Kills the server, as a crash would.
function Editor:kill_server()
  assert(vim.loop.kill(self:servers()[1], 'sigkill') == 0)
end

--- Stops the server, so that it cannot answer, until the editor is closed.
function Editor:stop_server()
  self.stopped = self:servers()
  assert(#self.stopped > 0, 'no server runs')
  for _, pid in ipairs(self.stopped) do
    vim.loop.kill(pid, 'sigstop')
    -- Each of its threads stops by itself, on a busy machine a while later.
    local stat, tries = '/proc/' .. pid .. '/stat', 0
    while tries < 500 and io.open(stat) and not io.open(stat):read('*l'):find(') T', 1, true) do
      vim.loop.sleep(10)
      tries = tries + 1
    end
  end
end

--- Runs Lua in the editor.
---@param code string its arguments are `...`
---@return any
function Editor:lua(code, ...)
  return vim.fn.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

--- Runs an Ex command in the editor.
---@param command string
function Editor:command(command)
  vim.fn.rpcrequest(self.channel, 'nvim_command', command)
end

--- Types keys, as a keyboard would: they are read when the editor gets to it.
---@param keys string in the notation of mappings, e.g. `<Esc>`
function Editor:type(keys)
  vim.fn.rpcrequest(self.channel, 'nvim_input', keys)
end

--- Waits until Lua in the editor gives something true.
---@param what string what is awaited, for the failure's message
---@param code string
---@return any value
function Editor:wait(what, code, ...)
  local value
  local arguments = { ... }
  local came = vim.wait(Editor.patience, function()
    value = self:lua(code, unpack(arguments))
    return value and value ~= vim.NIL
  end, 20)
  if not came then
    error(('waited in vain for %s; last: %s'):format(what, vim.inspect(value)), 2)
  end
  return value
end

--- Waits until the notebook file at `path` holds `text`: a save is published a moment later.
function Editor:wait_published(path, text)
  self:wait(
    'the file',
    [[
    local path, text = ...
    return table.concat(vim.fn.readfile(path, 'b'), '\n'):find(text, 1, true) ~= nil
    ]],
    path,
    text
  )
end

--- Waits until the current buffer is a note that was read: before, it has the name alone. By then
--- the cursor is where it belongs, too.
---@param uri? string any note when absent
function Editor:wait_note(uri)
  self:wait(
    'the note',
    [[
    local uri = ...
    return vim.b.commonplace_uri and (not uri or vim.b.commonplace_uri == uri)
    ]],
    uri
  )
end

--- Opens a Mini Markdown buffer with these lines, on no file, and waits until the server has it.
--- It has a name, since Neovim pulls no diagnostics for a nameless buffer.
---@param lines string[]
function Editor:scratch(lines)
  self:lua(
    [[
    vim.cmd('enew!')
    vim.api.nvim_buf_set_name(0, 'scratch-' .. vim.api.nvim_get_current_buf())
    vim.api.nvim_buf_set_lines(0, 0, -1, false, ...)
    vim.bo.filetype = 'minimarkdown'
    ]],
    lines
  )
  self:wait_attached()
end

function Editor:wait_attached()
  self:wait(
    'the server to attach',
    [[
    local client = require('commonplace.client').running()
    return client and client.initialized
      and vim.lsp.buf_is_attached(vim.api.nvim_get_current_buf(), client.id)
    ]]
  )
end

--- The notebook's notes, as the server lists them.
---@return table[]
function Editor:list_notes()
  return self:lua([[
    local result, err = require('commonplace.client').request('commonplace/listNotes', {})
    return assert(result, err).notes
  ]])
end

---@return string[]
function Editor:lines()
  return self:lua('return vim.api.nvim_buf_get_lines(0, 0, -1, false)')
end

--- The current buffer's name.
---@return string
function Editor:name()
  return self:lua('return vim.api.nvim_buf_get_name(0)')
end

--- The state that a reader of a failure needs.
---@return string
function Editor:report()
  if not self.channel then
    return 'the editor was not started'
  end
  if self.output then
    -- Only a terminal knows its whole screen; here are its last words.
    local words = self.output:sub(-3000):gsub('\27[%[%]P][^%a\7\\]*[%a\7\\]', ' '):gsub('%c', ' ')
    return 'the terminal was sent: ' .. words:gsub(' +', ' ')
  end
  local ok, text = pcall(function()
    local mode = vim.fn.rpcrequest(self.channel, 'nvim_get_mode')
    if mode.blocking then
      return 'the editor waits for a key'
    end
    return ('buffer %s:\n%s\nmessages:\n%s'):format(
      self:name(),
      table.concat(self:lines(), '\n'),
      self:messages()
    )
  end)
  return ok and text or 'the editor is gone'
end

function Editor:kill()
  if self.process then
    vim.loop.kill(self.process, 'sigkill')
  end
end

--- Has the editor run a command that ends it, once it has answered that it will.
---@param command string
function Editor:leave(command)
  self:lua([[local command = ... vim.defer_fn(function() vim.cmd(command) end, 50)]], command)
  self:wait_closed()
end

--- Waits until the editor has quit by itself.
function Editor:wait_closed()
  if vim.fn.jobwait({ self.job }, Editor.patience)[1] == -1 then
    error('the editor did not quit\n' .. self:report(), 2)
  end
  self.channel = nil
end

--- Ends the editor and its server, and leaves the directory to others.
function Editor:close_only()
  for _, pid in ipairs(self.stopped or {}) do
    vim.loop.kill(pid, 'sigcont')
  end
  self.stopped = nil
  if self.channel then
    pcall(vim.fn.rpcnotify, self.channel, 'nvim_command', 'qall!')
    if vim.fn.jobwait({ self.job }, Editor.patience)[1] == -1 then
      self:kill()
    end
    self.channel = nil
  end
end

function Editor:close()
  self:close_only()
  vim.fn.delete(self.directory, 'rf')
end

return Editor

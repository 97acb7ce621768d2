--- Notes as buffers: `commonplace://NOTEBOOK/NOTE-ID/slug.md` is read from the server.
local client = require('commonplace.client')
local messages = require('commonplace.messages')

local M = {}

local cannot_save = 'this version cannot save notes yet'

--- Calls `action` under |:lockmarks|, which only an Ex command can ask for.
---@param action fun()
local function with_locked_marks(action)
  M.locked_action = action
  vim.cmd([[lockmarks lua require('commonplace.documents').locked_action()]])
  M.locked_action = nil
end

--- Sets a buffer's text as if it had always been there: nothing to undo, and the places in it that
--- quickfix lists and jump lists know do not move.
---@param bufnr integer
---@param text string
local function set_text(bufnr, text)
  local lines = vim.split(text, '\n', { plain = true })
  local ends_line = #lines > 1 and lines[#lines] == ''
  if ends_line then
    table.remove(lines)
  end
  local undolevels = vim.bo[bufnr].undolevels
  vim.bo[bufnr].undolevels = -1
  with_locked_marks(function()
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  end)
  vim.bo[bufnr].undolevels = undolevels
  -- The server must be sent the note byte for byte, so the last line ends as it does in the note.
  vim.bo[bufnr].fileformat = 'unix'
  vim.bo[bufnr].endofline = ends_line
  vim.bo[bufnr].fixendofline = false
  vim.bo[bufnr].modified = false
end

--- Reads a note into the buffer that bears its URI. A buffer that could not be read cannot be
--- changed, lest its emptiness be taken for the note's text; `:edit` tries again.
---@param bufnr integer
function M.read(bufnr)
  local buffer = vim.bo[bufnr]
  buffer.buftype = 'acwrite'
  buffer.swapfile = false
  buffer.undofile = false
  buffer.modifiable = true
  buffer.readonly = false -- until it has its text

  local uri = vim.api.nvim_buf_get_name(bufnr)
  local note, err = client.request('commonplace/readNote', { uri = uri })
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  elseif not note then
    buffer.modifiable = false
    messages.tell_soon(('cannot read %s: %s'):format(uri, err))
    return
  end
  set_text(bufnr, note.text)
  vim.b[bufnr].commonplace_version = note.version
  -- Shown as [RO], and warned of at the first change; but the text can be changed, to see what the
  -- server makes of it.
  buffer.readonly = true
  buffer.filetype = 'minimarkdown'
end

--- Lets the command that runs now do what 'readonly' would keep it from.
---@param bufnr integer
local function suspend_readonly(bufnr)
  if vim.bo[bufnr].readonly then
    vim.bo[bufnr].readonly = false
    vim.schedule(function()
      if vim.api.nvim_buf_is_valid(bufnr) then
        vim.bo[bufnr].readonly = true
      end
    end)
  end
end

local writing_commands = {
  write = true, update = true, wq = true, xit = true, exit = true,
  wall = true, wqall = true, xall = true,
}

--- Lets a typed `:write` come to `write()`, which says why it fails: in a buffer that is 'readonly'
--- Neovim fails it before, and advises a `!` that does not help. So it still does where no command
--- line is typed: for `ZZ`, in a script, in a `<Cmd>` mapping.
---@param command_line string
function M.before_command(command_line)
  local name = command_line:match('^[%s:]*(%a+)')
  if name and writing_commands[vim.fn.fullcommand(name)] then
    for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
      if vim.startswith(vim.api.nvim_buf_get_name(bufnr), 'commonplace://') then
        suspend_readonly(bufnr)
      end
    end
  end
end

--- Refuses to write. The buffer stays modified, so that `:wq` does not lose its text.
function M.write()
  -- An error told here and now makes `:write` fail, for scripts too.
  messages.tell(cannot_save .. '; what you changed is in this buffer only')
end

---@param mods? string
---@return boolean
local function ask_for_window(mods)
  for word in (mods or ''):gmatch('%a+') do
    if
      word:match('^vert') or word:match('^hor') or word:match('^tab')
      or word:match('left$') or word:match('right$') or word:match('above$') or word:match('below$')
    then
      return true
    end
  end
  return false
end

--- Opens a note, in a new window where `mods` asks for one.
---@param uri string
---@param position? { line: integer, text: string? } 0-based line; the cursor goes to `text` in it
---@param mods? string command modifiers, e.g. `vertical` or `tab`
function M.open(uri, position, mods)
  if ask_for_window(mods) then
    vim.cmd(mods .. ' split')
  end
  vim.cmd('edit ' .. vim.fn.fnameescape(uri))
  if not position then
    return
  end
  local line = math.max(1, math.min(position.line + 1, vim.api.nvim_buf_line_count(0)))
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1] or ''
  local column = position.text and text:find(position.text, 1, true) or 1
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
  vim.cmd('normal! zv')
end

return M

--- Notes as buffers: `commonplace://NOTEBOOK/NOTE-ID/slug.md` is read from the server.
local client = require('commonplace.client')
local messages = require('commonplace.messages')

local M = {}

local cannot_save = 'this version cannot save notes yet'
local said_cannot_save = false

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
  buffer.filetype = 'minimarkdown'

  if not said_cannot_save and bufnr == vim.api.nvim_get_current_buf() then
    said_cannot_save = true
    vim.schedule(function()
      vim.api.nvim_echo({ { 'commonplace: ' .. cannot_save, 'Comment' } }, false, {})
    end)
  end
end

--- Refuses to write. The buffer stays modified, so that `:wq` does not lose its text.
---@param name string what is to be written
function M.write(name)
  -- An error told here and now makes `:write` fail, for scripts too.
  messages.tell(('%s: %s keeps its changes in this buffer only'):format(cannot_save, name))
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

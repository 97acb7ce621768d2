--- Reads and sets a note's text in a buffer, byte for byte.
local M = {}

--- Calls `action` with |:lockmarks|, which only an Ex command can set.
---@param action fun()
local function with_locked_marks(action)
  M.locked_action = action
  vim.cmd([[lockmarks lua require('commonplace.buffer_text').locked_action()]])
  M.locked_action = nil
end

---@param text string
---@return string[] lines
---@return boolean ends_line whether the last line has an end
local function split(text)
  local lines = vim.split(text, '\n', { plain = true })
  local ends_line = #lines > 1 and lines[#lines] == ''
  if ends_line then
    table.remove(lines)
  end
  return lines, ends_line
end

---@param bufnr integer
---@param ends_line boolean
local function set_line_end(bufnr, ends_line)
  -- The server must get the note byte for byte, so the last line ends as in the note.
  vim.bo[bufnr].fileformat = 'unix'
  vim.bo[bufnr].endofline = ends_line
  vim.bo[bufnr].fixendofline = false
end

--- Returns the text of a buffer, as the server gets it.
---@param bufnr integer
---@return string
function M.get(bufnr)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  local ends_line = vim.bo[bufnr].endofline or vim.bo[bufnr].fixendofline
  return table.concat(lines, '\n') .. (ends_line and '\n' or '')
end

--- Sets a buffer's text without an undo step. Positions in quickfix lists and jump lists do not
--- move.
---@param bufnr integer
---@param text string
function M.set(bufnr, text)
  local lines, ends_line = split(text)
  local undolevels = vim.bo[bufnr].undolevels
  vim.bo[bufnr].undolevels = -1
  with_locked_marks(function()
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  end)
  vim.bo[bufnr].undolevels = undolevels
  set_line_end(bufnr, ends_line)
end

--- Returns the number of equal lines at the start of two lists, or at their end with `from_back`;
--- at most `most`.
---@param old string[]
---@param new string[]
---@param most integer
---@param from_back boolean
---@return integer
local function common(old, new, most, from_back)
  local count = 0
  while count < most do
    local i = from_back and #old - count or count + 1
    local j = from_back and #new - count or count + 1
    if old[i] ~= new[j] then
      break
    end
    count = count + 1
  end
  return count
end

--- Returns the new number of a line, from 1, after the lines `first + 1` to `last` were replaced by
--- `count` lines.
local function moved(line, first, last, count)
  if line <= first then
    return line
  elseif line > last then
    return line + count - (last - first)
  end
  return math.min(line, first + math.max(count, 1))
end

--- Replaces a buffer's text, which can be undone. Changes only the lines between the first and the
--- last difference, so that cursors and marks in other lines stay.
---@param bufnr integer
---@param text string
function M.replace(bufnr, text)
  local new, ends_line = split(text)
  local old = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  local most = math.min(#old, #new)
  local front = common(old, new, most, false)
  local back = common(old, new, most - front, true)
  local first, last, count = front, #old - back, #new - back - front
  if last > first or count > 0 then
    local views = {}
    for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
      views[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview)
    end
    local lines = vim.list_slice(new, front + 1, #new - back)
    vim.api.nvim_buf_set_lines(bufnr, first, last, false, lines)
    for window, view in pairs(views) do
      vim.api.nvim_win_call(window, function()
        view.lnum = moved(view.lnum, first, last, count)
        view.topline = moved(view.topline, first, last, count)
        vim.fn.winrestview(view)
      end)
    end
  end
  set_line_end(bufnr, ends_line)
end

return M

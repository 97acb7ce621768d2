--- Shows a text next to a buffer, in diff mode, for reading and comparing.
---
--- `b:commonplace_stored_buffer` of the buffer is the buffer next to it.
local labels = require('commonplace.labels')

local M = {}

---@param window integer
---@param title string?
local function entitle(window, title)
  local mark = '%< %{&modified ? "[+]" : ""}'
  local bar = title and ' ' .. title:gsub('%%', '%%%%') .. mark or ''
  vim.api.nvim_win_call(window, function()
    vim.opt_local.winbar = bar
  end)
end

--- Turns on diff mode. Long lines wrap, so that all their differences are visible.
---@param window integer
local function compare(window)
  vim.api.nvim_win_call(window, function()
    vim.w.commonplace_wrap = vim.w.commonplace_wrap or { vim.wo.wrap, vim.wo.linebreak }
    vim.cmd('diffthis')
    vim.opt_local.wrap = true
    vim.opt_local.linebreak = true
  end)
end

---@param window integer
local function end_compare(window)
  vim.api.nvim_win_call(window, function()
    vim.cmd('diffoff')
    local wrap = vim.w.commonplace_wrap
    if wrap then
      vim.opt_local.wrap, vim.opt_local.linebreak = wrap[1], wrap[2]
      vim.w.commonplace_wrap = nil
    end
  end)
  entitle(window, nil)
end

--- Returns the first position at which two texts differ, for cursors: a line from 1, a byte from 0.
---@param one string[]
---@param other string[]
---@return integer line
---@return integer column
local function first_difference(one, other)
  local line = 1
  while line < math.max(#one, #other) and one[line] == other[line] do
    line = line + 1
  end
  local left, right = one[line] or '', other[line] or ''
  local column = 0
  while column < #left and left:byte(column + 1) == right:byte(column + 1) do
    column = column + 1
  end
  return line, column
end

---@param windows integer[]
local function show_difference(windows)
  local texts = vim.tbl_map(function(window)
    return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  end, windows)
  local line, column = first_difference(texts[1], texts[2])
  for index, window in ipairs(windows) do
    local last = math.min(line, #texts[index])
    local bound = vim.wo[window].cursorbind
    vim.wo[window].cursorbind = false
    vim.api.nvim_win_set_cursor(window, { last, math.min(column, #texts[index][last]) })
    vim.api.nvim_win_call(window, function()
      vim.cmd('normal! zvzz')
    end)
    vim.wo[window].cursorbind = bound
  end
end

---@param bufnr integer
local function close(bufnr)
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  vim.b[bufnr].commonplace_stored_buffer = nil
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    end_compare(window)
  end
end

---@param bufnr integer
---@return integer?
function M.shown(bufnr)
  local other = vim.b[bufnr].commonplace_stored_buffer
  if other and vim.api.nvim_buf_is_valid(other) then
    return other
  end
end

--- Whether a buffer and the buffer next to it are both visible in the current tab page.
---@param bufnr integer
---@return boolean
function M.is_visible(bufnr)
  local other = M.shown(bufnr)
  return other ~= nil and vim.fn.bufwinid(other) ~= -1 and vim.fn.bufwinid(bufnr) ~= -1
end

---@param bufnr integer
---@param title string
---@return integer
local function buffer_beside(bufnr, title)
  local other = M.shown(bufnr)
  if not other then
    other = vim.api.nvim_create_buf(false, true)
    vim.bo[other].bufhidden = 'wipe'
    vim.b[bufnr].commonplace_stored_buffer = other
    vim.api.nvim_create_autocmd('BufWipeout', {
      buffer = other,
      desc = 'End the comparison',
      callback = vim.schedule_wrap(function()
        close(bufnr)
      end),
    })
  end
  -- A buffer's name is a path: separators in the title are replaced, and the name must be unique.
  local name = title:gsub('[/\\:]', '-')
  if not pcall(vim.api.nvim_buf_set_name, other, name) then
    pcall(vim.api.nvim_buf_set_name, other, ('%s [%d]'):format(name, other))
  end
  return other
end

---@param bufnr integer
---@return integer window
local function window_of(bufnr)
  if vim.api.nvim_get_current_buf() == bufnr then
    return vim.api.nvim_get_current_win()
  end
  local window = vim.fn.bufwinid(bufnr)
  if window == -1 then
    vim.cmd('tab sbuffer ' .. bufnr)
    window = vim.api.nvim_get_current_win()
  end
  return window
end

---@param bufnr integer
---@param text string
---@param title string of the text
---@param own? string title of the buffer; default: the title of its note
function M.show(bufnr, text, title, own)
  local other = buffer_beside(bufnr, title)
  vim.bo[other].modifiable = true
  require('commonplace.buffer_text').set(other, text)
  vim.bo[other].modifiable = false
  local window = window_of(bufnr)
  if vim.fn.bufwinid(other) == -1 then
    vim.api.nvim_win_call(window, function()
      vim.cmd('rightbelow vertical sbuffer ' .. other)
    end)
  end
  local beside = vim.fn.bufwinid(other)
  compare(window)
  compare(beside)
  vim.cmd('diffupdate')
  entitle(beside, title)
  entitle(window, own or labels.note_title(bufnr))
  show_difference({ window, beside })
end

--- Closes the window that `show` opened, after the current command has ended.
---@param bufnr integer
function M.close_soon(bufnr)
  if not M.shown(bufnr) then
    return
  end
  vim.schedule(function()
    local other = vim.api.nvim_buf_is_valid(bufnr) and M.shown(bufnr)
    if not other then
      return
    end
    close(bufnr)
    vim.api.nvim_buf_delete(other, { force = true })
  end)
end

return M

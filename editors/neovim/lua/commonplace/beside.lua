--- A text beside a buffer, in diff mode, for reading and comparing.
---
--- `b:commonplace_stored_buffer` of the buffer is the buffer beside it.
local labels = require('commonplace.labels')

local M = {}

--- Sets the title of a window; nil takes it away. Neovim 0.7 has none.
---@param window integer
---@param title string?
local function entitle(window, title)
  if vim.fn.exists('+winbar') == 1 then
    local bar = title and (' ' .. title:gsub('%%', '%%%%')) or ''
    vim.api.nvim_set_option_value('winbar', bar, { scope = 'local', win = window })
  end
end

--- The comparison of a buffer is over.
---@param bufnr integer
local function close(bufnr)
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  vim.b[bufnr].commonplace_stored_buffer = nil
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    vim.api.nvim_win_call(window, function()
      vim.cmd('diffoff')
    end)
    entitle(window, nil)
  end
end

--- The buffer that is beside one.
---@param bufnr integer
---@return integer?
function M.shown(bufnr)
  local other = vim.b[bufnr].commonplace_stored_buffer
  if other and vim.api.nvim_buf_is_valid(other) then
    return other
  end
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
  -- A name is a path: no part of the title may lead elsewhere, and no two are the same.
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

--- Shows a text beside a buffer.
---@param bufnr integer
---@param text string
---@param title string of the text
---@param own? string title of the buffer; that of its note when absent
function M.show(bufnr, text, title, own)
  local other = buffer_beside(bufnr, title)
  vim.bo[other].modifiable = true
  require('commonplace.buffer_text').set(other, text)
  vim.bo[other].modifiable = false
  local window = window_of(bufnr)
  if vim.fn.bufwinid(other) == -1 then
    vim.api.nvim_win_call(window, function()
      vim.cmd('rightbelow vertical sbuffer ' .. other)
      vim.cmd('diffthis')
    end)
  end
  vim.api.nvim_win_call(window, function()
    vim.cmd('diffthis')
  end)
  vim.cmd('diffupdate')
  entitle(vim.fn.bufwinid(other), title)
  entitle(window, own or labels.note_title(bufnr))
end

--- Closes what `show` opened, once the command that runs is over.
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

--- Read-only buffers: lists whose lines have items, and documents from the server.
local buffer_text = require('commonplace.buffer_text')

local M = {}

---@class commonplace.ListLine
---@field text string
---@field item? any the item of the line
---@field marks? { first: integer, last: integer, group: string }[] byte columns, the last exclusive

---@type table<integer, any[]>
local items = {}

local namespace = vim.api.nvim_create_namespace('commonplace_list')

---@param bufnr integer
function M.prepare(bufnr)
  local buffer = vim.bo[bufnr]
  buffer.buftype = 'acwrite' -- so that `:write` comes to us, which refuses
  buffer.swapfile = false
  buffer.undofile = false
  buffer.modifiable = false
end

---@param bufnr integer
---@param text string
function M.set(bufnr, text)
  vim.bo[bufnr].modifiable = true
  buffer_text.replace(bufnr, text)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
end

---@param bufnr integer
---@param start integer number of lines before them
---@param lines commonplace.ListLine[]
local function mark(bufnr, start, lines)
  for number, line in ipairs(lines) do
    for _, part in ipairs(line.marks or {}) do
      vim.api.nvim_buf_set_extmark(bufnr, namespace, start + number - 1, part.first, {
        end_col = part.last,
        hl_group = part.group,
      })
    end
  end
end

---@param bufnr integer
---@param lines commonplace.ListLine[]
function M.set_lines(bufnr, lines)
  local texts = {}
  items[bufnr] = {}
  for number, line in ipairs(lines) do
    texts[number] = line.text
    items[bufnr][number] = line.item
  end
  M.set(bufnr, table.concat(texts, '\n') .. '\n')
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  mark(bufnr, 0, lines)
end

--- Adds lines at the end of a list. Cost: linear in the added lines.
---@param bufnr integer
---@param lines commonplace.ListLine[]
function M.append_lines(bufnr, lines)
  local known = items[bufnr]
  if not known or #lines == 0 then
    return
  end
  local start, texts = vim.api.nvim_buf_line_count(bufnr), {}
  for number, line in ipairs(lines) do
    texts[number] = line.text
    known[start + number] = line.item
  end
  local buffer = vim.bo[bufnr]
  local undolevels = buffer.undolevels
  buffer.undolevels, buffer.modifiable = -1, true
  vim.api.nvim_buf_set_lines(bufnr, start, start, false, texts)
  buffer.undolevels, buffer.modifiable = undolevels, false
  buffer.modified = false
  mark(bufnr, start, lines)
end

---@return any
function M.current()
  local known = items[vim.api.nvim_get_current_buf()]
  return known and known[vim.api.nvim_win_get_cursor(0)[1]]
end

---@param bufnr integer
function M.forget(bufnr)
  items[bufnr] = nil
end

---@param bufnr integer
---@param keys table<string, string> actions by key, in the notation of mappings
function M.map(bufnr, keys)
  if vim.g.no_plugin_maps or vim.g.no_commonplace_maps then
    return
  end
  for key, action in pairs(keys) do
    vim.keymap.set('n', key, action, { buffer = bufnr, remap = true })
  end
end

---@param name string
function M.refuse(name)
  local message = 'not written: %s is read-only; edit its notes instead'
  require('commonplace.messages').fail(message:format(vim.fn.fnamemodify(name, ':t')))
end

return M

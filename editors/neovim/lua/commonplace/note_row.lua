--- A note as a row of any list: its title, book, hashtags, due prompts and the day when it was
--- changed, or created in lists with that order. Also parses the order of lists.
local config = require('commonplace.config')
local one_line = require('commonplace.labels').one_line

local M = {}

M.orders = { 'author', 'created', 'due', 'modified', 'title' }

---@class commonplace.NoteOrder
---@field sort? string one of `orders`; default: see `params`
---@field reverse? boolean

---@param note table of `commonplace/listNotes`
---@return { text: string, group: string? }[]
function M.parts(note)
  local title = one_line(note.title)
  local parts = { { text = title ~= '' and title or '(without a title)' } }
  ---@param text any
  ---@param group string
  local function add(text, group)
    if type(text) == 'string' and text ~= '' then
      table.insert(parts, { text = one_line(text), group = group })
    end
  end
  add(note.byline, 'Comment')
  for _, tag in ipairs(note.tags or {}) do
    add(tag, 'Identifier')
  end
  if type(note.due) == 'number' and note.due > 0 then
    add(('%d due'):format(note.due), 'Number')
  end
  add(note.date, 'NonText')
  return parts
end

---@param note table
---@return string
function M.label(note)
  return table.concat(
    vim.tbl_map(function(part)
      return part.text
    end, M.parts(note)),
    '  '
  )
end

---@param note table
---@return commonplace.ListLine
function M.line(note)
  local text, marks = '', {}
  for index, part in ipairs(M.parts(note)) do
    text = index == 1 and part.text or text .. '  ' .. part.text
    if part.group then
      table.insert(marks, { first = #text - #part.text, last = #text, group = part.group })
    end
  end
  return { text = text, item = note.uri, marks = marks }
end

--- Parses `sort=ORDER` and `reverse`. Returns the order and the other words.
---@param words string[]
---@return commonplace.NoteOrder
---@return string[] others
function M.order(words)
  local order, others = {}, {}
  for _, word in ipairs(words) do
    local key = word:match('^sort=(%a+)$')
    if key and vim.tbl_contains(M.orders, key) then
      order.sort = key
    elseif word == 'reverse' then
      order.reverse = true
    else
      table.insert(others, word)
    end
  end
  return order, others
end

---@return string[]
function M.order_words()
  return vim.list_extend({ 'reverse' }, M.orders)
end

--- Returns the parameters of a request for a list in this order. Without an order, hits of a query
--- are sorted by relevance, and other lists as the user has configured.
---@param params table of `commonplace/listNotes`
---@param order commonplace.NoteOrder
---@return table
function M.params(params, order)
  local sort = order.sort
  if not sort and not params.query then
    sort = config.current.sort
  end
  return vim.tbl_extend('keep', params, { sort = sort, reverse = order.reverse })
end

return M

--- A notebook file, `*.libnotes`, as a list of its notes.
---
--- `b:commonplace_filter` is the query of the list, and `b:commonplace_order` its order.
local listing = require('commonplace.listing')
local messages = require('commonplace.messages')
local notebook = require('commonplace.notebook')
local note_row = require('commonplace.note_row')
local paged = require('commonplace.paged')

local M = {}

--- The number of the last listing of each buffer. Parts of an older listing are dropped.
---@type table<integer, integer>
local listings = {}

---@param bufnr integer
---@return integer? count
---@return string? err
local function list(bufnr)
  local filter = vim.b[bufnr].commonplace_filter
  local listing_number = (listings[bufnr] or 0) + 1
  listings[bufnr] = listing_number
  -- If the old list is longer than the first part, it stays until the new list is complete.
  local before = vim.api.nvim_buf_line_count(bufnr)
  local lines, waits = {}, nil
  local params = note_row.params({ query = filter }, vim.b[bufnr].commonplace_order or {})
  local page, err = paged.request(params, function(page)
    if listings[bufnr] ~= listing_number or not vim.api.nvim_buf_is_loaded(bufnr) then
      return false
    end
    local part = {}
    for _, note in ipairs(page.notes) do
      if not note.trashed then
        table.insert(part, note_row.line(note))
      end
    end
    if page.total == 0 then
      part = { { text = filter and 'No notes match the filter.' or 'No notes yet.' } }
    end
    local is_first = waits == nil
    if is_first then
      waits = page.next ~= nil and before > #part
    end
    vim.list_extend(lines, part)
    if waits and not page.next then
      listing.set_lines(bufnr, lines)
    elseif not waits and is_first then
      listing.set_lines(bufnr, part)
    elseif not waits then
      listing.append_lines(bufnr, part)
    end
  end)
  return page and page.total, err
end

---@param bufnr integer
function M.read(bufnr)
  local path = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':p')
  listing.prepare(bufnr)
  if vim.fn.filereadable(path) == 0 then
    local message = 'cannot read %s; if it does not exist, create it:'
      .. ' commonplace init --notebook %s'
    messages.tell_soon(message:format(path, vim.fn.shellescape(path)))
    return
  end
  local err, _ = notebook.use(path), nil
  if not err then
    _, err = list(bufnr)
  end
  if err then
    -- Most errors about a notebook contain its path.
    local is_named = err:find(path, 1, true) ~= nil
    messages.tell_soon(is_named and err or ('cannot list the notes of %s: %s'):format(path, err))
    return
  end
  vim.bo[bufnr].filetype = 'commonplacenotes'
end

function M.open()
  local uri = listing.current()
  local err = uri and notebook.use(vim.api.nvim_buf_get_name(0))
  if err then
    messages.tell(err)
  elseif uri then
    require('commonplace.documents').open(uri)
  end
end

--- Limits the list to the notes that match a query; an empty query lists all.
---@param options commonplace.PickerOptions `text` is the query; asks if absent
function M.filter(options)
  local bufnr, query = vim.api.nvim_get_current_buf(), options.text
  local before = vim.b[bufnr].commonplace_filter
  if vim.bo[bufnr].filetype ~= 'commonplacenotes' then
    messages.tell('open a list of notes first, such as with `:edit NAME.libnotes`')
    return
  elseif not query then
    vim.ui.input({ prompt = 'Filter the notes by: ', default = before or '' }, function(answer)
      if answer then
        M.filter({ text = answer })
      end
    end)
    return
  end
  vim.b[bufnr].commonplace_filter = vim.trim(query) ~= '' and query or nil
  local count, err = list(bufnr)
  if count then
    messages.note(count == 1 and '1 note' or ('%d notes'):format(count))
  else
    messages.tell(err)
  end
end

---@param options commonplace.PickerOptions `text` is an order; asks if absent. `bang` reverses it
function M.sort(options)
  local bufnr, words = vim.api.nvim_get_current_buf(), {}
  if vim.bo[bufnr].filetype ~= 'commonplacenotes' then
    messages.tell('open a list of notes first, such as with `:edit NAME.libnotes`')
    return
  elseif not options.text then
    local prompt = { prompt = 'Sort the notes by', kind = 'commonplace' }
    vim.ui.select(note_row.orders, prompt, function(key)
      if key then
        M.sort({ text = key, bang = options.bang })
      end
    end)
    return
  end
  for word in options.text:gmatch('%S+') do
    local is_order = vim.tbl_contains(note_row.orders, word)
    table.insert(words, is_order and 'sort=' .. word or word)
  end
  local order, others = note_row.order(words)
  if #others > 0 then
    local message = 'notes can be sorted by %s'
    messages.tell(message:format(table.concat(note_row.orders, ', ')))
    return
  end
  order.reverse = order.reverse or options.bang or nil
  vim.b[bufnr].commonplace_order = order
  local _, err = list(bufnr)
  if err then
    messages.tell(err)
  end
end

function M.refresh()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local is_list = vim.api.nvim_buf_is_loaded(bufnr)
      and vim.bo[bufnr].filetype == 'commonplacenotes'
    if is_list and not notebook.differs(vim.api.nvim_buf_get_name(bufnr)) then
      list(bufnr)
    end
  end
end

return M

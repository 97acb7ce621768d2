--- Pushed and pulled diagnostics, shown as Neovim's diagnostics at low cost for each key.
---
--- A long report is shown only for the visible lines. `vim.diagnostic` gets the whole list after a
--- pause. Neovim's own handler reads the whole text for each report, even for an empty one.
local M = {}

local api = vim.api

--- Maximum number of diagnostics of a report that `vim.diagnostic` gets and shows at once.
M.few = 200

--- Time without reports before Neovim gets a long list, in milliseconds.
local rest = 700

---@class commonplace.Report
---@field client table
---@field namespace integer
---@field items table[] as in LSP 3.17, "Diagnostic", in the order of the text
---@field known integer number that `vim.diagnostic` has
---@field number integer number of reports so far
---@field shown string? the lines of a long list that are shown
---@type table<integer, commonplace.Report>
local reports = {}

---@param one table
---@param other table
local function is_before(one, other)
  local a, b = one.range.start, other.range.start
  if a.line ~= b.line then
    return a.line < b.line
  end
  return a.character < b.character
end

---@param items table[]
---@return table[]
local function sorted(items)
  for index = 2, #items do
    if is_before(items[index], items[index - 1]) then
      table.sort(items, is_before)
      break
    end
  end
  return items
end

---@param bufnr integer
---@param items table[]
---@return table[]
local function converted(bufnr, items)
  local count = api.nvim_buf_line_count(bufnr)
  local function place(position)
    local line = math.min(position.line, count - 1)
    local text = api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ''
    if position.line > line then
      return line, #text
    end
    return line, math.min(position.character, #text)
  end
  local found = {}
  for _, item in ipairs(items) do
    local line, column = place(item.range.start)
    local end_line, end_column = place(item.range['end'])
    table.insert(found, {
      lnum = line,
      col = column,
      end_lnum = end_line,
      end_col = end_column,
      severity = item.severity or vim.diagnostic.severity.ERROR,
      message = item.message,
      source = item.source,
      code = item.code,
      user_data = { lsp = item },
    })
  end
  return found
end

--- Returns the namespaces of a client's diagnostics: pushed and pulled.
---@param client_id integer
---@return integer[]
function M.namespaces(client_id)
  local get = vim.lsp.diagnostic.get_namespace
  return { get(client_id, false), get(client_id, true) }
end

---@param report commonplace.Report
---@return boolean
local function is_long(report)
  return #report.items > M.few
end

--- Returns the index of the first item on a line or after it.
---@param items table[]
---@param line integer
---@return integer
local function first_at(items, line)
  local low, high = 1, #items + 1
  while low < high do
    local middle = math.floor((low + high) / 2)
    if items[middle].range.start.line < line then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

--- Shows the diagnostics of a long list for some lines, replacing the shown ones.
---@param bufnr integer
---@param ranges integer[][] first line and the line after the last, 0-based
function M.show(bufnr, ranges)
  local report = reports[bufnr]
  local wanted = vim.inspect(ranges)
  if not report or not is_long(report) or report.shown == wanted then
    return
  end
  report.shown = wanted
  local part = {}
  for _, range in ipairs(ranges) do
    for index = first_at(report.items, range[1]), #report.items do
      local item = report.items[index]
      if item.range.start.line >= range[2] then
        break
      end
      table.insert(part, item)
    end
  end
  part = converted(bufnr, part)
  -- Neovim fills these fields when it stores a list.
  for _, diagnostic in ipairs(part) do
    diagnostic.bufnr, diagnostic.namespace = bufnr, report.namespace
  end
  vim.diagnostic.show(report.namespace, bufnr, part)
end

--- Passes a report to `vim.diagnostic`, for lists, jumps and floating windows.
---@param bufnr integer
---@param report commonplace.Report
local function hand_over(bufnr, report)
  report.known = #report.items
  local all = converted(bufnr, report.items)
  if not is_long(report) then
    vim.diagnostic.set(report.namespace, bufnr, all)
    return
  end
  local nothing = { virtual_text = false, virtual_lines = false, underline = false, signs = false }
  vim.diagnostic.set(report.namespace, bufnr, all, nothing)
  report.shown = nil
  M.show(bufnr, require('commonplace.painting').shown(bufnr))
end

---@param bufnr integer
---@param report commonplace.Report
local function hand_over_later(bufnr, report)
  local number = report.number
  vim.defer_fn(function()
    local is_last = reports[bufnr] == report and report.number == number
    if is_last and api.nvim_buf_is_loaded(bufnr) then
      hand_over(bufnr, report)
    end
  end, rest)
end

---@param bufnr integer
---@param client table
---@param is_pulled boolean
---@param items table[]
local function take(bufnr, client, is_pulled, items)
  local namespace = vim.lsp.diagnostic.get_namespace(client.id, is_pulled)
  local report = reports[bufnr]
  if not report or report.client.id ~= client.id or report.namespace ~= namespace then
    report = { client = client, namespace = namespace, items = {}, known = 0, number = 0 }
    reports[bufnr] = report
  end
  report.number = report.number + 1
  report.items = sorted(items)
  report.shown = nil
  if not is_long(report) then
    if #items > 0 or report.known > 0 then
      hand_over(bufnr, report)
    end
    return
  end
  M.show(bufnr, require('commonplace.painting').shown(bufnr))
  hand_over_later(bufnr, report)
end

--- Returns the buffer of a loaded text. Diagnostics of a closed buffer are not shown; Neovim's own
--- handler would create another buffer for them.
---@param uri string?
---@return integer?
local function loaded(uri)
  local name = uri and vim.uri_to_fname(uri)
  local bufnr = name and vim.fn.bufexists(name) == 1 and vim.uri_to_bufnr(uri)
  return bufnr and api.nvim_buf_is_loaded(bufnr) and bufnr or nil
end

---@param method string
---@return function
function M.handler(method)
  local is_pulled = method == 'textDocument/diagnostic'
  return function(err, result, context, ...)
    local uri = context.params and context.params.textDocument.uri or (result or {}).uri
    local bufnr, client = loaded(uri), vim.lsp.get_client_by_id(context.client_id)
    if not bufnr or not client then
      return
    end
    if err or not result then
      return vim.lsp.handlers[method](err, result, context, ...)
    elseif result.kind ~= 'unchanged' then
      take(bufnr, client, is_pulled, is_pulled and result.items or result.diagnostics)
    end
  end
end

return M

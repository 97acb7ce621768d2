--- Colors the visible lines with the server's `textDocument/semanticTokens/range`.
---
--- Neovim itself would convert all tokens of a text at every key, which is slow in a note of a
--- megabyte. The marks stay until the next answer and move with the text, so that colors do not
--- flicker.
local highlights = require('commonplace.highlights')
local rpc = require('commonplace.rpc')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('commonplace_painting')

--- Time from a change or a scroll until tokens are requested, in milliseconds.
local delay = 50

--- The priority of Neovim's own semantic tokens, above other highlights.
local priority = 125

---@class commonplace.Painting
---@field client table
---@field coming boolean? whether it is about to be painted
---@field requests table<integer, true> requests without an answer, by ID
---@field painted string? what was painted last: the text's tick, and the ranges
---@type table<integer, commonplace.Painting>
local paintings = {}

--- The names of token types by client, in the order of the server's numbers.
---@type table<integer, string[]>
local legends = {}

M.capability = {
  requests = { range = true, full = false },
  tokenTypes = vim.tbl_keys(highlights.groups),
  tokenModifiers = {},
  formats = { 'relative' },
}

--- Stops Neovim from painting a server's buffers. Call in `on_init`: Neovim decides before
--- `on_attach`.
---@param client table
function M.take_over(client)
  local provider = client.server_capabilities.semanticTokensProvider
  legends[client.id] = provider and provider.legend.tokenTypes or {}
  client.server_capabilities.semanticTokensProvider = nil
end

--- Returns the lines of a buffer that windows show, and as many lines above and below; 0-based,
--- ends exclusive. Overlapping lines of windows are one range.
---@param bufnr integer
---@return integer[][] ranges in the order of the text
function M.shown(bufnr)
  local count, all = api.nvim_buf_line_count(bufnr), {}
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    local info = vim.fn.getwininfo(window)[1]
    local first = math.max(info.topline - 1 - info.height, 0)
    local last = math.min(math.max(info.botline, info.topline) + info.height, count)
    table.insert(all, { first, last })
  end
  table.sort(all, function(one, other)
    return one[1] < other[1]
  end)
  local ranges = {}
  for _, range in ipairs(all) do
    local before = ranges[#ranges]
    if before and range[1] <= before[2] then
      before[2] = math.max(before[2], range[2])
    else
      table.insert(ranges, range)
    end
  end
  return ranges
end

---@param bufnr integer
---@param client table
---@param first integer the first line that is painted
---@param last integer the line after the last
---@param data integer[] as in LSP 3.17, "Semantic Tokens"
local function paint(bufnr, client, first, last, data)
  local types, filetype = legends[client.id], vim.bo[bufnr].filetype
  local lines = api.nvim_buf_get_lines(bufnr, first, last, false)
  api.nvim_buf_clear_namespace(bufnr, namespace, first, last)
  local row, character, text, block = 0, 0, nil, nil
  for index = 1, #data - 4, 5 do
    local is_first = data[index] > 0 or index == 1
    if is_first then
      row, character = row + data[index], 0
      text, block = lines[row - first + 1], nil
    end
    character = character + data[index + 1]
    local kind = types[data[index + 3] + 1]
    if text and highlights.groups[kind] then
      local start = math.min(character, #text)
      local stop = math.min(character + data[index + 2], #text)
      if is_first and kind == 'delimiter' then
        block = highlights.block(text:sub(start + 1, stop))
      end
      for level, group in ipairs(highlights.token_groups(kind, block, filetype)) do
        api.nvim_buf_set_extmark(bufnr, namespace, row, start, {
          end_row = row,
          end_col = stop,
          hl_group = group,
          priority = priority + level - 1,
        })
      end
    end
  end
end

---@param painting commonplace.Painting
local function cancel(painting)
  for id in pairs(painting.requests) do
    rpc.call(painting.client, 'cancel_request', id)
  end
  painting.requests = {}
end

---@param bufnr integer
---@param painting commonplace.Painting
---@param first integer
---@param last integer
local function ask(bufnr, painting, first, last)
  local tick = api.nvim_buf_get_changedtick(bufnr)
  local sent, id
  sent, id = rpc.call(painting.client, 'request', 'textDocument/semanticTokens/range', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } },
  }, function(_, result)
    local is_awaited = id and painting.requests[id]
    if is_awaited then
      painting.requests[id] = nil
    end
    local is_loaded = api.nvim_buf_is_loaded(bufnr)
    -- If the text has changed since the request, another request follows.
    if is_awaited and is_loaded and api.nvim_buf_get_changedtick(bufnr) == tick then
      if result then
        paint(bufnr, painting.client, first, last, result.data)
      else
        painting.painted = nil
      end
    end
  end, bufnr)
  if sent and id then
    painting.requests[id] = true
  end
end

---@param bufnr integer
local function refresh(bufnr)
  local painting = paintings[bufnr]
  if not painting then
    return
  end
  painting.coming = nil
  if not api.nvim_buf_is_loaded(bufnr) or rpc.is_stopped(painting.client.id) then
    paintings[bufnr] = nil
    return
  end
  local ranges = M.shown(bufnr)
  local wanted = api.nvim_buf_get_changedtick(bufnr) .. vim.inspect(ranges)
  if painting.painted ~= wanted then
    painting.painted = wanted
    cancel(painting)
    for _, range in ipairs(ranges) do
      ask(bufnr, painting, range[1], range[2])
    end
  end
  require('commonplace.diagnostics').show(bufnr, ranges)
end

---@param bufnr integer
local function soon(bufnr)
  local painting = paintings[bufnr]
  if painting and not painting.coming then
    painting.coming = true
    vim.defer_fn(function()
      refresh(bufnr)
    end, delay)
  end
end

--- The handler of `workspace/semanticTokens/refresh`.
---@param context { client_id: integer }
function M.refresh_all(_, _, context)
  for bufnr, painting in pairs(paintings) do
    if painting.client.id == context.client_id then
      painting.painted = nil
      soon(bufnr)
    end
  end
  return vim.NIL
end

---@param client table
---@param bufnr integer
function M.enable(client, bufnr)
  local painting = { client = client, requests = {} }
  paintings[bufnr] = painting
  api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      soon(bufnr)
      return paintings[bufnr] ~= painting
    end,
    on_reload = function()
      soon(bufnr)
    end,
  })
  local group = 'commonplace_painting_' .. bufnr
  api.nvim_create_autocmd({ 'BufWinEnter', 'WinScrolled', 'CursorMoved', 'CursorMovedI' }, {
    group = api.nvim_create_augroup(group, { clear = true }),
    buffer = bufnr,
    callback = function()
      soon(bufnr)
    end,
  })
  soon(bufnr)
end

return M

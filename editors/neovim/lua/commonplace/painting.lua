--- Colours for a Neovim that has no semantic tokens (0.7 and 0.8): what windows show is painted by
--- the server's `textDocument/semanticTokens/range`.
local compat = require('commonplace.compat')

local M = {}

local namespace = vim.api.nvim_create_namespace('commonplace_painting')

--- How long after a change or a scroll it is painted, in milliseconds.
local delay = 50

--- Buffers that are about to be painted.
---@type table<integer, true>
local coming = {}

--- The capabilities of a client that requests them, for `make_client_capabilities()`.
M.capability = {
  requests = { range = true },
  tokenTypes = vim.tbl_keys(require('commonplace.highlights').groups),
  tokenModifiers = {},
  formats = { 'relative' },
}

--- The lines that windows show of a buffer, and as many around them; 0-based, the end exclusive.
---@param bufnr integer
---@return integer? first
---@return integer? last
local function shown(bufnr)
  local first, last
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
    local info = vim.fn.getwininfo(window)[1]
    first = math.min(first or math.huge, info.topline - 1 - info.height)
    last = math.max(last or 0, info.botline + info.height)
  end
  if first then
    return math.max(first, 0), math.min(last, vim.api.nvim_buf_line_count(bufnr))
  end
end

---@param bufnr integer
---@param client table
---@param data integer[] as in LSP 3.17, "Semantic Tokens"
local function paint(bufnr, client, first, last, data)
  local types = client.server_capabilities.semanticTokensProvider.legend.tokenTypes
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, first, last)
  local row, character, text = 0, 0, nil
  for index = 1, #data - 4, 5 do
    if data[index] > 0 or not text then
      row, character = row + data[index], 0
      text = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1]
      if not text then
        return
      end
    end
    character = character + data[index + 1]
    local group = require('commonplace.highlights').own_group(types[data[index + 3] + 1])
    if group then
      local function column(of)
        return compat.byte_column(text, of, client.offset_encoding)
      end
      vim.api.nvim_buf_set_extmark(bufnr, namespace, row, column(character), {
        end_row = row,
        end_col = column(character + data[index + 2]),
        hl_group = group,
      })
    end
  end
end

---@param bufnr integer
---@param client table
local function ask(bufnr, client)
  coming[bufnr] = nil
  if not vim.api.nvim_buf_is_loaded(bufnr) or compat.is_stopped(client.id) then
    return
  end
  local first, last = shown(bufnr)
  if not first then
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  compat.request(client, 'textDocument/semanticTokens/range', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } },
  }, function(_, result)
    -- Text typed meanwhile has sent another request.
    local is_loaded = vim.api.nvim_buf_is_loaded(bufnr)
    if is_loaded and result and vim.api.nvim_buf_get_changedtick(bufnr) == tick then
      paint(bufnr, client, first, last, result.data)
    end
  end)
end

--- Paints a buffer, now and whenever it changes or is scrolled.
---@param client table
---@param bufnr integer
function M.enable(client, bufnr)
  local function soon()
    if not coming[bufnr] then
      coming[bufnr] = true
      vim.defer_fn(function()
        ask(bufnr, client)
      end, delay)
    end
  end
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      soon()
      return compat.is_stopped(client.id)
    end,
    on_reload = soon,
  })
  local group = 'commonplace_painting_' .. bufnr
  vim.api.nvim_create_autocmd({ 'BufWinEnter', 'WinScrolled', 'CursorMoved', 'CursorMovedI' }, {
    group = vim.api.nvim_create_augroup(group, { clear = true }),
    buffer = bufnr,
    callback = soon,
  })
  soon()
end

return M

--- The same few things said to every Neovim from 0.7 on. Asks for functions, not for versions, where
--- a function tells.
local M = {}

local has_methods = vim.fn.has('nvim-0.11') == 1

--- Whether this Neovim can show semantic tokens (0.9 and later).
M.has_semantic_tokens = vim.lsp.semantic_tokens ~= nil

--- Starts a client that is attached to no buffer yet.
---@param config table
---@return integer? client_id
function M.start_client(config)
  if has_methods then
    return vim.lsp.start(config, { attach = false, reuse_client = function() return false end })
  end
  return vim.lsp.start_client(config)
end

--- Whether a client's server is gone, or going.
---@param client_id integer
---@return boolean
function M.is_stopped(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return true
  end
  if has_methods then
    return client:is_stopped()
  end
  return client.is_stopped()
end

--- Sends a request and waits for its answer.
---@param client table
---@param method string
---@param params table
---@param timeout integer milliseconds
---@return table? answer `{ result =, err = }`
---@return string? err e.g. `timeout`
function M.request_sync(client, method, params, timeout)
  if has_methods then
    return client:request_sync(method, params, timeout)
  end
  return client.request_sync(method, params, timeout)
end

--- The byte offset of `index` UTF-16 code units into `text`; both 0-based, clamped to its end.
---@param text string
---@param index integer
---@return integer
function M.byte_index(text, index)
  local _, length = vim.str_utfindex(text)
  index = math.min(index, length)
  if has_methods then
    return vim.str_byteindex(text, 'utf-16', index, false)
  end
  return vim.str_byteindex(text, index, true)
end

--- The namespaces in which a client's diagnostics are shown, pushed and pulled.
---@param client_id integer
---@return integer[]
function M.diagnostic_namespaces(client_id)
  local get = vim.lsp.diagnostic.get_namespace
  if vim.fn.has('nvim-0.10') == 1 then
    return { get(client_id, false), get(client_id, true) }
  end
  return { get(client_id) }
end

--- Offers completion as trigger characters are typed, where Neovim can (0.11 and later).
---@param client_id integer
---@param bufnr integer
function M.complete_while_typing(client_id, bufnr)
  local completion = vim.lsp.completion
  if completion and completion.enable then
    completion.enable(true, client_id, bufnr, { autotrigger = true })
  end
end

return M

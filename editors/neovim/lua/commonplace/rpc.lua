--- Calls of Neovim's client for both Neovim 0.10 and 0.11.
local M = {}

local has_methods = vim.fn.has('nvim-0.11') == 1

---@param config table
---@return integer? client_id
function M.start_client(config)
  if has_methods then
    return vim.lsp.start(config, { attach = false, reuse_client = function() return false end })
  end
  return vim.lsp.start_client(config)
end

--- Calls a method of a client. Neovim 0.10 expects no `self` argument.
---@param client table
---@param method string
---@param ... any
---@return any ...
function M.call(client, method, ...)
  if has_methods then
    return client[method](client, ...)
  end
  return client[method](...)
end

--- Whether a client's server has stopped or is stopping, or the client is unknown.
---@param client_id integer
---@return boolean
function M.is_stopped(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  return not client or M.call(client, 'is_stopped')
end

--- Sends a request and waits for its answer, or for the end of the server. Cancels it at the
--- timeout.
---@param client table
---@param method string
---@param params table
---@param timeout integer milliseconds
---@return table? answer `{ result =, err = }`
---@return string? err message for the user; then the answer is nil
function M.request_sync(client, method, params, timeout)
  local answer
  local sent, id = M.call(client, 'request', method, params, function(err, result)
    answer = { err = err, result = result }
  end)
  if not sent then
    return nil, 'the request was not sent'
  end
  local ended = false
  local _, reason = vim.wait(timeout, function()
    ended = ended or M.is_stopped(client.id)
    return answer ~= nil or ended
  end, 10)
  if answer then
    return answer
  elseif not ended and id then
    M.call(client, 'cancel_request', id)
  end
  local late = ('no answer from the server within %d ms'):format(timeout)
  return nil, ended and 'the server stopped' or reason == -2 and 'interrupted' or late
end

return M

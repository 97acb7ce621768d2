--- Searches while the user types: each text cancels the search for the text before it.
local client = require('commonplace.client')
local rpc = require('commonplace.rpc')

local M = {}

---@class commonplace.LiveSearch
---@field search fun(query: string, done: fun(items: any[], err: string?))
---@field cancel fun()

--- Creates a search. It calls `done` once, unless `search` or `cancel` is called before the answer.
---@param method string the method of the request
---@param params fun(query: string): table? the parameters for a text; nil if no request is needed
---@param items fun(result: table): any[] the items of an answer
---@return commonplace.LiveSearch
function M.new(method, params, items)
  local number, id = 0, nil

  local function cancel()
    number = number + 1
    local running = id and client.running()
    if running then
      rpc.call(running, 'cancel_request', id)
    end
    id = nil
  end

  ---@param query string
  ---@param done fun(items: any[], err: string?)
  local function search(query, done)
    cancel()
    local running, asked = client.running(), params(vim.trim(query))
    if not asked or not running then
      done({})
      return
    end
    local mine = number
    local _, sent = rpc.call(running, 'request', method, asked, function(err, result)
      if mine ~= number then
        return
      end
      id = nil
      done(result and items(result) or {}, err and err.message)
    end)
    id = sent
  end

  return { search = search, cancel = cancel }
end

return M

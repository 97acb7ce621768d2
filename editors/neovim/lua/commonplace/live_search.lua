--- Searches that follow what is typed: a search for each text, of which the newest is shown alone.
local client = require('commonplace.client')
local compat = require('commonplace.compat')

local M = {}

--- How many hits are asked for.
local limit = 100

---@class commonplace.LiveSearch
---@field search fun(query: string, done: fun(hits: table[], err: string?))
---@field cancel fun()

--- Makes a search. `done` is called once for the newest text, and never for one that another
--- followed: the server is told that its answer is not needed.
---@return commonplace.LiveSearch
function M.new()
  local number, id = 0, nil

  local function cancel()
    number = number + 1
    local running = id and client.running()
    if running then
      compat.cancel(running, id)
    end
    id = nil
  end

  ---@param query string
  ---@param done fun(hits: table[], err: string?)
  local function search(query, done)
    cancel()
    local running = client.running()
    if vim.trim(query) == '' or not running then
      done({})
      return
    end
    local mine = number
    local params = { query = query, limit = limit }
    local _, sent = compat.request(running, 'commonplace/search', params, function(err, result)
      if mine ~= number then
        return
      end
      id = nil
      done(result and result.hits or {}, err and err.message)
    end)
    id = sent
  end

  return { search = search, cancel = cancel }
end

return M

--- Requests lists of notes in parts: the first part at once, the others with pauses between them.
local client = require('commonplace.client')
local rpc = require('commonplace.rpc')

local M = {}

--- The number of notes in the first part, and in each later part.
local first, later = 100, 500

--- Time between parts, in milliseconds, in which Neovim handles keys.
local pause = 20

--- Requests a list of notes, and passes its parts to `take` in order; the first before this
--- returns. If a later part fails, the list ends there, without a message.
---@param params table of `commonplace/listNotes`
---@param take fun(page: table): boolean? handles a part; false ends the request
---@return table? page the first part
---@return string? err
function M.request(params, take)
  local function part(limit, cursor)
    return vim.tbl_extend('force', params, { limit = limit, cursor = cursor })
  end
  local page, err = client.request('commonplace/listNotes', part(first))
  if not page then
    return nil, err
  end
  local function go_on(current)
    if take(current) == false or not current.next then
      return
    end
    vim.defer_fn(function()
      local running = client.running()
      if running then
        local rest = part(later, current.next)
        rpc.call(running, 'request', 'commonplace/listNotes', rest, function(failure, following)
          if not failure and following then
            go_on(following)
          end
        end)
      end
    end, pause)
  end
  go_on(page)
  return page
end

return M

local rpc = require('commonplace.rpc')

local M = {}

---@class commonplace.ReviewCounts
---@field due integer prompts that are due today, the new ones included
---@field new integer due prompts that were never answered
---@field answeredToday integer answers that were given today

---@type commonplace.ReviewCounts?
local known

---@return commonplace.ReviewCounts?
function M.get()
  return known and vim.deepcopy(known)
end

---@param client table
function M.ask_soon(client)
  vim.defer_fn(function()
    if not rpc.is_stopped(client.id) then
      local method = 'commonplace/review/counts'
      rpc.call(client, 'request', method, vim.empty_dict(), function(_, counts)
        if counts then
          M.changed(nil, counts)
        end
      end)
    end
  end, 500)
end

--- The handler of `commonplace/review/countsChanged`.
---@param params commonplace.ReviewCounts
function M.changed(_, params)
  local before = known
  known = { due = params.due, new = params.new, answeredToday = params.answeredToday }
  if vim.deep_equal(known, before) then
    return
  end
  vim.api.nvim_exec_autocmds('User', { pattern = 'CommonplaceReviewCounts', modeline = false })
  vim.cmd('redrawstatus!')
  -- Lists of notes show each note's number of due prompts.
  require('commonplace.reloading').refresh_own_lists()
end

return M

--- What the plugin tells its user.
local M = {}

local levels = vim.log.levels
local told = {}

---@param message string
---@param level? integer one of `vim.log.levels`; `ERROR` when absent
function M.tell(message, level)
  vim.notify('commonplace: ' .. message, level or levels.ERROR)
end

--- Tells it as soon as the editor is idle: an error told while an autocommand runs would be preceded
--- by the autocommand's own, or lost (Neovim 0.7).
---@param message string
---@param level? integer
function M.tell_soon(message, level)
  vim.schedule(function()
    M.tell(message, level)
  end)
end

--- Tells it soon, and once a session.
---@param message string
---@param level? integer
function M.tell_once(message, level)
  if not told[message] then
    told[message] = true
    M.tell_soon(message, level)
  end
end

return M

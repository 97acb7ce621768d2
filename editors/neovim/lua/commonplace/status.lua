--- The notebook's status, as the server sends it, for a status line.
local M = {}

---@type string?
local known

--- Returns the status on one line, such as "notes: published, 2 notes in conflict"; empty before
--- the server sent it.
---@return string
function M.get()
  return known or ''
end

--- The handler of `commonplace/statusChanged`.
---@param params { text: string }
function M.changed(_, params)
  if type(params.text) ~= 'string' or params.text == known then
    return
  end
  -- The name of a file may contain control characters.
  known = params.text:gsub('%c', '?')
  vim.api.nvim_exec_autocmds('User', { pattern = 'CommonplaceStatus', modeline = false })
  vim.cmd('redrawstatus!')
end

return M

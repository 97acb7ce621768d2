--- Chooses with `vim.ui.select`, which cannot search while the user types.
local M = {}

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  vim.ui.select(items, {
    prompt = choice.title,
    kind = 'commonplace',
    format_item = choice.label,
  }, function(item)
    if item then
      on_choice(item)
    end
  end)
end

return M

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
return function(items, choice, on_choice)
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

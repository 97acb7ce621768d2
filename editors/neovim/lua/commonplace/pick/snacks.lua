local picker = require('snacks.picker')

---@type table<string, string>
local windows = { split = 'horizontal', vsplit = 'vertical', tab = 'tab' }

---@param choice commonplace.Choice
local function preview(choice)
  return function(context)
    require('commonplace.pick').preview(context.item.value, choice, function(lines)
      context.preview:set_lines(lines)
    end)
    return true
  end
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
return function(items, choice, on_choice)
  local entries = {}
  for index, item in ipairs(items) do
    entries[index] = { text = choice.label(item), value = item, idx = index }
  end
  picker.pick({
    source = 'commonplace',
    title = choice.title,
    items = entries,
    format = function(entry)
      return { { entry.text } }
    end,
    preview = choice.uri and preview(choice) or 'none',
    layout = not choice.uri and { preset = 'select' } or nil,
    confirm = function(self, entry, action)
      self:close()
      if entry then
        -- Once the picker's windows are gone.
        vim.schedule(function()
          on_choice(entry.value, windows[action and action.cmd or ''])
        end)
      end
    end,
  })
end

local picker = require('snacks.picker')

local M = {}

---@type table<string, string>
local windows = { split = 'horizontal', vsplit = 'vertical', tab = 'tab' }

---@param choice commonplace.Choice
local function preview(choice)
  return function(context)
    require('commonplace.pick').preview(context.item.value, choice, function(lines)
      context.preview:set_lines(lines)
      local window = context.preview.win
      if window and window.buf and vim.api.nvim_buf_is_valid(window.buf) then
        return window.buf, window.win
      end
    end)
    return true
  end
end

---@param choice commonplace.Choice
---@param item any
---@return table
local function entry_of(choice, item)
  return { text = choice.label(item), value = item }
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
---@param more table options of the picker
local function open(choice, on_choice, more)
  picker.pick(vim.tbl_extend('force', {
    source = 'commonplace',
    title = choice.title,
    format = function(entry)
      local parts = choice.parts and choice.parts(entry.value) or { { text = entry.text } }
      local shown = {}
      for index, part in ipairs(parts) do
        if index > 1 and not parts[index - 1].text:find(' $') then
          table.insert(shown, { '  ' })
        end
        table.insert(shown, { part.text, part.group })
      end
      return shown
    end,
    preview = choice.uri and preview(choice) or 'none',
    layout = not choice.uri and { preset = 'select' } or nil,
    confirm = function(self, entry, action)
      self:close()
      if entry then
        -- Scheduled, so that the picker's windows are closed first.
        vim.schedule(function()
          on_choice(entry.value, windows[action and action.cmd or ''])
        end)
      end
    end,
  }, more))
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  local entries = {}
  for index, item in ipairs(items) do
    entries[index] = entry_of(choice, item)
    entries[index].idx = index
  end
  open(choice, on_choice, { items = entries })
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.live(choice, on_choice)
  local function finder(_, context)
    local query = context.filter.search
    return function(add)
      local found
      context.async:on('abort', choice.cancel)
      choice.search(query, function(items)
        found = items
        context.async:resume()
      end)
      if not found then
        context.async:suspend()
      end
      for _, item in ipairs(found or {}) do
        add(entry_of(choice, item))
      end
    end
  end
  open(choice, on_choice, { finder = finder, live = true, supports_live = true })
end

return M

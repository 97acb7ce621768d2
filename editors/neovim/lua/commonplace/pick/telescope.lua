local action_state = require('telescope.actions.state')
local actions = require('telescope.actions')
local finders = require('telescope.finders')
local pickers = require('telescope.pickers')
local previewers = require('telescope.previewers')
local values = require('telescope.config').values

local M = {}

---@type table<string, string?>
local windows = {
  select_default = false,
  select_horizontal = 'horizontal',
  select_vertical = 'vertical',
  select_tab = 'tab',
}

---@param choice commonplace.Choice
---@return table
local function previewer(choice)
  return previewers.new_buffer_previewer({
    title = 'Note',
    define_preview = function(self, entry)
      require('commonplace.pick').preview_in(entry.value, choice, self.state.bufnr, function()
        return self.state.winid
      end)
    end,
  })
end

---@param choice commonplace.Choice
---@return fun(item: any): table
local function entry_maker(choice)
  return function(item)
    local label = choice.label(item)
    return { value = item, display = label, ordinal = label }
  end
end

---@param on_choice commonplace.OnChoice
---@return fun(prompt: integer): boolean
local function mappings(on_choice)
  return function(prompt)
    for action, mods in pairs(windows) do
      actions[action]:replace(function()
        local entry = action_state.get_selected_entry()
        actions.close(prompt)
        if entry then
          on_choice(entry.value, mods or nil)
        end
      end)
    end
    return true
  end
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
---@param finder table
---@param sorter table
local function open(choice, on_choice, finder, sorter)
  pickers
    .new({}, {
      prompt_title = choice.title,
      finder = finder,
      sorter = sorter,
      previewer = choice.uri and previewer(choice) or nil,
      attach_mappings = mappings(on_choice),
    })
    :find()
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  local finder = finders.new_table({ results = items, entry_maker = entry_maker(choice) })
  open(choice, on_choice, finder, values.generic_sorter({}))
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.live(choice, on_choice)
  local make = entry_maker(choice)
  local finder = setmetatable({
    close = choice.cancel,
  }, {
    __call = function(_, prompt, process_result, process_complete)
      choice.search(prompt, function(items)
        for _, item in ipairs(items) do
          if process_result(make(item)) then
            return -- another text was typed
          end
        end
        process_complete()
      end)
    end,
  })
  -- The server has already sorted the items.
  open(choice, on_choice, finder, require('telescope.sorters').empty())
end

return M

local action_state = require('telescope.actions.state')
local actions = require('telescope.actions')
local finders = require('telescope.finders')
local pickers = require('telescope.pickers')
local previewers = require('telescope.previewers')
local values = require('telescope.config').values

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
      local bufnr = self.state.bufnr
      require('commonplace.pick').preview(entry.value, choice, function(lines)
        if vim.api.nvim_buf_is_valid(bufnr) then
          vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
        end
      end)
    end,
  })
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
return function(items, choice, on_choice)
  local function entry_of(item)
    local label = choice.label(item)
    return { value = item, display = label, ordinal = label }
  end
  local function attach(prompt)
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
  pickers
    .new({}, {
      prompt_title = choice.title,
      finder = finders.new_table({ results = items, entry_maker = entry_of }),
      sorter = values.generic_sorter({}),
      previewer = choice.uri and previewer(choice) or nil,
      attach_mappings = attach,
    })
    :find()
end

local picker = require('mini.pick')

local M = {}

---@param choice commonplace.Choice
---@param item any
---@return table
local function entry_of(choice, item)
  return { text = choice.label(item), value = item }
end

---@param choice commonplace.Choice
---@return fun(bufnr: integer, entry: table)?
local function preview(choice)
  return choice.uri
    and function(bufnr, entry)
      require('commonplace.pick').preview_in(entry.value, choice, bufnr, vim.fn.bufwinid)
    end
end

--- Returns a function that opens the chosen item in the target window of mini.pick, after the
--- picker is closed.
---@param on_choice commonplace.OnChoice
---@return fun(entry: table)
local function choose(on_choice)
  return function(entry)
    local state = picker.get_picker_state()
    local window = state and state.windows.target
    vim.schedule(function()
      if window and vim.api.nvim_win_is_valid(window) then
        vim.api.nvim_set_current_win(window)
      end
      on_choice(entry.value)
    end)
  end
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  picker.start({
    source = {
      name = choice.title,
      items = vim.tbl_map(function(item)
        return entry_of(choice, item)
      end, items),
      preview = preview(choice),
      choose = choose(on_choice),
    },
  })
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.live(choice, on_choice)
  picker.start({
    source = {
      name = choice.title,
      items = {},
      match = function(_, _, query)
        local tick = picker.get_querytick()
        choice.search(table.concat(query), function(items)
          local entries = vim.tbl_map(function(item)
            return entry_of(choice, item)
          end, items)
          picker.set_picker_items(entries, { do_match = false, querytick = tick })
        end)
      end,
      preview = preview(choice),
      choose = choose(on_choice),
    },
  })
  choice.cancel()
end

return M

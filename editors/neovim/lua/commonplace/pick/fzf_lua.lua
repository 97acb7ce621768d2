local fzf = require('fzf-lua')

local M = {}

---@type table<string, string|false>
local windows = {
  default = false,
  ['ctrl-s'] = 'horizontal',
  ['ctrl-v'] = 'vertical',
  ['ctrl-t'] = 'tab',
}

--- Returns a line for fzf with its index, which is not shown. fzf returns the chosen line.
---@param index integer
---@param label string
---@return string
local function line_of(index, label)
  return ('%d\t%s'):format(index, label)
end

---@param line string?
---@return integer?
local function index_of(line)
  return tonumber((line or ''):match('^(%d+)\t'))
end

--- Returns a previewer of the notes; nil if the items are not notes, or fzf-lua has no previewers.
---@param choice commonplace.Choice
---@param item_of fun(line: string): any
---@return table?
local function previewer(choice, item_of)
  local ok, builtin = pcall(require, 'fzf-lua.previewer.builtin')
  if not ok or not choice.uri then
    return nil
  end
  local class = builtin.base:extend()
  function class:new(...)
    class.super.new(self, ...)
    setmetatable(self, class)
    return self
  end
  function class:populate_preview_buf(line)
    local item = item_of(line)
    local bufnr = self:get_tmp_buffer()
    self:set_preview_buf(bufnr)
    if item then
      require('commonplace.pick').preview_in(item, choice, bufnr, function()
        return self.win and self.win.preview_winid
      end)
    end
  end
  return class
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
---@param item_of fun(line: string?): any
---@return table
local function options(choice, on_choice, item_of)
  local actions = {}
  for key, mods in pairs(windows) do
    actions[key] = function(selected)
      local item = item_of(selected and selected[1])
      if item then
        on_choice(item, mods or nil)
      end
    end
  end
  return {
    prompt = choice.title .. '> ',
    actions = actions,
    previewer = previewer(choice, item_of),
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--no-multi'] = true },
  }
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  local lines = {}
  for index, item in ipairs(items) do
    lines[index] = line_of(index, choice.label(item))
  end
  fzf.fzf_exec(
    lines,
    options(choice, on_choice, function(line)
      return items[index_of(line)]
    end)
  )
end

---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.live(choice, on_choice)
  -- Indexes continue from search to search, because a line of the last search may still be shown.
  local items, count = {}, 0
  local settings = options(choice, on_choice, function(line)
    return items[index_of(line)]
  end)
  settings.exec_empty_query = true
  fzf.fzf_live(function(arguments)
    local query = type(arguments) == 'table' and arguments[1] or arguments
    return function(add)
      choice.search(query or '', function(found)
        for _, item in ipairs(found) do
          count = count + 1
          items[count] = item
          add(line_of(count, choice.label(item)))
        end
        add(nil)
      end)
    end
  end, settings)
end

return M

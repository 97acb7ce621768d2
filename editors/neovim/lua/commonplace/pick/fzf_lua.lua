local fzf = require('fzf-lua')

---@type table<string, string|false>
local windows = {
  default = false,
  ['ctrl-s'] = 'horizontal',
  ['ctrl-v'] = 'vertical',
  ['ctrl-t'] = 'tab',
}

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
return function(items, choice, on_choice)
  -- fzf gives lines back, so each begins with its number, which is not shown.
  local lines = {}
  for index, item in ipairs(items) do
    lines[index] = ('%d\t%s'):format(index, choice.label(item))
  end
  local actions = {}
  for key, mods in pairs(windows) do
    actions[key] = function(selected)
      local index = tonumber((selected and selected[1] or ''):match('^(%d+)\t'))
      if index then
        on_choice(items[index], mods or nil)
      end
    end
  end
  fzf.fzf_exec(lines, {
    prompt = choice.title .. '> ',
    actions = actions,
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--no-multi'] = true },
  })
end

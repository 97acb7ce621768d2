--- `:Commonplace SUBCOMMAND [ARGUMENT]`
local M = {}

--- Subcommand to the completion of its argument.
---@type table<string, fun(lead: string): string[]>
local arguments = {
  search = function()
    return {}
  end,
  notes = function(lead)
    return vim.tbl_filter(function(tag)
      return vim.startswith(tag, lead)
    end, require('commonplace.pickers').tag_names())
  end,
  tags = function()
    return {}
  end,
}

local function subcommands()
  local names = vim.tbl_keys(arguments)
  table.sort(names)
  return names
end

---@param command table see |nvim_create_user_command()|
function M.run(command)
  local name, text = command.args:match('^(%S*)%s*(.-)%s*$')
  if not arguments[name] then
    local known = table.concat(subcommands(), ', ')
    local message = name == '' and ('`:Commonplace` needs a subcommand: %s'):format(known)
      or ('`:Commonplace %s` is not a command; there are %s'):format(name, known)
    require('commonplace.messages').tell(message)
    return
  end
  require('commonplace.pickers')[name]({
    text = text ~= '' and text or nil,
    quickfix = command.bang,
    mods = command.mods,
  })
end

---@param lead string the argument before the cursor
---@param line string the whole command line
---@return string[]
function M.complete(lead, line)
  local name = line:match('^.-Commonplace!?%s+(%S+)%s')
  if name then
    return arguments[name] and arguments[name](lead) or {}
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, subcommands())
end

return M

--- Lets the user choose: with the picker plugin that is there, or with `vim.ui.select`.
local config = require('commonplace.config')
local messages = require('commonplace.messages')

local M = {}

---@class commonplace.Choice
---@field title string
---@field label fun(item: any): string one line
---@field uri? fun(item: any): string, integer? the note to preview, and its 0-based line

---@alias commonplace.OnChoice fun(item: any, mods: string?) the modifiers of the window it opens in

--- The pickers that are looked for, in this order, and the module that shows their presence.
---@type { name: string, module: string }[]
M.known = {
  { name = 'telescope', module = 'telescope' },
  { name = 'fzf-lua', module = 'fzf-lua' },
  { name = 'snacks', module = 'snacks.picker' },
}

--- Whether `vim.ui.select` is still Neovim's own, which asks for a number.
---@return boolean
local function select_is_plain()
  return debug.getinfo(vim.ui.select, 'S').source:find('vim/ui%.lua$') ~= nil
end

--- The picker to use: what the user named; else `vim.ui.select` if something replaced it, which the
--- user chose then; else the first that is installed.
---@return string name
function M.picker()
  local chosen = config.current.picker
  if chosen ~= 'auto' then
    return chosen
  elseif select_is_plain() then
    for _, picker in ipairs(M.known) do
      if pcall(require, picker.module) then
        return picker.name
      end
    end
  end
  return 'select'
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  local name = M.picker()
  local ok, adapter = pcall(require, 'commonplace.pick.' .. name:gsub('%-', '_'))
  if not ok then
    local message = 'the picker `%s` is not there (see `picker` in :help commonplace-setup)'
    messages.tell_once(message:format(name), vim.log.levels.WARN)
    adapter = require('commonplace.pick.select')
  end
  adapter(items, choice, on_choice)
end

--- The lines of a note for a preview, asked for without waiting.
---@param item any
---@param choice commonplace.Choice
---@param show fun(lines: string[], line: integer?)
function M.preview(item, choice, show)
  local running = require('commonplace.client').running()
  if not choice.uri or not running then
    return
  end
  local uri, line = choice.uri(item)
  local request = require('commonplace.compat').request
  request(running, 'commonplace/readNote', { uri = uri }, function(_, note)
    if note then
      show(vim.split(note.text, '\n', { plain = true }), line)
    end
  end)
end

return M

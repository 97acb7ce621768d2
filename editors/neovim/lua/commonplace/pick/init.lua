--- Lets the user choose: with an installed picker plugin, or with `vim.ui.select`.
local config = require('commonplace.config')
local messages = require('commonplace.messages')
local rpc = require('commonplace.rpc')

local M = {}

---@class commonplace.Choice
---@field title string
---@field label fun(item: any): string one line
---@field parts? fun(item: any): { text: string, group: string? }[] the label's parts, with colors
---@field uri? fun(item: any): string, integer?, string? the note to preview, the 0-based line in
---  it, and the matching text
---@field search? fun(query: string, done: fun(items: any[])) finds items for a live picker: `done`
---  is called once, unless another search follows
---@field cancel? fun() cancels the running search

---@alias commonplace.OnChoice fun(item: any, mods: string?) modifiers for the window

--- The functions of a picker; `live` is missing if it cannot search while the user types.
---@class commonplace.Adapter
---@field pick fun(items: any[], choice: commonplace.Choice, on_choice: commonplace.OnChoice)
---@field live? fun(choice: commonplace.Choice, on_choice: commonplace.OnChoice)

--- The supported pickers in the order of preference, and the module that each installs.
---@type { name: string, module: string }[]
M.known = {
  { name = 'telescope', module = 'telescope' },
  { name = 'fzf-lua', module = 'fzf-lua' },
  { name = 'snacks', module = 'snacks.picker' },
  { name = 'mini', module = 'mini.pick' },
}

--- Whether `vim.ui.select` is Neovim's own, which asks for a number.
---@return boolean
local function select_is_plain()
  return debug.getinfo(vim.ui.select, 'S').source:find('vim/ui%.lua$') ~= nil
end

--- Returns the picker to use: the one in the options; or else `vim.ui.select` if a plugin replaced
--- it, which is the user's choice; or else the first that is installed.
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

---@return commonplace.Adapter
local function adapter()
  local name = M.picker()
  local ok, found = pcall(require, 'commonplace.pick.' .. name:gsub('%-', '_'))
  if not ok then
    local message = 'the picker `%s` is not installed (see `picker` in :help commonplace-setup)'
    messages.tell_once(message:format(name), vim.log.levels.WARN)
    return require('commonplace.pick.select')
  end
  return found
end

---@param items any[]
---@param choice commonplace.Choice
---@param on_choice commonplace.OnChoice
function M.pick(items, choice, on_choice)
  adapter().pick(items, choice, on_choice)
end

---@return fun(choice: commonplace.Choice, on_choice: commonplace.OnChoice)?
function M.live()
  return adapter().live
end

local namespace = vim.api.nvim_create_namespace('commonplace_match')

---@param bufnr integer
---@param window integer? the window that shows the buffer
---@param line integer? 0-based
---@param text string?
local function show_match(bufnr, window, line, text)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local found = line and vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1]
  if not found then
    return
  end
  local first = text and text ~= '' and found:find(text, 1, true)
  local mark = first and { end_col = first - 1 + #text, hl_group = 'Search' }
    or { line_hl_group = 'CursorLine' }
  pcall(vim.api.nvim_buf_set_extmark, bufnr, namespace, line, first and first - 1 or 0, mark)
  if window and vim.api.nvim_win_is_valid(window) then
    pcall(vim.api.nvim_win_set_cursor, window, { line + 1, first and first - 1 or 0 })
    vim.api.nvim_win_call(window, function()
      vim.cmd('normal! zz')
    end)
  end
end

--- Shows the note of an item in a preview, without waiting for the server.
---@param item any
---@param choice commonplace.Choice
---@param fill fun(lines: string[]): integer?, integer? shows the lines; returns the buffer and
---  the window that show them, nil if they are closed
function M.preview(item, choice, fill)
  local running = require('commonplace.client').running()
  if not choice.uri or not running then
    return
  end
  local uri, line, text = choice.uri(item)
  rpc.call(running, 'request', 'commonplace/readNote', { uri = uri }, function(_, note)
    if note then
      local bufnr, window = fill(vim.split(note.text, '\n', { plain = true }))
      if bufnr then
        show_match(bufnr, window, line, text)
      end
    end
  end)
end

---@param item any
---@param choice commonplace.Choice
---@param bufnr integer
---@param window_of fun(bufnr: integer): integer? the window that shows the buffer
function M.preview_in(item, choice, bufnr, window_of)
  M.preview(item, choice, function(lines)
    if vim.api.nvim_buf_is_valid(bufnr) then
      vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
      return bufnr, window_of(bufnr)
    end
  end)
end

return M

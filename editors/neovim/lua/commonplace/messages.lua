--- The plugin's messages to its user.
local M = {}

local levels = vim.log.levels
local told = {}

--- The number of columns that a message may have: Neovim waits for a key after a longer one.
---@return integer
local function room()
  return vim.v.echospace + (vim.o.cmdheight - 1) * vim.o.columns
end

---@param message string
---@return boolean
local function fits(message)
  return vim.fn.strdisplaywidth(message) <= room() and not message:find('\n')
end

--- Whether messages are shown by Neovim itself, and not by a plugin in windows.
---@return boolean
local function is_plain()
  return debug.getinfo(vim.notify, 'S').source:find('vim/_?[%w_]*editor%.lua$') ~= nil
end

--- The beginning and the end of a message that is too long.
---@param message string
---@return string
local function shortened(message)
  message = message:gsub('%s*\n%s*', ' ')
  local half = math.max(10, math.floor(room() / 2) - 3)
  local length = vim.fn.strchars(message)
  if vim.fn.strdisplaywidth(message) <= room() or length <= 2 * half then
    return message
  end
  local last = vim.fn.strcharpart(message, length - half)
  return vim.fn.strcharpart(message, 0, half) .. ' … ' .. last
end

--- Keeps a message for `:messages`, and shows as much of it as there is room for.
---@param message string
---@param group string
local function show_shortened(message, group)
  vim.cmd('redraw') -- in place of what is there: below it, Neovim would wait for a key
  vim.cmd('echohl ' .. group)
  -- With "T" in 'shortmess', as it is by default, this is cut in the middle.
  local line = message:gsub('%s*\n%s*', ' ')
  vim.cmd('echomsg ' .. vim.fn.string(line))
  vim.cmd('echohl None')
end

local groups = { [levels.ERROR] = 'ErrorMsg', [levels.WARN] = 'WarningMsg' }

---@param message string
---@param level? integer one of `vim.log.levels`; `ERROR` when absent
function M.tell(message, level)
  message, level = 'commonplace: ' .. message, level or levels.ERROR
  if fits(message) or not is_plain() then
    vim.notify(message, level)
  else
    show_shortened(message, groups[level] or 'None')
  end
end

--- A title that leaves room for the rest of a message of a line.
---@param title string
---@return string
function M.short(title)
  if vim.fn.strdisplaywidth(title) <= 40 then
    return title
  end
  return vim.fn.strcharpart(title, 0, 39) .. '…'
end

--- Shows it as Neovim's own errors, so that the command that runs fails: whatever
--- `vim.notify` is, for scripts too.
---@param message string
function M.fail(message)
  message = 'commonplace: ' .. message
  if vim.fn.has('nvim-0.11') == 1 then
    vim.api.nvim_echo({ { message } }, true, { err = true })
  else
    vim.api.nvim_err_writeln(message)
  end
  -- Neovim says before it which autocommand failed, and would wait for a key after two lines.
  vim.cmd('redraw')
  vim.api.nvim_echo({ { shortened(message), 'ErrorMsg' } }, false, {})
end

--- Shows the result of a command, where Neovim's own commands do: below, and gone with the next.
---@param message string
function M.note(message)
  vim.cmd('redraw') -- in place of what is there: below it, Neovim would wait for a key
  vim.api.nvim_echo({ { shortened(message) } }, false, {})
end

--- Shows it as soon as the editor is idle: an error shown while an autocommand runs would be
--- preceded by the autocommand's own.
---@param message string
---@param level? integer
function M.tell_soon(message, level)
  vim.schedule(function()
    M.tell(message, level)
  end)
end

--- Shows a message that comes by itself, and takes no key from typing: Neovim waits for one after
--- a message that is longer than the line at the bottom, so such a message waits for Normal mode.
---@param message string
---@param level? integer
function M.tell_quietly(message, level)
  vim.schedule(function()
    if fits('commonplace: ' .. message) or vim.api.nvim_get_mode().mode == 'n' then
      M.tell(message, level)
      return
    end
    vim.api.nvim_create_autocmd('ModeChanged', {
      pattern = '*:n',
      once = true,
      callback = function()
        M.tell_quietly(message, level)
      end,
    })
  end)
end

--- Shows it soon, and once a session.
---@param message string
---@param level? integer
function M.tell_once(message, level)
  if not told[message] then
    told[message] = true
    M.tell_soon(message, level)
  end
end

return M

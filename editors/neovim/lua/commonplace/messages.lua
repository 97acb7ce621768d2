local M = {}

local levels = vim.log.levels
local told = {}

--- Returns the number of columns that a message may have. After a longer message, Neovim waits for
--- a key.
---@return integer
local function room()
  return vim.v.echospace + (vim.o.cmdheight - 1) * vim.o.columns
end

---@param message string
---@return boolean
local function fits(message)
  return vim.fn.strdisplaywidth(message) <= room() and not message:find('\n')
end

--- Whether `vim.notify` is Neovim's own function, and not a plugin's.
---@return boolean
local function is_plain()
  return debug.getinfo(vim.notify, 'S').source:find('vim/_?[%w_]*editor%.lua$') ~= nil
end

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

--- Keeps a message for `:messages`, and shows as much of it as fits.
---@param message string
---@param group string
local function show_shortened(message, group)
  vim.cmd('redraw') -- in place of what is there: below it, Neovim would wait for a key
  vim.cmd('echohl ' .. group)
  -- With "T" in 'shortmess', which is the default, Neovim cuts this message in the middle.
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

--- Returns at most 40 characters of a title.
---@param title string
---@return string
function M.short(title)
  if vim.fn.strdisplaywidth(title) <= 40 then
    return title
  end
  return vim.fn.strcharpart(title, 0, 39) .. '…'
end

--- Shows a message as an error of Neovim, so that the current command fails, also in scripts. Does
--- not use `vim.notify`, which a plugin may have replaced.
---@param message string
function M.fail(message)
  message = 'commonplace: ' .. message
  if vim.fn.has('nvim-0.11') == 1 then
    vim.api.nvim_echo({ { message } }, true, { err = true })
  else
    vim.api.nvim_err_writeln(message)
  end
  -- Neovim first reports which autocommand failed, and would wait for a key after two lines.
  vim.cmd('redraw')
  vim.api.nvim_echo({ { shortened(message), 'ErrorMsg' } }, false, {})
end

--- Shows the result of a command at the bottom, like Neovim's own commands; the next message
--- replaces it.
---@param message string
function M.note(message)
  vim.cmd('redraw') -- in place of what is there: below it, Neovim would wait for a key
  vim.api.nvim_echo({ { shortened(message) } }, false, {})
end

--- Shows a message as soon as the editor is idle. While an autocommand runs, Neovim would print the
--- autocommand's name before an error.
---@param message string
---@param level? integer
function M.tell_soon(message, level)
  vim.schedule(function()
    M.tell(message, level)
  end)
end

--- Shows a message that does not answer a command, without interrupting typing. Neovim waits for a
--- key after a message longer than the bottom line, so such a message waits for Normal mode.
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

--- Shows a message soon, once per session.
---@param message string
---@param level? integer
function M.tell_once(message, level)
  if not told[message] then
    told[message] = true
    M.tell_soon(message, level)
  end
end

return M

--- The plugin's messages to its user.
local M = {}

local levels = vim.log.levels
local told = {}

---@param message string
---@param level? integer one of `vim.log.levels`; `ERROR` when absent
function M.tell(message, level)
  vim.notify('commonplace: ' .. message, level or levels.ERROR)
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
end

--- Shows the result of a command, where Neovim's own commands do: below, and gone with the next.
---@param message string
function M.note(message)
  vim.cmd('redraw') -- in place of what is there: below it, Neovim would wait for a key
  vim.api.nvim_echo({ { message } }, false, {})
end

--- Shows it as soon as the editor is idle: an error shown while an autocommand runs would be
--- preceded by the autocommand's own, or lost (Neovim 0.7).
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
    local room = vim.v.echospace + (vim.o.cmdheight - 1) * vim.o.columns
    local width = vim.fn.strdisplaywidth('commonplace: ' .. message)
    local fits = width <= room and not message:find('\n')
    if fits or vim.api.nvim_get_mode().mode == 'n' then
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

-- The steps that script/check-readme has `script/demo nvim` do: take the first note that is offered, and
-- quit, with a failure unless the note is read and highlighted in time, and at once where the
-- plugin says why it is not.

local timeout = tonumber(vim.env.OPEN_A_NOTE_TIMEOUT) or 30000 -- milliseconds
local offered = 0

vim.ui.select = function(items, _, choose)
  offered = #items
  choose(items[1])
end

--- The number of pieces of the current buffer that are painted.
---@return integer
local function painted()
  local count = 0
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name == 'commonplace_painting' then
      count = count + #vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {})
    end
  end
  return count
end

---@return boolean
local function has_complained()
  return vim.api.nvim_exec('messages', true):find('commonplace: ', 1, true) ~= nil
end

local started = vim.loop.now()
local timer = vim.loop.new_timer()
timer:start(50, 50, vim.schedule_wrap(function()
  local name = vim.api.nvim_buf_get_name(0)
  vim.cmd('redraw') -- what is not shown is not painted
  if vim.startswith(name, 'commonplace://') and painted() > 0 then
    io.stdout:write(('%d notes; opened %s\n'):format(offered, name))
    vim.cmd('qall!')
  elseif has_complained() or vim.loop.now() - started > timeout then
    local state = '\n%d notes were offered, %q is open, %d pieces are painted; messages:\n%s\n'
    io.stderr:write(state:format(offered, name, painted(), vim.api.nvim_exec('messages', true)))
    vim.cmd('cquit')
  end
end))

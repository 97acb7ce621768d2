-- The steps that script/check-readme has Neovim take in the tutorial: type below the title of the
-- note that was made, save it, and quit; with a failure where the note is not there or not saved in
-- time.

local timeout = tonumber(vim.env.OPEN_A_NOTE_TIMEOUT) or 30000 -- milliseconds
local lines = {
  '> It is a great art to saunter.',
  '',
  'Thoreau walked ?[how many?](four) hours a day.',
}

local function fail()
  local messages = vim.api.nvim_exec('messages', true)
  io.stderr:write(vim.api.nvim_buf_get_name(0) .. '\n' .. messages .. '\n')
  vim.cmd('cquit')
end

local function is_note()
  return vim.startswith(vim.api.nvim_buf_get_name(0), 'commonplace://')
    and vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] ~= ''
end

vim.schedule(function()
  if not vim.wait(timeout, is_note, 50) then
    return fail()
  end
  vim.api.nvim_buf_set_lines(0, -1, -1, false, vim.list_extend({ '' }, lines))
  vim.cmd('silent! write')
  local function is_saved()
    return not vim.bo.modified
  end
  if not vim.wait(timeout, is_saved, 50) then
    return fail()
  end
  io.stdout:write('saved ' .. vim.api.nvim_buf_get_name(0) .. '\n')
  vim.cmd('qall!')
end)

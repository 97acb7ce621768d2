--- `:checkhealth commonplace`
local config = require('commonplace.config')

local M = {}

local ok, warn, fail, info = vim.health.ok, vim.health.warn, vim.health.error, vim.health.info

---@return boolean found
local function check_executable()
  local executable = config.current.cmd[1]
  local path = vim.fn.exepath(executable)
  if path == '' then
    fail(('`%s` is not an executable'):format(executable), {
      'Build commonplace and put it on $PATH, or name it with `cmd` in setup().',
    })
    return false
  end
  local version = vim.trim(vim.fn.system({ path, '--version' }))
  if vim.v.shell_error == 0 then
    ok(('%s, version %s'):format(path, version))
  else
    fail(('`%s --version` failed: %s'):format(path, version))
  end
  return true
end

--- Checks the configured notebook; `check_server` shows whether the server can open it.
local function check_notebook()
  local notebook = config.notebook()
  if not notebook then
    info('no notebook is configured, so the server looks for one: $COMMONPLACE_NOTEBOOK, else a')
    info('*.libnotes file in the working directory or above it, else the default notebook')
  elseif vim.fn.filereadable(notebook) == 0 then
    fail(('the notebook %s cannot be read'):format(notebook), {
      'Correct `notebook` in setup(), or create it: commonplace init --notebook ' .. notebook,
    })
  else
    ok('notebook ' .. notebook)
  end
end

local function check_review()
  local counts, err = require('commonplace.client').request('commonplace/review/counts', {})
  if counts then
    local message = 'review: %d prompt(s) due, %d of them new; %d answer(s) today'
    ok(message:format(counts.due, counts.new, counts.answeredToday))
  else
    local advice = 'Use the executable of the same version as the plugin.'
    warn('review is unavailable: ' .. err, { advice })
  end
end

local function check_server()
  local client = require('commonplace.client')
  local running = client.running()
  if not running then
    info('the server is not running; it starts with the first note or command')
    return
  end
  local buffers = 0
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    buffers = buffers + (vim.lsp.buf_is_attached(bufnr, running.id) and 1 or 0)
  end
  ok(('the server is running (client %d), attached to %d buffer(s)'):format(running.id, buffers))
  info('position encoding: ' .. running.offset_encoding)
  local result, err = client.request('commonplace/listNotes', { limit = 1 })
  if result then
    ok('the server reads the notebook')
    check_review()
  else
    fail('the server cannot read the notebook: ' .. err, {
      'Highlighting and diagnostics work without one.',
      "Set yours: require('commonplace').setup({ notebook = '~/library.libnotes' })",
    })
  end
end

local function check_picker()
  local picker = require('commonplace.pick').picker()
  ok('notes are chosen with ' .. (picker == 'select' and '|vim.ui.select()|' or picker))
  local unsaved = require('commonplace.unsaved').count()
  if unsaved > 0 then
    warn(('%d text(s) of notes were not saved before Neovim ended'):format(unsaved), {
      'Neovim warns you when you open one of these notes; `:Commonplace recover` shows the text.',
    })
  end
end

function M.check()
  vim.health.start('commonplace')
  ok('Neovim ' .. tostring(vim.version()))
  if check_executable() then
    check_notebook()
    check_server()
  else
    check_notebook()
  end
  check_picker()
end

return M

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
      'Build commonplace and put it on $PATH, or set its path with `cmd` in setup().',
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

local function check_notebook()
  local notebook = config.notebook()
  if not notebook then
    info('no notebook is configured, so the server looks for one:')
    info('it uses $COMMONPLACE_NOTEBOOK, or else the notebook in your settings, or else')
    info('a *.libnotes file in the working directory or above it, or else the default notebook')
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
    local message = 'review: prompts due: %d (new: %d); answers today: %d'
    ok(message:format(counts.due, counts.new, counts.answeredToday))
  else
    local advice = 'Check that the server and the plugin have the same version.'
    warn('review is unavailable: ' .. err, { advice })
  end
end

local function check_server()
  local client = require('commonplace.client')
  local running = client.running()
  if not running then
    info('the server is not running; it starts when you open a note or use `:Commonplace`')
    return
  end
  local buffers = 0
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    buffers = buffers + (vim.lsp.buf_is_attached(bufnr, running.id) and 1 or 0)
  end
  local message = 'the server is running (client %d); open buffers that use it: %d'
  ok(message:format(running.id, buffers))
  info('the server counts columns in ' .. running.offset_encoding)
  local result, err = client.request('commonplace/listNotes', { limit = 1 })
  if result then
    ok('the server can read the notebook')
    check_review()
  else
    fail('the server cannot read the notebook: ' .. err, {
      'Highlighting and diagnostics work without a notebook.',
      "Set your notebook: require('commonplace').setup({ notebook = '~/library.libnotes' })",
    })
  end
end

local function check_picker()
  local picker = require('commonplace.pick').picker()
  ok('the picker for notes is ' .. (picker == 'select' and '|vim.ui.select()|' or picker))
  local unsaved = require('commonplace.unsaved').count()
  if unsaved > 0 then
    warn(('unsaved texts of notes from other Neovim sessions: %d'):format(unsaved), {
      'After the other session has ended, open its note: Neovim reports the unsaved text.',
      'Then `:Commonplace recover` shows the unsaved text.',
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

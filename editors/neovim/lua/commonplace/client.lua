--- The only connection to the server: started when first needed, shared by all buffers.
local config = require('commonplace.config')
local diagnostics = require('commonplace.diagnostics')
local messages = require('commonplace.messages')
local painting = require('commonplace.painting')
local rpc = require('commonplace.rpc')

local M = {}

---@type { id: integer, cmd: string[], notebook: string? }?
local started

---@param client table
---@param bufnr integer
local function on_attach(client, bufnr)
  require('commonplace.highlights').define(vim.bo[bufnr].filetype)
  if vim.bo[bufnr].omnifunc == '' then
    vim.bo[bufnr].omnifunc = 'v:lua.vim.lsp.omnifunc'
  end
  if config.current.completion then
    require('commonplace.completion').enable(client.id, bufnr)
  end
  for _, namespace in ipairs(diagnostics.namespaces(client.id)) do
    vim.diagnostic.config(config.diagnostics(), namespace)
  end
  if config.current.continue_lists then
    require('commonplace.typing').enable(client.id, bufnr)
  end
  painting.enable(client, bufnr)
  if config.current.on_attach then
    config.current.on_attach(client, bufnr)
  end
end

--- The number of requests for which Neovim waits, and the server's messages during them.
local waiting, held = 0, {}

--- The handler of `window/showMessage`. Messages during a request are held back: showing an error
--- then, as Neovim's own handler does, aborts the command that waits.
---@param params { type: integer, message: string }
local function show_message(_, params)
  if waiting > 0 then
    table.insert(held, params)
    return
  end
  local levels = vim.log.levels
  local level = ({ levels.ERROR, levels.WARN })[params.type] or levels.INFO
  messages.tell_quietly(params.message, level)
end

--- Whether the running command shows its result itself.
local shows_itself = false

local function show_document(...)
  if shows_itself then
    return { success = true }
  end
  return vim.lsp.handlers['window/showDocument'](...)
end

---@param notebook string?
---@return table
local function client_config(notebook)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.experimental = {
    commonplace = { notesChanged = true, views = true, reviewCounts = true, status = true },
  }
  capabilities.textDocument.semanticTokens = painting.capability
  if config.current.capabilities then
    capabilities = vim.tbl_deep_extend('force', capabilities, config.current.capabilities)
  end
  -- Columns are bytes, as in Neovim.
  capabilities.general.positionEncodings = { 'utf-8' }
  return {
    name = 'commonplace',
    cmd = config.current.cmd,
    -- A note is not a file, so Neovim cannot find a root from it.
    root_dir = notebook and vim.fn.fnamemodify(notebook, ':h') or vim.fn.getcwd(),
    init_options = { notebook = notebook, semanticTokenTypes = 'minimarkdown' },
    capabilities = capabilities,
    -- The answer to `workspace/configuration`.
    settings = { commonplace = config.current.settings },
    on_init = function(client)
      painting.take_over(client)
      require('commonplace.review.counts').ask_soon(client)
    end,
    get_language_id = function(_, filetype)
      return filetype == 'commonplacebook' and 'yaml' or 'minimarkdown'
    end,
    handlers = {
      ['textDocument/diagnostic'] = diagnostics.handler('textDocument/diagnostic'),
      ['textDocument/publishDiagnostics'] = diagnostics.handler('textDocument/publishDiagnostics'),
      ['workspace/semanticTokens/refresh'] = painting.refresh_all,
      ['window/showMessage'] = show_message,
      ['window/showDocument'] = show_document,
      ['commonplace/notesChanged'] = function(...)
        return require('commonplace.reloading').notes_changed(...)
      end,
      ['commonplace/viewChanged'] = function(...)
        return require('commonplace.views').changed(...)
      end,
      ['commonplace/review/countsChanged'] = function(...)
        return require('commonplace.review.counts').changed(...)
      end,
      ['commonplace/statusChanged'] = function(...)
        return require('commonplace.status').changed(...)
      end,
    },
    commands = {
      ['commonplace.review.start'] = function(command)
        return require('commonplace.review').run_command(command)
      end,
    },
    on_attach = on_attach,
  }
end

--- Returns the running client of the current configuration, initialized or not.
---@return table?
function M.running()
  if
    not started
    or started.notebook ~= config.notebook()
    or not vim.deep_equal(started.cmd, config.current.cmd)
  then
    return nil
  end
  if not rpc.is_stopped(started.id) then
    return vim.lsp.get_client_by_id(started.id)
  end
end

function M.change_settings()
  local client = M.running()
  if client and client.initialized then
    client.settings = { commonplace = config.current.settings }
    rpc.call(client, 'notify', 'workspace/didChangeConfiguration', { settings = client.settings })
  end
end

--- Attaches the server to every open buffer that it serves, except notes that are about to be
--- closed. These notes may be gone when the server is ready, and Neovim would still look for them.
---@param client table
local function attach_open_buffers(client)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local is_served = vim.api.nvim_buf_is_loaded(bufnr)
      and config.serves(vim.bo[bufnr].filetype)
      and not vim.b[bufnr].commonplace_closes
    if is_served then
      vim.lsp.buf_attach_client(bufnr, client.id)
    end
  end
end

---@param notebook string?
---@return table? client
---@return string? err
local function launch(notebook)
  local cmd = config.current.cmd
  if vim.fn.executable(cmd[1]) == 0 then
    local message = 'cannot start the server: `%s` is not an executable'
      .. ' (see :help commonplace-install)'
    return nil, message:format(cmd[1])
  end
  local ok, id = pcall(rpc.start_client, client_config(notebook))
  local client = ok and id and vim.lsp.get_client_by_id(id) or nil
  if not client then
    return nil, ('cannot start the server: %s'):format(ok and 'see :help commonplace-trouble' or id)
  end
  return client
end

local function stop()
  if started and not rpc.is_stopped(started.id) then
    vim.lsp.stop_client(started.id)
  end
end

---@param client table
local function share(client)
  started = { id = client.id, cmd = config.current.cmd, notebook = config.notebook() }
  if config.current.titles then
    require('commonplace.titles').enable()
  end
  attach_open_buffers(client)
end

--- Returns the running client. Starts a new one if the old one ended or has another configuration.
---@return table? client
---@return string? err
local function start()
  local client, err = M.running(), nil
  if not client then
    stop()
    client, err = launch(config.notebook())
    if client then
      share(client)
    end
  end
  return client, err
end

---@param bufnr integer
function M.attach(bufnr)
  local client, err = start()
  if client then
    vim.lsp.buf_attach_client(bufnr, client.id)
  else
    messages.tell_once(err)
  end
end

---@param client table
---@param method string
---@param params table
---@param timeout integer
---@return any result
---@return string? err
local function ask(client, method, params, timeout)
  vim.wait(timeout, function()
    return client.initialized or rpc.is_stopped(client.id)
  end, 10)
  if rpc.is_stopped(client.id) then
    return nil, 'the server exited during startup (see :help commonplace-trouble)'
  elseif not client.initialized then
    return nil, ('the server did not start within %d ms'):format(timeout)
  end
  if next(params) == nil then
    params = vim.empty_dict() -- else it would be sent as an empty list
  end
  local answer, failure = rpc.request_sync(client, method, params, timeout)
  if not answer then
    if rpc.is_stopped(client.id) then
      return nil, ('the server stopped (%s)'):format(method)
    end
    return nil, ('%s (%s)'):format(failure, method)
  elseif answer.err then
    return nil, answer.err.message
  end
  return answer.result
end

--- Runs `wait`, which waits for a server, and shows the server's messages only afterward.
---@param wait fun(...): any, string?
---@return any result
---@return string? err
local function hold_messages(wait, ...)
  waiting = waiting + 1
  local ok, result, err = pcall(wait, ...)
  waiting = waiting - 1
  if waiting == 0 then
    local messages_held = held
    held = {}
    for _, message in ipairs(messages_held) do
      -- The caller shows `err`, so it is not shown twice.
      if message.message ~= err then
        show_message(nil, message)
      end
    end
  end
  if not ok then
    error(result, 0)
  end
  return result, err
end

--- Sends a request and waits for the answer. Starts the server if needed.
---@param method string
---@param params table
---@param timeout? integer milliseconds for the start, and again for the answer; default: the
---  configured timeout
---@return any result
---@return string? err message for the user; then the result is nil
function M.request(method, params, timeout)
  return hold_messages(function()
    local client, err = start()
    if not client then
      return nil, err
    end
    return ask(client, method, params, timeout or config.current.timeout)
  end)
end

--- Returns the initialized client. Starts it if needed, and waits at most the configured timeout.
---@return table? client
---@return string? err message for the user
function M.ready()
  local client, err = start()
  if client then
    vim.wait(config.current.timeout, function()
      return client.initialized or rpc.is_stopped(client.id)
    end, 10)
  end
  if not client or not client.initialized then
    return nil, err or 'the server did not start (see :help commonplace-trouble)'
  end
  return client
end

--- Switches to another notebook after a server has opened it. Until then, the running server stays.
---@param path string
---@return string? err if not nil, nothing has changed
function M.switch(path)
  local _, err = hold_messages(function()
    local client, err = launch(path)
    if not client then
      return nil, err
    end
    local params, _ = { limit = 1 }, nil
    _, err = ask(client, 'commonplace/listNotes', params, config.current.timeout)
    if err then
      vim.lsp.stop_client(client.id)
      return nil, err
    end
    stop()
    config.current.notebook = path
    share(client)
  end)
  return err
end

--- Runs a command of the server. The caller must show the result.
---@param command string
---@param argument table
---@return any result
---@return string? err
function M.execute(command, argument)
  shows_itself = true
  local params = { command = command, arguments = { argument } }
  local ok, result, err = pcall(M.request, 'workspace/executeCommand', params)
  shows_itself = false
  if not ok then
    error(result, 0)
  end
  require('commonplace.reloading').refresh_own_lists()
  return result, err
end

return M

--- The notebook of this session. There is only one at a time, because there is one server.
local client = require('commonplace.client')
local config = require('commonplace.config')
local documents = require('commonplace.documents')

local M = {}

---@param path string
---@return string
local function real(path)
  return vim.loop.fs_realpath(path) or path
end

--- Returns the notebook's name in URIs. It is only for people: the server has one notebook.
---@return string
function M.name()
  local path = config.notebook()
  local name = path and vim.fn.fnamemodify(path, ':t:r') or ''
  name = name:gsub('[^%w._-]', '')
  return name ~= '' and name or 'notebook'
end

--- Whether `path` is not the configured notebook; true if none is configured.
---@param path string
---@return boolean
function M.differs(path)
  local present = config.notebook()
  return not present or real(present) ~= real(path)
end

--- Closes notes after Neovim has removed their server; until then, it looks for their buffers.
--- Always waits, because buffers may not be deleted while an autocommand runs.
---@param buffers integer[]
---@param client_id integer?
local function close_soon(buffers, client_id)
  vim.defer_fn(function()
    if client_id and vim.lsp.get_client_by_id(client_id) then
      close_soon(buffers, client_id)
      return
    end
    vim.schedule(function()
      for _, bufnr in ipairs(buffers) do
        if vim.api.nvim_buf_is_valid(bufnr) and not vim.bo[bufnr].modified then
          vim.api.nvim_buf_delete(bufnr, {})
        end
      end
    end)
  end, 50)
end

---@param buffers integer[]
---@param closes true?
local function mark(buffers, closes)
  for _, bufnr in ipairs(buffers) do
    if vim.api.nvim_buf_is_valid(bufnr) then
      vim.b[bufnr].commonplace_closes = closes
    end
  end
end

--- Switches the session to the notebook at `path`. Closes the notes of the other notebook, because
--- they could not be saved any more. If a note is modified, or `path` cannot be opened, nothing
--- changes.
---@param path string
---@return string? err
function M.use(path)
  if not M.differs(path) then
    return nil
  end
  local present = config.notebook()
  local open = documents.buffers()
  for _, bufnr in ipairs(open) do
    if vim.bo[bufnr].modified then
      return ('a note of %s has changes that are not saved: `:wall` first'):format(
        present and vim.fn.fnamemodify(present, ':~') or 'another notebook'
      )
    end
  end
  local running = client.running()
  mark(open, true)
  local err = client.switch(path)
  if err then
    mark(open, nil)
    return err
  end
  close_soon(open, running and running.id)
end

return M

--- Updates buffers after changes to the notebook.
local buffer_text = require('commonplace.buffer_text')
local documents = require('commonplace.documents')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')
local rpc = require('commonplace.rpc')

local M = {}

local own_changes = 0

---@param bufnr integer
---@param note { text: string, version: string }
local function take(bufnr, note)
  if note.version == vim.b[bufnr].commonplace_version then
    return
  end
  local is_same = buffer_text.get(bufnr) == note.text
  if is_same then
    documents.rebase(bufnr, note.version, note.text)
    vim.bo[bufnr].modified = false
  elseif not vim.bo[bufnr].modified then
    documents.take(bufnr, note.text, note)
    vim.bo[bufnr].modified = false
  elseif vim.fn.sha256(note.text) == vim.b[bufnr].commonplace_digest then
    -- A new version with the text on which the buffer is based.
    vim.b[bufnr].commonplace_version = note.version
  elseif vim.b[bufnr].commonplace_warned ~= note.version then
    vim.b[bufnr].commonplace_warned = note.version
    local message = '“%s” was changed outside this editor: `:write` to merge or compare'
    local title = labels.one_line(vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] or '')
    title = vim.fn.strcharpart(title:gsub('^#+%s*', ''), 0, 20)
    messages.tell_quietly(message:format(title), vim.log.levels.WARN)
  end
end

---@param client table
---@param bufnr integer
local function refresh(client, bufnr)
  local function state()
    return vim.api.nvim_buf_get_changedtick(bufnr) .. (vim.b[bufnr].commonplace_version or '')
  end
  local before = state()
  local params = { uri = vim.api.nvim_buf_get_name(bufnr) }
  rpc.call(client, 'request', 'commonplace/readNote', params, function(err, note)
    if err or not note or not vim.api.nvim_buf_is_loaded(bufnr) then
      return -- deleted elsewhere: `:write` will say so
    elseif state() ~= before then
      refresh(client, bufnr) -- typed into or written meanwhile
    else
      take(bufnr, note)
    end
  end)
end

--- The handler of `commonplace/notesChanged`.
---@param params { uris: string[]? }
---@param context { client_id: integer }
function M.notes_changed(_, params, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for _, bufnr in ipairs(documents.buffers(params.uris)) do
    if client and vim.b[bufnr].commonplace_uri then
      refresh(client, bufnr)
    end
  end
  M.refresh_lists()
end

--- Updates the open lists 100 ms after the last of several calls. Views are not updated: the server
--- reports which of them have changed.
function M.refresh_own_lists()
  own_changes = own_changes + 1
  local mine = own_changes
  vim.defer_fn(function()
    if mine ~= own_changes then
      return
    end
    for _, name in ipairs({ 'note_list', 'tag_tree' }) do
      local module = package.loaded['commonplace.' .. name]
      if module then
        module.refresh()
      end
    end
  end, 100)
end

function M.refresh_lists()
  for _, name in ipairs({ 'note_list', 'tag_tree', 'views' }) do
    local module = package.loaded['commonplace.' .. name]
    if module then
      -- Scheduled, because a message handler cannot wait for an answer.
      vim.schedule(module.refresh)
    end
  end
end

return M

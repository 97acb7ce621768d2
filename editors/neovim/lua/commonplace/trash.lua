local client = require('commonplace.client')
local documents = require('commonplace.documents')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')

local M = {}

local levels = vim.log.levels

---@param kind string
---@return boolean
local function is_view(kind)
  local name = vim.api.nvim_buf_get_name(0)
  return name:find('^commonplace%-view://[^/]*/' .. kind .. '%f[^%w]') ~= nil
    or name:find('^commonplace%-view://[^/]*/' .. kind .. '$') ~= nil
end

---@return { uri: string, title: string, changed: string }[]?
local function listed()
  local result, err = client.request('commonplace/listTrash', {})
  if not result then
    messages.tell(err)
    return nil
  end
  return result.notes
end

---@param notes table[]
local function empty(notes)
  local count = #notes == 1 and '1 note' or ('%d notes'):format(#notes)
  vim.ui.select({ 'Keep in trash', 'Delete permanently' }, {
    prompt = ('Permanently delete %s? Images and due dates cannot be restored.'):format(count),
    kind = 'commonplace',
  }, function(_, index)
    if index ~= 2 then
      return
    end
    local uris = vim.tbl_map(function(note)
      return note.uri
    end, notes)
    local result, err = client.request('commonplace/emptyTrash', { uris = uris })
    if not result then
      messages.tell('nothing was deleted: ' .. err)
      return
    end
    require('commonplace.reloading').refresh_lists()
    vim.cmd('redraw') -- in place of the question
    local message = result.deleted == 1 and '1 note was permanently deleted'
      or '%d notes were permanently deleted'
    messages.tell(message:format(result.deleted), levels.INFO)
  end)
end

--- Shows the trash; with a bang, empties it after confirmation.
---@param options commonplace.PickerOptions
function M.trash(options)
  if options.bang then
    local notes = listed()
    if notes and #notes == 0 then
      messages.tell('the trash is empty', levels.INFO)
    elseif notes then
      empty(notes)
    end
    return
  end
  local uri = 'commonplace-view://%s/trash'
  documents.open(uri:format(require('commonplace.notebook').name()), nil, options.mods)
end

---@param uri string
---@param opens? boolean whether to open the restored note
function M.restore_note(uri, opens)
  local note, err = client.request('commonplace/restoreNote', { uri = uri })
  if not note then
    messages.tell('not restored: ' .. err)
    return
  end
  for _, bufnr in ipairs(documents.buffers({ uri })) do
    vim.b[bufnr].commonplace_trash_told = nil
  end
  require('commonplace.reloading').refresh_lists()
  if opens then
    documents.open(note.uri)
  end
  local title = vim.fn.strcharpart(labels.one_line(note.title), 0, 40)
  vim.cmd('redraw') -- in place of the question
  messages.tell(('“%s” was restored from the trash'):format(title), levels.INFO)
end

--- Permanently deletes the note of the line under the cursor after confirmation, if the buffer is
--- the trash.
---@return boolean handled whether the buffer is the trash
function M.delete_here()
  if not is_view('trash') then
    return false
  end
  local uri = require('commonplace.links').target()
  if uri then
    empty({ { uri = uri } })
  end
  return true
end

local function pick()
  local notes = listed()
  if not notes then
    return
  elseif #notes == 0 then
    messages.tell('the trash is empty', levels.INFO)
    return
  end
  require('commonplace.pick').pick(notes, {
    title = 'Restore from the trash',
    label = function(note)
      return ('%s  %s'):format(labels.one_line(note.title), note.changed:sub(1, 10))
    end,
    uri = function(note)
      return note.uri
    end,
  }, function(note)
    M.restore_note(note.uri, true)
  end)
end

--- Restores a note from the trash: the note of the line in a trash buffer, or else one that the
--- user chooses. In a history or an earlier text, or with a time, restores an earlier text.
---@param options commonplace.PickerOptions
function M.restore(options)
  if is_view('trash') then
    local uri = require('commonplace.links').target()
    if uri then
      M.restore_note(uri)
    end
  elseif options.text or is_view('history') or is_view('text') then
    require('commonplace.history').restore(options)
  else
    pick()
  end
end

return M

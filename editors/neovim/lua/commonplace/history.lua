local beside = require('commonplace.beside')
local client = require('commonplace.client')
local documents = require('commonplace.documents')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')
local notebook = require('commonplace.notebook')
local percent = require('commonplace.percent')

local M = {}

---@class commonplace.Version
---@field note string id
---@field version string? nil for a note without one

--- Returns the note and version that the name of a view means; nil for other names.
---@param name string
---@return commonplace.Version?
local function version_of(name)
  local path, query = name:match('^commonplace%-view://[^/]*/(%a+)%?(.*)$')
  if path ~= 'text' and path ~= 'history' and path ~= 'difference' then
    return nil
  end
  local values = {}
  for key, value in query:gmatch('(%a+)=([^&]*)') do
    values[key] = percent.decode(value)
  end
  return values.note and { note = values.note, version = values.version or values.from } or nil
end

---@param id string
---@return string uri of a note
local function uri_of(id)
  return ('commonplace://%s/%s/note.md'):format(notebook.name(), id)
end

--- Returns the note of the buffer, or the note whose history or text the buffer shows. In a
--- history, also returns the version of the line. Nil after a message.
---@return commonplace.Version?
local function here()
  local name = vim.api.nvim_buf_get_name(0)
  local id = documents.note_id(name)
  if id then
    return { note = id }
  end
  local shown = version_of(name)
  if not shown then
    messages.tell('open a note, its history, or one of its earlier texts first')
  elseif not shown.version then
    local target = require('commonplace.links').target()
    return target and version_of(target)
  end
  return shown
end

---@param id string
---@return table?
local function listed(id)
  local history, err = client.request('commonplace/listHistory', { uri = uri_of(id) })
  if not history then
    messages.tell(err)
  end
  return history
end

--- Returns the text with this version or time; without both, the last earlier text. Nil after a
--- message. The version may also be the version of a book record.
---@param history table
---@param version string?
---@param time string? the start of a time, as the command completes it
---@return table? text or record, which has `since`
local function find(history, version, time)
  for _, record in ipairs(version and history.records or {}) do
    if record.version == version then
      return record
    end
  end
  for index, text in ipairs(history.texts) do
    local is_time = time and vim.startswith(labels.moment(text.written), time)
    local is_earlier = not version and not time and (index > 1 or history.state == 'deleted')
    if version and text.version == version or is_time or is_earlier then
      return text
    end
  end
  local message = time and ('the history has no text from %s'):format(time)
    or 'this machine does not have an earlier text of the note'
  messages.tell(message, vim.log.levels.INFO)
end

---@param options commonplace.PickerOptions
function M.history(options)
  local name = vim.api.nvim_buf_get_name(0)
  local shown = version_of(name)
  local id = documents.note_id(name) or shown and shown.note
  if not id then
    messages.tell('`:Commonplace history` works in a note: open one first')
    return
  end
  local uri = 'commonplace-view://%s/history?note=%s'
  documents.open(uri:format(notebook.name(), percent.encode(id)), nil, options.mods)
end

--- Returns the times of a note's texts, for the command line. Waits at most 2 s, and does not
--- report errors.
---@return string[]
function M.times()
  local id = documents.note_id(vim.api.nvim_buf_get_name(0))
  local history = id and client.request('commonplace/listHistory', { uri = uri_of(id) }, 1000)
  local times = {}
  for _, text in ipairs(history and history.texts or {}) do
    -- Without a space, which would start another argument.
    local time = labels.moment(text.written):gsub(' ', 'T')
    if not vim.tbl_contains(times, time) then
      table.insert(times, time)
    end
  end
  return times
end

---@param text? string
---@return string?
local function time_of(text)
  return text and (text:gsub('T', ' ')) or nil
end

--- Compares an earlier text with the note: side by side, or word by word with `!`.
---@param options commonplace.PickerOptions `text` is the start of a time
function M.compare(options)
  local wanted = here()
  local history = wanted and listed(wanted.note)
  local text = history and find(history, wanted.version, time_of(options.text))
  if not wanted or not text then
    return
  elseif text.since then
    documents.open(text.uri, nil, options.mods)
    return
  elseif options.bang then
    local uri = 'commonplace-view://%s/difference?note=%s&from=%s'
    uri = uri:format(notebook.name(), percent.encode(wanted.note), percent.encode(text.version))
    documents.open(uri, nil, options.mods)
    return
  end
  local view, err = client.request('commonplace/readView', { uri = text.uri })
  if not view then
    messages.tell(err)
    return
  end
  documents.open(uri_of(wanted.note), nil, options.mods)
  local bufnr = vim.api.nvim_get_current_buf()
  beside.show(bufnr, view.text, view.title, labels.note_title(bufnr) .. ', now')
end

--- Restores an earlier text of a note, or an earlier record of its book, as a new save.
---@param options commonplace.PickerOptions `text` is the start of a time
function M.restore(options)
  local wanted = here()
  local history = wanted and listed(wanted.note)
  local text = history and find(history, wanted.version, time_of(options.text))
  if not wanted or not history or not text then
    return
  end
  local uri = uri_of(wanted.note)
  local open = documents.buffers({ uri })[1]
  if open and vim.bo[open].modified then
    messages.tell('the note has changes that are not saved: `:write` first')
    return
  end
  local present = history.state ~= 'deleted' and history.texts[1] or nil
  local base = present and present.version
  if text.since then
    base = history.recordVersion
  end
  local result, err = client.request('commonplace/restoreText', {
    uri = uri,
    version = text.version,
    baseVersion = base or nil,
  })
  if not result then
    messages.tell('not restored: ' .. err)
    return
  elseif result.conflict then
    messages.tell('not restored: the note or its book has just changed; try again')
    return
  end
  if open then
    documents.take(open, result.text, result)
    vim.bo[open].modified = false
    beside.close_soon(open)
  end
  require('commonplace.reloading').refresh_lists()
  local message = text.since and 'restored the record from %s'
    or 'restored the text of %s'
  messages.tell(message:format(labels.moment(text.since or text.written)), vim.log.levels.INFO)
end

---@param options commonplace.PickerOptions
function M.conflicts(options)
  documents.open(('commonplace-view://%s/conflicts'):format(notebook.name()), nil, options.mods)
end

return M

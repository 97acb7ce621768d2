--- Notes as buffers: `commonplace://NOTEBOOK/NOTE-ID/slug.md` is read from the server.
---
--- `b:commonplace_uri` is the note that was read into a buffer. `b:commonplace_version` is the
--- version on which its text is based, and `b:commonplace_digest` a digest of that version's text.
--- A later version may replace the buffer's text as a change that can be undone.
--- `b:commonplace_taken` has the number of each such change, and the base before it.
local buffer_text = require('commonplace.buffer_text')
local client = require('commonplace.client')
local conflict = require('commonplace.conflict')
local messages = require('commonplace.messages')

local M = {}

local function unsaved()
  return require('commonplace.unsaved')
end

--- Reads a note into the buffer with its URI. If that fails, the buffer cannot be modified, so that
--- an empty text does not replace the note's text; `:edit` tries again.
---@param bufnr integer
function M.read(bufnr)
  local buffer = vim.bo[bufnr]
  buffer.buftype = 'acwrite'
  buffer.swapfile = false
  buffer.undofile = false
  buffer.modifiable = true
  buffer.readonly = false -- until it has its text
  vim.b[bufnr].commonplace_uri = nil
  unsaved().drop(bufnr)
  conflict.settled(bufnr)

  local uri = vim.api.nvim_buf_get_name(bufnr)
  local note, err = client.request('commonplace/readNote', { uri = uri })
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  elseif not note then
    buffer.modifiable = false
    messages.tell_soon(('cannot read %s: %s'):format(uri, err))
    return
  end
  buffer_text.set(bufnr, note.text)
  M.rebase(bufnr, note.version, note.text)
  buffer.modified = false
  -- A notebook that a newer version wrote cannot be changed. The buffer is shown as [RO], but its
  -- text can be changed.
  buffer.readonly = note.readOnly == true
  buffer.filetype = M.is_record(uri) and 'commonplacebook' or 'minimarkdown'
  unsaved().tell(bufnr)
  M.merge_windows(bufnr)
  if not M.is_record(uri) then
    require('commonplace.images').offer_dropped_files()
    require('commonplace.inline_images').enable(bufnr)
  end
end

--- Merges two buffers of a note, whose name changes with its title. The windows of `bufnr` get the
--- other buffer, at the same cursor position. If `bufnr` is modified, it is not deleted.
---@param bufnr integer
function M.merge_windows(bufnr)
  local first
  for _, other in ipairs(M.buffers({ vim.api.nvim_buf_get_name(bufnr) })) do
    if other ~= bufnr and vim.b[other].commonplace_uri then
      first = other
    end
  end
  if not first then
    return
  end
  vim.schedule(function()
    if not vim.api.nvim_buf_is_valid(bufnr) or not vim.api.nvim_buf_is_loaded(first) then
      return
    end
    for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
      local cursor = vim.api.nvim_win_get_cursor(window)
      vim.api.nvim_win_set_buf(window, first)
      cursor[1] = math.min(cursor[1], vim.api.nvim_buf_line_count(first))
      vim.api.nvim_win_set_cursor(window, cursor)
    end
    if not vim.bo[bufnr].modified then
      vim.api.nvim_buf_delete(bufnr, {})
    end
  end)
end

--- Records the stored text on which a buffer is based.
---@param bufnr integer
---@param version string? nil if no text is stored
---@param text string?
---@param digest? string the SHA-256 of the text, if known
function M.rebase(bufnr, version, text, digest)
  vim.b[bufnr].commonplace_taken = nil
  vim.b[bufnr].commonplace_shown = nil
  vim.b[bufnr].commonplace_version = version
  vim.b[bufnr].commonplace_digest = digest or vim.fn.sha256(text or '')
  vim.b[bufnr].commonplace_uri = vim.api.nvim_buf_get_name(bufnr)
end

--- Whether a change is on the current branch of the undo tree, and not undone.
---@param bufnr integer
---@param number integer sequence number of the change
---@return boolean
local function is_done(bufnr, number)
  local tree = vim.api.nvim_buf_call(bufnr, vim.fn.undotree)
  for _, entry in ipairs(tree.entries) do
    if entry.seq == number then
      return tree.seq_cur >= number
    end
  end
  return false
end

--- Returns the version on which a buffer's text is based. Undoing a change to a later version also
--- restores the earlier base, so that `:write` does not overwrite the later version.
---@param bufnr integer
---@return string?
---@return { change: integer, base: string }[] taken the changes that were not undone
function M.base(bufnr)
  local done = {}
  for _, taken in ipairs(vim.b[bufnr].commonplace_taken or {}) do
    if not is_done(bufnr, taken.change) then
      return taken.base, done
    end
    table.insert(done, taken)
  end
  return vim.b[bufnr].commonplace_version, done
end

--- Replaces a buffer's text by a text that contains the stored text, and makes the stored version
--- its base; can be undone.
---@param bufnr integer
---@param text string
---@param stored { version: string, text: string }
function M.take(bufnr, text, stored)
  local base, taken = M.base(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('let &l:undolevels = &l:undolevels') -- a separate change
  end)
  buffer_text.replace(bufnr, text)
  M.rebase(bufnr, stored.version, stored.text)
  if base then
    local change = vim.api.nvim_buf_call(bufnr, vim.fn.undotree).seq_cur
    table.insert(taken, { change = change, base = base })
    vim.b[bufnr].commonplace_taken = taken
  end
end

--- Returns the part of a document's name that identifies a note or the record of its book; nil for
--- other names.
---@param name string
---@return string?
function M.key(name)
  local id, rest = name:match('^commonplace://[^/]*/([^/]+)(.*)')
  return id and (rest == '/book.yaml' and id .. rest or id)
end

---@param name string
---@return boolean
function M.is_record(name)
  return name:match('^commonplace://[^/]*/[^/]+/book%.yaml$') ~= nil
end

--- Returns the ID of the note that a buffer's name means; nil for other names and for book records.
---@param name string
---@return string?
function M.note_id(name)
  return not M.is_record(name) and M.key(name) or nil
end

--- Returns the loaded buffers of notes and records, or only those of `uris`.
---@param uris? string[]
---@return integer[]
function M.buffers(uris)
  local wanted = {}
  for _, uri in ipairs(uris or {}) do
    wanted[M.key(uri) or ''] = true
  end
  return vim.tbl_filter(function(bufnr)
    local key = M.key(vim.api.nvim_buf_get_name(bufnr))
    return key and vim.api.nvim_buf_is_loaded(bufnr) and (not uris or wanted[key]) or false
  end, vim.api.nvim_list_bufs())
end

---@param mods? string
---@return boolean
local function ask_for_window(mods)
  for word in (mods or ''):gmatch('%a+') do
    if
      word:match('^vert') or word:match('^hor') or word:match('^tab')
      or word:match('left$') or word:match('right$') or word:match('above$') or word:match('below$')
    then
      return true
    end
  end
  return false
end

--- Opens a note or another document, in a new window if `mods` requests one.
---@param uri string
---@param position? { line: integer, text: string? } 0-based line; the cursor goes to `text` in it
---@param mods? string command modifiers, e.g. `vertical` or `tab`
function M.open(uri, position, mods)
  if ask_for_window(mods) then
    vim.cmd(mods .. ' split')
  end
  local open = M.key(uri) and M.buffers({ uri })[1]
  if open then
    -- The buffer may have another name: only the ID identifies the note.
    vim.cmd('buffer ' .. open)
  else
    vim.cmd('edit ' .. vim.fn.fnameescape(uri))
  end
  if not position then
    return
  end
  local line = math.max(1, math.min(position.line + 1, vim.api.nvim_buf_line_count(0)))
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1] or ''
  local column = position.text and text:find(position.text, 1, true) or 1
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
  vim.cmd('normal! zv')
end

return M

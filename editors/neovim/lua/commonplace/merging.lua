--- Brings the texts of a conflict together: what overlaps stands between marks in a scratch buffer,
--- whose `:write` settles it.
local buffer_text = require('commonplace.buffer_text')
local conflict = require('commonplace.conflict')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')

local M = {}

local function request(...)
  return require('commonplace.client').request(...)
end

--- The number of places that are still marked.
---@param text string
---@return integer
local function marks_in(text)
  local _, count = ('\n' .. text):gsub('\n<<<<<<< ', '')
  return count
end

--- The note's buffer has what was saved.
---@param bufnr integer
---@param text string
---@param version string
local function show_saved(bufnr, text, version)
  if vim.api.nvim_buf_is_valid(bufnr) then
    require('commonplace.documents').take(bufnr, text, { version = version, text = text })
    vim.bo[bufnr].modified = false
    require('commonplace.unsaved').drop(bufnr)
    conflict.settled(bufnr)
  end
end

--- Closes a scratch buffer, and goes back to the note.
---@param scratch integer
---@param bufnr integer
local function leave(scratch, bufnr)
  vim.schedule(function()
    if not vim.api.nvim_buf_is_valid(scratch) then
      return
    end
    if vim.api.nvim_buf_is_valid(bufnr) then
      for _, window in ipairs(vim.fn.win_findbuf(scratch)) do
        vim.api.nvim_win_set_buf(window, bufnr)
      end
    end
    vim.api.nvim_buf_delete(scratch, { force = true })
  end)
end

--- Opens the scratch buffer. `save` stores its text, and returns the version, or why it did not.
---@param bufnr integer
---@param text string with marks
---@param save fun(text: string): string?, string?
local function open(bufnr, text, save)
  local scratch = vim.api.nvim_create_buf(true, false)
  local title = labels.note_title(bufnr)
  local name = ('merge of %s'):format((title:gsub('[/\\:]', '-')))
  if not pcall(vim.api.nvim_buf_set_name, scratch, name) then
    pcall(vim.api.nvim_buf_set_name, scratch, ('%s [%d]'):format(name, scratch))
  end
  buffer_text.set(scratch, text)
  vim.bo[scratch].buftype = 'acwrite'
  vim.bo[scratch].swapfile = false
  vim.bo[scratch].modified = true
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = scratch,
    desc = 'Settle a conflict',
    callback = function()
      local merged = buffer_text.get(scratch)
      local left = marks_in(merged)
      if left > 0 then
        local places = left == 1 and '1 place is' or left .. ' places are'
        messages.fail(('not saved: %s marked still, by `<<<<<<<` and `>>>>>>>`'):format(places))
        return
      end
      local version, err = save(merged)
      if not version then
        messages.fail('not saved: ' .. err)
        return
      end
      vim.bo[scratch].modified = false
      show_saved(bufnr, merged, version)
      leave(scratch, bufnr)
      messages.note(err or ('“%s” saved, with both changes'):format(title))
    end,
  })
  -- In the window of the note, which stays beside the other text no longer.
  conflict.settled(bufnr)
  vim.schedule(function()
    vim.cmd('buffer ' .. scratch)
    vim.fn.cursor(1, 1)
    vim.fn.search('^<<<<<<< ', 'c')
    messages.note('choose in each marked place, and take the marks out; `:write` settles it')
  end)
end

--- Brings together a refused text and the stored one.
---@param bufnr integer
---@param stored { version: string, marked: string? }
local function merge_refused(bufnr, stored)
  local uri = vim.api.nvim_buf_get_name(bufnr)
  if not stored.marked then
    messages.tell('this server cannot bring the texts together; edit yours, then `:write!`')
    return
  end
  open(bufnr, stored.marked, function(text)
    local params = { uri = uri, text = text, baseVersion = stored.version }
    local result, err = request('commonplace/writeNote', params)
    if not result then
      return nil, err
    elseif type(result.conflict) == 'table' then
      return nil, 'the note was changed elsewhere once more. `:write` in the note shows it'
    end
    return result.version
  end)
end

---@param uri string
---@param text string
---@param versions string[]
---@return string? version
---@return string? message or the reason
local function settle(uri, text, versions)
  local params = { uri = uri, text = text, versions = versions }
  local result, err = request('commonplace/settleConflict', params)
  if not result then
    return nil, err
  end
  local more = 'saved; another text came meanwhile: `:Commonplace merge` again'
  return result.version, result.isInConflict and more or nil
end

--- Brings the texts of a buffer's conflict together.
---@param bufnr integer
function M.merge_in(bufnr)
  local stored = conflict.refused(bufnr)
  if stored and stored.text then
    merge_refused(bufnr, stored)
    return
  elseif vim.bo[bufnr].modified then
    messages.tell('the note has changes that are not saved: `:write` first')
    return
  end
  local uri = vim.api.nvim_buf_get_name(bufnr)
  local merged, err = request('commonplace/mergeConflict', { uri = uri })
  if not merged then
    messages.tell(err)
  elseif merged.overlaps > 0 then
    open(bufnr, merged.text, function(text)
      return settle(uri, text, merged.versions)
    end)
  else
    local version, message = settle(uri, merged.text, merged.versions)
    if not version then
      messages.tell(message)
      return
    end
    show_saved(bufnr, merged.text, version)
    messages.note(message or 'merged: the note has both changes; `:Commonplace history` has each')
  end
end

--- Brings the texts of the current note's conflict together.
function M.merge()
  local bufnr = vim.api.nvim_get_current_buf()
  if not require('commonplace.documents').note_id(vim.api.nvim_buf_get_name(bufnr)) then
    messages.tell('`:Commonplace merge` is for a buffer that is a note')
    return
  end
  M.merge_in(bufnr)
end

return M

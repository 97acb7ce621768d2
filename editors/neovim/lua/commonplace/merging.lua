local buffer_text = require('commonplace.buffer_text')
local conflict = require('commonplace.conflict')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

--- Merges all texts in conflict into one, in the note's own buffer; `u` undoes it. Saves the text
--- if no changes overlap. Otherwise `:write` saves it, once no marker is left.
---@param bufnr integer
function M.merge_in(bufnr)
  local params = { uri = vim.api.nvim_buf_get_name(bufnr) }
  local stored = conflict.refused(bufnr)
  if documents.is_record(params.uri) then
    messages.tell('a book has only one record: use `:Commonplace keep shown` or `keep other`')
    return
  elseif stored and stored.text then
    -- The current text of the buffer, which may have changed since the save was refused.
    params.text = buffer_text.get(bufnr)
    params.baseVersion = documents.base(bufnr)
  elseif vim.bo[bufnr].modified then
    messages.tell('the note has changes that are not saved: `:write` first')
    return
  end
  local merged, err = require('commonplace.client').request('commonplace/mergeConflict', params)
  if not merged then
    messages.tell(err)
    return
  end
  documents.take(bufnr, merged.text, merged)
  vim.bo[bufnr].modified = true
  -- The user who merges a version needs no warning about it.
  vim.b[bufnr].commonplace_warned = merged.stored
  conflict.settled(bufnr)
  if merged.overlaps == 0 then
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd('write')
    end)
    return
  end
  vim.schedule(function()
    if vim.api.nvim_get_current_buf() == bufnr then
      vim.fn.cursor(1, 1)
      vim.fn.search('^<<<<<<< ', 'c')
    end
    messages.note('resolve each conflict and delete its markers; `:write` saves the result')
  end)
end

function M.merge()
  local bufnr = vim.api.nvim_get_current_buf()
  if not documents.note_id(vim.api.nvim_buf_get_name(bufnr)) then
    messages.tell('`:Commonplace merge` works in a note: open one first')
    return
  end
  M.merge_in(bufnr)
end

return M

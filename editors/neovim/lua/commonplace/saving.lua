--- Writes notes: `:write` waits until the server has the text on disk, or fails.
local buffer_text = require('commonplace.buffer_text')
local client = require('commonplace.client')
local config = require('commonplace.config')
local conflict = require('commonplace.conflict')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')
local titles = require('commonplace.titles')

local M = {}

--- Time in milliseconds after which a running save is reported.
local patience = 300

--- Minimum timeout in milliseconds: the server may have to wait for another program that writes the
--- notebook.
local least_timeout = 15000

--- Whether the server has a buffer's text, and can check it by its digest.
---@param bufnr integer
---@return boolean
local function is_followed(bufnr)
  local running = client.running()
  if not running or not vim.lsp.buf_is_attached(bufnr, running.id) then
    return false
  end
  local path = { 'experimental', 'commonplace', 'writeNote', 'digest' }
  return vim.tbl_get(running.server_capabilities or {}, unpack(path)) == true
end

--- Saves a text. If the server follows the buffer, sends only a digest first.
---@param bufnr integer
---@param text string
---@param digest string the SHA-256 of the text
---@param base string?
---@return table? result
---@return string? err
local function request(bufnr, text, digest, base)
  local params = { uri = vim.api.nvim_buf_get_name(bufnr), baseVersion = base }
  local timeout = math.max(config.current.timeout, least_timeout)
  if is_followed(bufnr) then
    params.digest = digest
    local result, err = client.request('commonplace/writeNote', params, timeout)
    if not result or not result.needsText then
      return result, err
    end
    params.digest = nil
  end
  params.text = text
  return client.request('commonplace/writeNote', params, timeout)
end

---@param bufnr integer
---@param text string
---@param digest string
---@param bang boolean whether to replace the stored text that was shown
---@return table? result
---@return string? err
local function send(bufnr, text, digest, bang)
  local base = documents.base(bufnr) ---@type string?
  if bang and vim.b[bufnr].commonplace_shown then
    base = vim.b[bufnr].commonplace_shown
  end
  local result, err = request(bufnr, text, digest, base)
  if not result then
    -- The server may have ended, or timed out, after it stored the text.
    vim.b[bufnr].commonplace_sent = digest
    if not client.running() then
      result, err = request(bufnr, text, digest, base) -- this starts another
    end
  end
  if not result then
    return nil, err
  end
  local stored = result.conflict
  local stored_text = stored and stored.text
  if stored_text and vim.fn.sha256(stored_text) == vim.b[bufnr].commonplace_sent then
    return request(bufnr, text, digest, stored.version)
  end
  return result
end

---@param wait fun(...): table?, string?
---@return table? result
---@return string? err
local function say_if_slow(wait, ...)
  local is_over = false
  vim.defer_fn(function()
    if not is_over then
      messages.note('saving …')
      vim.cmd('redraw')
    end
  end, patience)
  local ok, result, err = pcall(wait, ...)
  is_over = true
  if not ok then
    error(result, 0)
  end
  return result, err
end

--- Writes the note of a buffer. If that fails, shows an error, and the buffer stays modified, so
--- that `:wq` does not quit.
---@param bufnr integer
---@param name string the argument of `:write`
---@param bang? boolean whether it was `:write!`
function M.write(bufnr, name, bang)
  if name ~= vim.api.nvim_buf_get_name(bufnr) then
    messages.fail('not saved: a note cannot be saved under another name; use `:Commonplace new`')
    return
  elseif vim.b[bufnr].commonplace_uri ~= name then
    messages.fail('not saved: this note was not loaded from the notebook; `:edit!` loads it')
    return
  end
  local text = buffer_text.get(bufnr)
  local digest = vim.fn.sha256(text)
  local result, err = say_if_slow(send, bufnr, text, digest, bang or false)
  if not result then
    messages.fail(('not saved: %s'):format(err))
    return
  end
  if result.conflict then
    conflict.refuse(bufnr, result.conflict)
    return
  end
  vim.b[bufnr].commonplace_sent = nil
  require('commonplace.reloading').refresh_own_lists()
  documents.rebase(bufnr, result.version, text, digest)
  vim.bo[bufnr].modified = false
  require('commonplace.unsaved').drop(bufnr)
  conflict.settled(bufnr)
  if package.loaded['commonplace.review.session'] then
    package.loaded['commonplace.review.session'].saved(bufnr)
  end
  local more = result.isInConflict == true
      and ', but the note changed again: run `:Commonplace merge` once more'
    or ''
  messages.note(('“%s” saved%s'):format(messages.short(titles.of_buffer(bufnr) or name), more))
  if result.trashed == true then
    conflict.in_trash(bufnr)
  end
end

function M.write_part()
  messages.fail('not saved: a note can only be saved as a whole; use `:write`')
end

return M

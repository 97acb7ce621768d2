--- A note that was changed elsewhere while it was edited here: both texts side by side.
local M = {}

--- Why `:write` failed that brought both texts together.
M.merged = 'not saved: changed elsewhere. Those changes are in your text now; `:write` saves both'

---@param text string? what is stored
---@return string
function M.reason(text)
  if not text then
    return 'not saved: the note was deleted elsewhere. `:write` again brings this text back'
  end
  return 'not saved: the note was changed elsewhere, as shown beside it. Merge; then `:write!`'
end

--- Shows what is stored in the buffer's place; `u` brings the buffer's text back.
---@param bufnr integer
---@return string? err
local function take_stored(bufnr)
  local params = { uri = vim.api.nvim_buf_get_name(bufnr) }
  local note, err = require('commonplace.client').request('commonplace/readNote', params)
  if not note then
    return err
  end
  require('commonplace.documents').take(bufnr, note.text, note)
  vim.bo[bufnr].modified = false
  require('commonplace.unsaved').drop(bufnr)
  M.close_soon(bufnr)
end

--- Settles a conflict that `:write` met: with this text, the stored one, or both as notes.
---@param options commonplace.PickerOptions `text` is `mine`, `theirs` or `both`
function M.keep(options)
  local bufnr, keep = vim.api.nvim_get_current_buf(), options.text
  local messages = require('commonplace.messages')
  if not vim.b[bufnr].commonplace_stored_buffer then
    messages.tell('no conflict is open in this buffer')
  elseif keep == 'mine' then
    vim.cmd('write!')
  elseif keep == 'theirs' then
    local err = take_stored(bufnr)
    if err then
      messages.tell('your text stays as it is: ' .. err)
    end
  elseif keep == 'both' then
    local text = require('commonplace.buffer_text').get(bufnr)
    local client = require('commonplace.client')
    local note, err = client.request('commonplace/createNote', { text = text })
    if not note then
      messages.tell('no note was made of your text, which stays as it is: ' .. err)
      return
    end
    err = take_stored(bufnr)
    if err then
      messages.tell('your text is a separate note now; here it stays as it is: ' .. err)
      return
    end
    local title = require('commonplace.labels').one_line(text:match('^#*([^\n]*)'))
    messages.tell(('your text is a separate note, “%s”'):format(title), vim.log.levels.INFO)
  else
    messages.tell('`:Commonplace keep` needs `mine`, `theirs` or `both`')
  end
end

---@param bufnr integer
---@return integer?
local function shown(bufnr)
  local other = vim.b[bufnr].commonplace_stored_buffer
  if other and vim.api.nvim_buf_is_valid(other) then
    return other
  end
end

---@param bufnr integer
---@return integer
local function stored_buffer(bufnr)
  local other = shown(bufnr)
  if not other then
    other = vim.api.nvim_create_buf(false, true)
    vim.bo[other].bufhidden = 'wipe'
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
    -- A unique name, whatever else is open.
    pcall(vim.api.nvim_buf_set_name, other, ('stored %s [%d]'):format(name, other))
    vim.b[bufnr].commonplace_stored_buffer = other
  end
  return other
end

---@param bufnr integer
---@return integer window
local function window_of(bufnr)
  if vim.api.nvim_get_current_buf() == bufnr then
    return vim.api.nvim_get_current_win()
  end
  local window = vim.fn.bufwinid(bufnr)
  if window == -1 then
    vim.cmd('tab sbuffer ' .. bufnr)
    window = vim.api.nvim_get_current_win()
  end
  return window
end

---@param bufnr integer
---@param text string
---@param version string
local function show(bufnr, text, version)
  local other = stored_buffer(bufnr)
  vim.bo[other].modifiable = true
  require('commonplace.buffer_text').set(other, text)
  vim.bo[other].modifiable = false
  local window = window_of(bufnr)
  if vim.fn.bufwinid(other) == -1 then
    vim.api.nvim_win_call(window, function()
      vim.cmd('rightbelow vertical sbuffer ' .. other)
      vim.cmd('diffthis')
    end)
  end
  vim.api.nvim_win_call(window, function()
    vim.cmd('diffthis')
  end)
  vim.cmd('diffupdate')
  -- From now on `:write!` may replace it.
  vim.b[bufnr].commonplace_shown = version
end

--- Opens what is stored beside what is edited, once the command that found out is over: while it
--- runs, windows may not be opened.
---@param bufnr integer
---@param text string? what is stored; nil where nothing is
---@param version string? of that text
function M.show_soon(bufnr, text, version)
  if not text then
    M.close_soon(bufnr)
    return
  end
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(bufnr) then
      show(bufnr, text, version)
    end
  end)
end

--- Closes what `show_soon` opened.
---@param bufnr integer
function M.close_soon(bufnr)
  if not shown(bufnr) then
    return
  end
  vim.schedule(function()
    local other = vim.api.nvim_buf_is_valid(bufnr) and shown(bufnr)
    if not other then
      return
    end
    vim.b[bufnr].commonplace_stored_buffer = nil
    for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
      vim.api.nvim_win_call(window, function()
        vim.cmd('diffoff')
      end)
    end
    vim.api.nvim_buf_delete(other, { force = true })
  end)
end

return M

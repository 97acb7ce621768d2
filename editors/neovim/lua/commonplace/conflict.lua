--- A note that was changed or deleted outside this editor while it was edited here: shows both
--- texts side by side, and lets the user choose.
local beside = require('commonplace.beside')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')

local M = {}

M.reasons = {
  merged = 'not saved: other changes were merged into your text; `:write` saves all',
  deleted = 'not saved: the note was deleted. Restore it, or create a new note?',
  changed = 'not saved: the note was changed outside this editor; `:write` to choose',
}

---@class commonplace.Side
---@field line string as in every list: its number, its device, its time
---@field words string[] words that choose it
---@field version? string of a stored text

---@class commonplace.Refusal
---@field version? string of the stored text; nil if the note was deleted
---@field text? string
---@field merged? string both texts, if they changed different lines
---@field sides? commonplace.Side[] the stored text and the buffer's text; nil for a deleted note

--- The conflicts of refused saves, by buffer.
---@type table<integer, commonplace.Refusal?>
local refused = {}

local function client()
  return require('commonplace.client')
end

---@param bufnr integer
---@return string
local function uri_of(bufnr)
  return vim.api.nvim_buf_get_name(bufnr)
end

--- Replaces the buffer's text by the stored text; `u` restores the buffer's text.
---@param bufnr integer
---@return string? err
function M.take_stored(bufnr)
  local note, err = client().request('commonplace/readNote', { uri = uri_of(bufnr) })
  if not note then
    return err
  end
  require('commonplace.documents').take(bufnr, note.text, note)
  vim.bo[bufnr].modified = false
  require('commonplace.unsaved').drop(bufnr)
  M.settled(bufnr)
end

---@param bufnr integer
function M.settled(bufnr)
  refused[bufnr] = nil
  beside.close_soon(bufnr)
end

--- Creates a note from the buffer's text, with the book and the images of the note.
---@param bufnr integer
---@return table? made
---@return string? err
local function copy(bufnr)
  local text = require('commonplace.buffer_text').get(bufnr)
  return client().request('commonplace/copyNote', { uri = uri_of(bufnr), text = text })
end

---@param bufnr integer
---@return boolean
local function is_record(bufnr)
  return require('commonplace.documents').is_record(uri_of(bufnr))
end

---@param bufnr integer
local function keep_both(bufnr)
  if is_record(bufnr) then
    messages.tell('a book has only one record: use `:Commonplace keep shown` or `keep other`')
    return
  end
  local made, err = copy(bufnr)
  if not made then
    messages.tell('your text is still in this buffer, but cannot become a separate note: ' .. err)
    return
  end
  err = M.take_stored(bufnr)
  if err then
    messages.tell('your text is now a separate note; this buffer was not reloaded: ' .. err)
    return
  end
  local title = vim.fn.strcharpart(labels.one_line(made.title), 0, 40)
  vim.cmd('redraw') -- in place of the choice
  messages.tell(('your text is now a separate note: “%s”'):format(title), vim.log.levels.INFO)
end

--- The stored texts that the user was last offered, by buffer: numbers refer to them.
---@type table<integer, commonplace.Side[]>
local offered = {}

--- Returns the stored texts of a note that are in conflict; empty if there is no conflict.
---@param bufnr integer
---@param timeout? integer
---@return commonplace.Side[]? sides
---@return string? err
local function stored_sides(bufnr, timeout)
  local params = { uri = uri_of(bufnr) }
  local result, err = client().request('commonplace/listConflicts', params, timeout)
  return result and (result.conflicts[1] or { sides = {} }).sides, err
end

--- Resolves the conflict of a note between the texts that were offered, or else the texts in
--- conflict now. The server refuses a text that does not exist any more.
---@param bufnr integer
---@param keep string
local function resolve(bufnr, keep)
  local sides, err = offered[bufnr], nil
  offered[bufnr] = nil
  if not sides then
    sides, err = stored_sides(bufnr)
  end
  if not sides or #sides == 0 then
    messages.tell(err or 'this note is not in conflict', vim.log.levels.INFO)
    return
  elseif vim.bo[bufnr].modified then
    messages.tell('the note has changes that are not saved: `:write` first')
    return
  end
  local result, failure = client().execute('commonplace.resolveConflict', {
    uri = uri_of(bufnr),
    keep = keep,
    versions = vim.tbl_map(function(side)
      return side.version
    end, sides),
  })
  if failure then
    messages.tell('the conflict is not resolved: ' .. failure)
    return
  end
  M.take_stored(bufnr)
  local made = #(result.created or {})
  messages.note(
    made == 0 and 'resolved: `:Commonplace history` lists the replaced texts'
      or made == 1 and 'resolved: the other text is now a separate note'
      or 'resolved: the other texts are now separate notes'
  )
end

---@param bufnr integer
local function keep_mine(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('write!')
  end)
end

---@param bufnr integer
local function keep_stored(bufnr)
  local err = M.take_stored(bufnr)
  if err then
    messages.tell('cannot load the stored text: ' .. err)
  end
end

---@param sides commonplace.Side[]
---@return string[]
local function words_of(sides)
  local words = { 'both' }
  for _, side in ipairs(sides) do
    vim.list_extend(words, side.words)
  end
  return words
end

--- Resolves a refused save.
---@param bufnr integer
---@param keep string
local function settle(bufnr, keep)
  local sides = refused[bufnr].sides or {}
  local chosen
  for number, side in ipairs(sides) do
    chosen = vim.tbl_contains(side.words, keep) and number or chosen
  end
  if keep == 'both' then
    keep_both(bufnr)
  elseif chosen == 1 then
    keep_stored(bufnr)
  elseif chosen == 2 then
    keep_mine(bufnr)
  elseif #sides == 0 then
    messages.tell('the note was deleted: `:write` asks what to do with your text')
  else
    local words = table.concat(words_of(sides), '`, `')
    messages.tell(('no text is named “%s”: choose one of `%s`'):format(keep, words))
  end
end

---@param options commonplace.PickerOptions `text` is a word of the list, see `words`
function M.keep(options)
  local bufnr = vim.api.nvim_get_current_buf()
  if not require('commonplace.documents').key(uri_of(bufnr)) then
    messages.tell('`:Commonplace keep` works in a note: open one first')
  elseif not options.text then
    messages.tell('name the text to keep: `shown`, `other`, `both`, its number or its device')
  elseif refused[bufnr] then
    settle(bufnr, options.text)
  else
    resolve(bufnr, options.text)
  end
end

--- Returns the words of the texts, for the command line. Waits at most 2 s, and does not report
--- errors.
---@return string[]
function M.words()
  local bufnr = vim.api.nvim_get_current_buf()
  local stored = refused[bufnr]
  local is_note = require('commonplace.documents').key(uri_of(bufnr)) ~= nil
  local sides = stored and stored.sides or is_note and stored_sides(bufnr, 1000) or {}
  offered[bufnr] = not stored and #sides > 0 and sides or nil
  return words_of(sides)
end

--- Asks the user after the current command has ended.
---@param bufnr integer
---@param prompt string
---@param choices { [1]: string, [2]: fun() }[]
local function ask_soon(bufnr, prompt, choices)
  vim.schedule(function()
    if not vim.api.nvim_buf_is_valid(bufnr) then
      return
    end
    vim.ui.select(choices, {
      prompt = prompt,
      kind = 'commonplace',
      format_item = function(choice)
        return choice[1]
      end,
    }, function(choice)
      if choice and vim.api.nvim_buf_is_valid(bufnr) then
        choice[2]()
      end
    end)
  end)
end

local function later() end

---@param bufnr integer
---@param sides commonplace.Side[]
local function ask_what_to_keep(bufnr, sides)
  local function keeping(action)
    return function()
      action(bufnr)
    end
  end
  local merge = require('commonplace.merging').merge_in
  local choices = {
    { 'Keep ' .. sides[1].line, keeping(keep_stored) },
    { 'Keep ' .. sides[2].line, keeping(keep_mine) },
  }
  if not is_record(bufnr) then
    table.insert(choices, 1, { 'Merge both texts in this buffer', keeping(merge) })
    table.insert(choices, { 'Keep both, as two notes', keeping(keep_both) })
  end
  table.insert(choices, { 'Decide later', later })
  local prompt = 'The note was also changed outside this editor. Which text do you want to keep?'
  ask_soon(bufnr, prompt, choices)
end

---@param bufnr integer
local function ask_about_deleted(bufnr)
  ask_soon(bufnr, 'This note was deleted. Your text is not saved yet.', {
    {
      'Restore the note with this text',
      function()
        -- Without a base, the save restores the note, and does not replace another text.
        require('commonplace.documents').rebase(bufnr, nil, nil)
        vim.api.nvim_buf_call(bufnr, function()
          vim.cmd('write')
        end)
      end,
    },
    {
      'Create a note from this text',
      function()
        local text = require('commonplace.buffer_text').get(bufnr)
        local made, err = client().request('commonplace/createNote', { text = text })
        if not made then
          messages.tell('cannot create the note: ' .. err)
          return
        end
        vim.bo[bufnr].modified = false
        require('commonplace.unsaved').drop(bufnr)
        require('commonplace.documents').open(made.uri)
        vim.api.nvim_buf_delete(bufnr, { force = true })
      end,
    },
    { 'Decide later', later },
  })
end

--- Offers to restore a note that was saved in the trash; once for each buffer.
---@param bufnr integer
function M.in_trash(bufnr)
  if vim.b[bufnr].commonplace_trash_told then
    return
  end
  vim.b[bufnr].commonplace_trash_told = true
  ask_soon(bufnr, 'Saved, but this note is in the trash.', {
    {
      'Restore',
      function()
        require('commonplace.trash').restore_note(uri_of(bufnr))
      end,
    },
    { 'Leave in trash', later },
  })
end

--- Makes a save fail, because the stored text has changed: a text that the user has not seen must
--- not be overwritten. If the changes are in different lines, the buffer gets both. If the note was
--- deleted, or the stored text is already shown, asks the user. Otherwise shows the stored text.
---@param bufnr integer
---@param stored commonplace.Refusal
function M.refuse(bufnr, stored)
  local before = refused[bufnr]
  refused[bufnr] = stored
  if not stored.text then
    beside.close_soon(bufnr)
    messages.fail(M.reasons.deleted)
    ask_about_deleted(bufnr)
  elseif stored.merged then
    require('commonplace.documents').take(bufnr, stored.merged, stored)
    M.settled(bufnr)
    messages.fail(M.reasons.merged)
  else
    messages.fail(M.reasons.changed)
    -- Asks only about texts that are visible; the user may not have seen another text.
    local is_seen = before and before.version == stored.version and beside.is_visible(bufnr)
    if is_seen and stored.sides then
      ask_what_to_keep(bufnr, stored.sides)
    else
      M.show_soon(bufnr)
    end
  end
end

---@param bufnr integer
function M.refused(bufnr)
  return refused[bufnr]
end

--- Shows the stored text next to the buffer, after the current command has ended: while it runs,
--- windows may not be opened.
---@param bufnr integer
function M.show_soon(bufnr)
  vim.schedule(function()
    local stored = refused[bufnr]
    if not vim.api.nvim_buf_is_valid(bufnr) or not stored or not stored.text then
      return
    end
    local sides = stored.sides or { { line = '1. stored' }, { line = '2. this buffer' } }
    beside.show(bufnr, stored.text, sides[1].line, sides[2].line)
    -- From now on `:write!` may replace it.
    vim.b[bufnr].commonplace_shown = stored.version
  end)
end

return M

--- A note that was changed or deleted elsewhere while it was edited here: both texts side by side,
--- and the choice between them.
local beside = require('commonplace.beside')
local labels = require('commonplace.labels')
local messages = require('commonplace.messages')

local M = {}

--- The reason why `:write` failed.
M.reasons = {
  merged = 'not saved: the other changes are in your text now; `:write` saves both',
  deleted = 'not saved: the note was deleted. Restore it, or create a new one?',
  changed = 'not saved: the note was changed outside this editor; `:write` to choose',
}

---@class commonplace.Side
---@field line string as every list has it: its number, its device, its time
---@field words string[] that choose it
---@field version? string of a stored text

---@class commonplace.Refusal
---@field version? string of the stored text; nil where the note was deleted
---@field text? string
---@field merged? string both texts, where they changed different lines
---@field sides? commonplace.Side[] the stored text, and that of the buffer

--- What refused saves met, by buffer.
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

--- Shows what is stored in the buffer's place; `u` brings the buffer's text back.
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

--- A buffer has no conflict any more.
---@param bufnr integer
function M.settled(bufnr)
  refused[bufnr] = nil
  beside.close_soon(bufnr)
end

--- Makes a note of the buffer's text, which has the book and the images of the other.
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
    messages.tell('a book has one record: keep `shown` or `other`')
    return
  end
  local made, err = copy(bufnr)
  if not made then
    messages.tell('cannot create a note from your text, which is unchanged: ' .. err)
    return
  end
  err = M.take_stored(bufnr)
  if err then
    messages.tell('your text is now a separate note; this buffer was not reloaded: ' .. err)
    return
  end
  local title = vim.fn.strcharpart(labels.one_line(made.title), 0, 40)
  vim.cmd('redraw') -- in place of the choice
  messages.tell(('your text is a separate note, “%s”'):format(title), vim.log.levels.INFO)
end

--- The stored texts whose words the user was offered last, by buffer: numbers count in them.
---@type table<integer, commonplace.Side[]>
local offered = {}

--- The stored texts of a note that are in conflict; none where it is not.
---@param bufnr integer
---@param timeout? integer
---@return commonplace.Side[]? sides
---@return string? err
local function stored_sides(bufnr, timeout)
  local params = { uri = uri_of(bufnr) }
  local result, err = client().request('commonplace/listConflicts', params, timeout)
  return result and (result.conflicts[1] or { sides = {} }).sides, err
end

--- Settles the stored texts of a note, between those that were offered, else those in conflict now.
--- One that is not there any more is refused.
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
  local _, failure = client().execute('commonplace.resolveConflict', {
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
  messages.note('resolved: the other text is in `:Commonplace history`')
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
    messages.tell('your text is unchanged: ' .. err)
  end
end

--- The words that a user may give.
---@param sides commonplace.Side[]
---@return string[]
local function words_of(sides)
  local words = { 'both' }
  for _, side in ipairs(sides) do
    vim.list_extend(words, side.words)
  end
  return words
end

--- Settles a refused save.
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
    messages.tell('there is no other text: `:write` asks what to do')
  else
    local words = table.concat(words_of(sides), '`, `')
    messages.tell(('no text is named “%s”: choose one of `%s`'):format(keep, words))
  end
end

--- Settles a conflict: with one of the texts, or both as notes.
---@param options commonplace.PickerOptions `text` is a word of the list, see `words`
function M.keep(options)
  local bufnr = vim.api.nvim_get_current_buf()
  if not require('commonplace.documents').key(uri_of(bufnr)) then
    messages.tell('no conflict is open in this buffer')
  elseif not options.text then
    messages.tell('`:Commonplace keep` needs a text: `shown`, `other`, `both`, a number or a name')
  elseif refused[bufnr] then
    settle(bufnr, options.text)
  else
    resolve(bufnr, options.text)
  end
end

--- The words of the texts, for the command line: waits briefly, complains never.
---@return string[]
function M.words()
  local bufnr = vim.api.nvim_get_current_buf()
  local stored = refused[bufnr]
  local is_note = require('commonplace.documents').key(uri_of(bufnr)) ~= nil
  local sides = stored and stored.sides or is_note and stored_sides(bufnr, 1000) or {}
  offered[bufnr] = not stored and #sides > 0 and sides or nil
  return words_of(sides)
end

--- Asks once the command that found out is over, and does what is chosen.
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
    table.insert(choices, 1, { 'Merge both in this buffer', keeping(merge) })
    table.insert(choices, { 'Keep both, as two notes', keeping(keep_both) })
  end
  table.insert(choices, { 'Decide later', later })
  ask_soon(bufnr, 'The note was also changed outside this editor. Keep which text?', choices)
end

---@param bufnr integer
local function ask_about_deleted(bufnr)
  ask_soon(bufnr, 'This note was deleted. Your text is not saved yet.', {
    {
      'Restore the note with this text',
      function()
        -- Without a base: it makes no new note, and replaces nothing.
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

--- Says that a note was saved in the trash, and offers to take it out, once for each buffer.
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

--- Puts what was stored meanwhile before the user, and fails: nothing is written over a text that
--- its writer was not shown. Where both changed different lines, the buffer gets both. The second
--- time it asks.
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
    -- It asks about texts that are on the screen: one that is not, may never have been seen.
    local is_seen = before and before.version == stored.version and beside.is_visible(bufnr)
    if is_seen and stored.sides then
      ask_what_to_keep(bufnr, stored.sides)
    else
      M.show_soon(bufnr)
    end
  end
end

--- The reason for a refused save of a buffer; nil if none was refused.
---@param bufnr integer
function M.refused(bufnr)
  return refused[bufnr]
end

--- Opens what is stored beside what is edited, once the command that found out is over: while it
--- runs, windows may not be opened.
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

--- Two editors with one note open, and what their specs do with them.
local harness = require('harness')

local M = {}

--- The words of `:write` for a conflict: not the warning that comes by itself.
local refusal = 'not saved: the note was changed outside this editor'

--- Opens the first note in both. The editor shows at once the text that the other saves: to be in conflict it
--- must have unsaved text before.
---@param editor Editor
---@return table note
---@return Editor other to be closed by the caller
function M.open(editor)
  editor:start_with_notebook()
  local note = editor:open_note()
  local other = editor:another()
  other:command('edit ' .. note.uri)
  other:wait_attached()
  return note, other
end

--- Types a line at the top, and saves.
---@param editor Editor
---@param line string
---@return string text the text that is stored then
function M.saves(editor, line)
  editor:type_line(line)
  editor:command('write')
  return editor:text()
end

--- A note with `mine` in the first line, unsaved, where `theirs` is stored; the other editor is gone.
---@param editor Editor
---@return table note
---@return string theirs the stored text
function M.clash(editor)
  local note, other = M.open(editor)
  editor:type_line('mine')
  local theirs = M.saves(other, 'theirs')
  other:close_only()
  return note, theirs
end

--- The same, after a `:write` that was refused and shows both texts.
---@param editor Editor
---@return table note
---@return string theirs
function M.shown(editor)
  local note, theirs = M.clash(editor)
  M.refused(editor)
  M.wait_windows(editor, 2)
  return note, theirs
end

--- Saves, which fails, and goes on after its message.
---@param editor Editor
---@param command? string `write` when absent
---@param message? string of a conflict when absent
function M.refused(editor, command, message)
  editor:says(command or 'write', message or refusal)
  editor:type('<CR>')
end

---@param editor Editor
---@param count integer
function M.wait_windows(editor, count)
  editor:wait(count .. ' windows', [[return #vim.api.nvim_list_wins() == ...]], count)
end

--- Checks that what the editor shows is stored.
---@param editor Editor
---@param note table
function M.is_saved(editor, note)
  harness.equal(editor:stored(note.uri).text, editor:text(), 'the stored text')
end

return M

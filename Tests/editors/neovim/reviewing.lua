-- Shared by the specs about review.
local M = {}

--- Starts an editor on a notebook with a note of this text, and opens it.
---@param editor Editor
---@param text string
---@param options? table
---@return string uri
function M.start_with(editor, text, options)
  editor:start_with_notebook(options)
  editor:list_notes()
  local uri = editor:lua(
    [[return require('commonplace.client').request('commonplace/createNote', { text = ... }).uri]],
    text
  )
  editor:command('edit ' .. uri)
  editor:wait_attached()
  return uri
end

M.one_card = '# Peaks\n\nThe highest mountain of Peru is ?[](Huascarán).\n'

--- Waits until the window of review is closed, and no other is.
---@param editor Editor
function M.wait_closed(editor)
  editor:wait('the end', [[return #vim.api.nvim_list_wins() == 1]])
end

return M

local client = require('commonplace.client')
local messages = require('commonplace.messages')

local M = {}

---@class commonplace.ByteRange
---@field first integer[] row and byte column, both 0-based
---@field last integer[] the column exclusive

--- Returns the last selection; nil if there was none.
---@return commonplace.ByteRange?
local function selection()
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  if first[2] == 0 then
    return nil
  end
  local lines = vim.api.nvim_buf_get_lines(0, last[2] - 1, last[2], false)
  local text = lines[1] or ''
  if vim.fn.visualmode() == 'V' then
    return { first = { first[2] - 1, 0 }, last = { last[2] - 1, #text } }
  end
  local column = math.min(last[3] - 1, #text)
  if vim.o.selection ~= 'exclusive' then
    -- To the end of the last selected character, with its combining marks.
    column = column + #vim.fn.matchstr(text, '.', column)
  end
  return { first = { first[2] - 1, first[3] - 1 }, last = { last[2] - 1, column } }
end

--- Turns the last selection into a cloze; with a bang, into a cloze with a hint. Moves the cursor
--- to the position of the hint.
---@param options commonplace.PickerOptions
function M.cloze(options)
  local range, bufnr = selection(), vim.api.nvim_get_current_buf()
  local running = client.running()
  if not range then
    messages.tell('select the answer first: the words that the cloze hides')
    return
  elseif not running or not vim.lsp.buf_is_attached(bufnr, running.id) then
    messages.tell('the commonplace server is not connected to this buffer')
    return
  end
  local actions, err = client.request('textDocument/codeAction', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = {
      start = { line = range.first[1], character = range.first[2] },
      ['end'] = { line = range.last[1], character = range.last[2] },
    },
    context = { diagnostics = {}, only = { 'refactor.rewrite' }, triggerKind = 1 },
  })
  local title = options.bang and 'Make a cloze with a hint' or 'Make a cloze'
  for _, action in ipairs(actions or {}) do
    if action.title == title and action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, running.offset_encoding)
      local line = vim.api.nvim_buf_get_lines(0, range.first[1], range.first[1] + 1, false)[1]
      local hint = line and line:find('[', range.first[2] + 1, true)
      if hint then
        vim.api.nvim_win_set_cursor(0, { range.first[1] + 1, hint })
      end
      return
    end
  end
  local advice = 'cannot make a cloze: select plain text within one line, without “)”'
  messages.tell(err or advice, vim.log.levels.INFO)
end

return M

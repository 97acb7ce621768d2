--- Return continues lists, quotes and pairs, using the server's `textDocument/onTypeFormatting`.
local client = require('commonplace.client')
local rpc = require('commonplace.rpc')

local M = {}

--- Maximum time that a key waits, in milliseconds. After that, the line stays as it was typed.
M.patience = 150

function M.after_return()
  local bufnr, running = vim.api.nvim_get_current_buf(), client.running()
  if not running or not running.initialized or not vim.lsp.buf_is_attached(bufnr, running.id) then
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(0)
  local answer = rpc.request_sync(running, 'textDocument/onTypeFormatting', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    position = { line = cursor[1] - 1, character = cursor[2] },
    ch = '\n',
    options = { tabSize = vim.lsp.util.get_effective_tabstop(bufnr), insertSpaces = true },
  }, M.patience)
  local edits = answer and answer.result
  if not edits or #edits == 0 then
    return
  end
  -- A mark keeps the cursor's position: after text that is inserted at the cursor.
  local namespace = vim.api.nvim_create_namespace('commonplace_typing')
  local mark = vim.api.nvim_buf_set_extmark(bufnr, namespace, cursor[1] - 1, cursor[2], {})
  vim.lsp.util.apply_text_edits(edits, bufnr, running.offset_encoding)
  local place = vim.api.nvim_buf_get_extmark_by_id(bufnr, namespace, mark, {})
  vim.api.nvim_buf_del_extmark(bufnr, namespace, mark)
  if place[1] then
    vim.api.nvim_win_set_cursor(0, { place[1] + 1, place[2] })
  end
end

--- Enables Neovim's own formatting while typing (0.12 and later), or else maps Return in a buffer.
---@param client_id integer
---@param bufnr integer
function M.enable(client_id, bufnr)
  local own = vim.lsp.on_type_formatting
  if own and own.enable then
    own.enable(true, { client_id = client_id })
    return
  end
  vim.keymap.set('i', '<CR>', function()
    -- In the popup menu, Return chooses an item and does not start a line.
    if vim.fn.pumvisible() == 1 then
      return '<CR>'
    end
    local text, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
    -- With 'autoindent', a second Return removes the space after an empty marker, which then is not
    -- a marker any more. Typing and deleting a letter prevents that.
    local typed = column == #text and text:find('%S%s$') and 'x<BS>' or ''
    return typed .. [[<CR><Cmd>lua require('commonplace.typing').after_return()<CR>]]
  end, { buffer = bufnr, expr = true })
end

return M

local client = require('commonplace.client')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

--- Returns the link at the cursor, or else the first link of its line. In a view, a line without a
--- link belongs to the last link above it.
---@param links table[]
---@return table? link
local function link_at_cursor(links)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local row = cursor[1] - 1
  local in_line, above
  for _, link in ipairs(links) do
    local from, to = link.range.start, link.range['end']
    if from.line == row and to.line == row then
      if cursor[2] >= from.character and cursor[2] < to.character then
        return link
      end
      in_line = in_line or link
    elseif from.line < row then
      above = link
    end
  end
  local in_view = vim.startswith(vim.api.nvim_buf_get_name(0), 'commonplace-view:')
  return in_line or in_view and above or nil
end

---@param target string
---@param mods? string
local function open(target, mods)
  if target:find('^commonplace://') then
    local uri, line = target:match('^(.-)#L(%d+)$')
    documents.open(uri or target, line and { line = tonumber(line) - 1 } or nil, mods)
  elseif target:find('^commonplace%-view://') then
    documents.open(target, nil, mods)
  elseif target:find('^https?://') or target:find('^mailto:') or target:find('^file://') then
    local _, err = vim.ui.open(target)
    if err then
      messages.tell(err)
    end
  else
    messages.tell(('cannot open this kind of link: %s'):format(target), vim.log.levels.WARN)
  end
end

--- Returns the target of the link at the cursor; nil after a message, or if the link matches no
--- note.
---@return string?
function M.target()
  local running = client.running()
  local bufnr = vim.api.nvim_get_current_buf()
  if not running or not vim.lsp.buf_is_attached(bufnr, running.id) then
    messages.tell('the commonplace server is not connected to this buffer')
    return nil
  end
  local links, err = client.request('textDocument/documentLink', {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
  })
  if err then
    messages.tell(err)
    return nil
  end
  local link = link_at_cursor(links or {})
  if not link then
    messages.tell('this line has no link', vim.log.levels.INFO)
    return nil
  elseif not link.target then
    link, err = client.request('documentLink/resolve', link)
    if not link then
      messages.tell(err)
      return nil
    end
  end
  return link.target
end

---@param options commonplace.PickerOptions
function M.follow(options)
  local target = M.target()
  if target then
    open(target, options.mods)
  end
end

return M

local client = require('commonplace.client')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')
local rpc = require('commonplace.rpc')

local M = {}

--- The image types that notes accept, the best first.
local kinds = { 'image/png', 'image/jpeg', 'image/webp', 'image/gif' }

--- Time that a program may take to print the clipboard, in milliseconds.
local patience = 5000

--- Programs that print the clipboard's image on Wayland, X11 and macOS. KIND is replaced by the
--- type.
local programs = {
  { 'wl-paste', '--no-newline', '--type', 'KIND' },
  { 'xclip', '-selection', 'clipboard', '-t', 'KIND', '-o' },
  { 'pngpaste', '-' },
}

---@return string? data
---@return string? err
local function clipboard()
  local err = 'cannot paste an image: install wl-clipboard, xclip or pngpaste (macOS)'
  for _, program in ipairs(programs) do
    for _, kind in ipairs(vim.fn.executable(program[1]) == 1 and kinds or {}) do
      err = 'the clipboard does not contain an image'
      local command = vim.tbl_map(function(word)
        return word == 'KIND' and kind or word
      end, program)
      local done = vim.system(command, { timeout = patience }):wait()
      if done.code == 0 and done.stdout ~= '' then
        return done.stdout
      end
    end
  end
  return nil, err
end

--- Returns the current buffer if it is a note that can be modified; nil after a message.
---@return integer? bufnr
local function note_here()
  local bufnr = vim.api.nvim_get_current_buf()
  local name = vim.api.nvim_buf_get_name(bufnr)
  if not documents.note_id(name) then
    messages.tell('first open the note to which you want to add the image')
  elseif not vim.bo[bufnr].modifiable then
    messages.tell('cannot add an image: this buffer cannot be changed')
  else
    return bufnr
  end
end

--- Inserts an image's Markdown at the cursor; after a word, inserts a space first. Moves the cursor
--- to the position of the caption.
---@param markdown string
local function insert(markdown)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local is_typing = vim.api.nvim_get_mode().mode:find('^i') ~= nil
  if not is_typing and line ~= '' then
    -- Inserts after the character under the cursor.
    column = column + #vim.fn.matchstr(line:sub(column + 1), '^.')
  end
  local before = line:sub(1, column)
  local gap = before:find('%S$') and ' ' or ''
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column, { gap .. markdown })
  vim.api.nvim_win_set_cursor(0, { row, column + #gap + 2 })
end

---@param bufnr integer
---@param content { path: string?, data: string? } its file, or its bytes in base64
local function add(bufnr, content)
  local params = vim.tbl_extend('force', { uri = vim.api.nvim_buf_get_name(bufnr) }, content)
  -- Adding a photograph takes longer than saving a note.
  local timeout = math.max(require('commonplace.config').current.timeout, 15000)
  local image, err = client.request('commonplace/addImage', params, timeout)
  if not image then
    messages.tell(err or 'the image was not added')
    return
  elseif vim.api.nvim_get_current_buf() ~= bufnr then
    messages.tell('the image is stored with the note; to show it, insert ' .. image.markdown)
    return
  end
  insert(image.markdown)
  messages.note(image.message)
  require('commonplace.inline_images').refresh_soon(bufnr)
end

function M.paste_image()
  local bufnr = note_here()
  if not bufnr then
    return
  end
  local data, err = clipboard()
  if data then
    add(bufnr, { data = vim.base64.encode(data) })
  else
    messages.tell(err)
  end
end

---@param options commonplace.PickerOptions `text` is the path; asks if absent
function M.add_image(options)
  local bufnr = note_here()
  if not bufnr then
    return
  elseif not options.text then
    vim.ui.input({ prompt = 'Image: ', completion = 'file' }, function(path)
      if path and vim.trim(path) ~= '' then
        M.add_image({ text = path })
      end
    end)
    return
  end
  local path = vim.fn.expand(vim.fn.escape(options.text, '\\'))
  add(bufnr, { path = vim.fn.fnamemodify(path, ':p') })
end

---@param lead string
---@return string[]
---@return boolean fit true: they match the typed text, which may have backslashes
function M.files(lead)
  return vim.fn.getcompletion(lead, 'file'), true
end

local endings = { gif = true, jpeg = true, jpg = true, png = true, webp = true }

--- Returns the path if a pasted text is the path of an image, as terminals paste dropped files.
---@param lines string[]
---@return string? path
local function dropped(lines)
  local text = vim.trim(lines[1] or '')
  if #lines > 2 or (lines[2] or '') ~= '' or #text > 4096 then
    return nil
  end
  local path = text:match("^'(.*)'$") or text:match('^"(.*)"$') or text:gsub('\\(.)', '%1')
  if path:find('^file://') then
    path = vim.uri_to_fname(path)
  end
  local is_wanted = path:find('^[/~]') and endings[vim.fn.fnamemodify(path, ':e'):lower()]
  path = is_wanted and vim.fn.fnamemodify(path, ':p') or nil
  return path and vim.fn.filereadable(path) == 1 and path or nil
end

---@param bufnr integer
---@param path string
---@param paste fun() inserts the text instead
local function offer(bufnr, path, paste)
  vim.schedule(function()
    vim.ui.select({ 'Add the image to the note', 'Insert the path' }, {
      prompt = ('“%s” is an image:'):format(vim.fn.fnamemodify(path, ':t')),
      kind = 'commonplace',
    }, function(_, index)
      if index == 1 and vim.api.nvim_buf_is_valid(bufnr) then
        add(bufnr, { path = path })
      elseif index == 2 then
        paste()
      end
    end)
  end)
end

local has_offer = false

--- Replaces `vim.paste`, to offer adding an image file that is dropped on a note.
function M.offer_dropped_files()
  if has_offer then
    return
  end
  has_offer = true
  local paste = vim.paste
  ---@type { lines: string[], path: string, bufnr: integer }?
  local held
  -- A terminal sends a paste in parts. If only an empty part follows, the first is the whole paste.
  vim.paste = function(lines, phase)
    local first = held
    held = nil
    if first then
      if phase == 3 and #lines <= 1 and (lines[1] or '') == '' then
        offer(first.bufnr, first.path, function()
          paste(first.lines, -1)
        end)
        return true
      end
      paste(first.lines, 1)
      return paste(lines, phase)
    end
    local bufnr = vim.api.nvim_get_current_buf()
    local mode = vim.api.nvim_get_mode().mode:sub(1, 1)
    local is_note = documents.note_id(vim.api.nvim_buf_get_name(bufnr)) ~= nil
      and vim.bo[bufnr].modifiable
      and (mode == 'n' or mode == 'i')
    local path = (phase == -1 or phase == 1) and is_note and dropped(lines) or nil
    if not path then
      return paste(lines, phase)
    elseif phase == 1 then
      held = { lines = lines, path = path, bufnr = bufnr }
    else
      offer(bufnr, path, function()
        paste(lines, -1)
      end)
    end
    return true
  end
end

--- Returns the image that a link means, if the image is stored with the note; nil for other links.
---@param link table
---@return string? target
function M.target(link)
  return not link.target and type(link.data) == 'table' and link.data.target or nil
end

--- Requests the file of an image link, without waiting, and calls `show` with its path unless the
--- request fails.
---@param running table
---@param link table
---@param show fun(path: string)
function M.resolve(running, link, show)
  rpc.call(running, 'request', 'documentLink/resolve', link, function(err, resolved)
    if not err and resolved and type(resolved.target) == 'string' then
      show(vim.uri_to_fname(resolved.target))
    end
  end)
end

return M

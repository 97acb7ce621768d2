--- Images of notes: from the clipboard, from files, and shown by the system.
local client = require('commonplace.client')
local compat = require('commonplace.compat')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

--- The kinds that notes take, the best first.
local kinds = { 'image/png', 'image/jpeg', 'image/webp', 'image/gif' }

--- The time that a program may take to hand the clipboard over, in milliseconds.
local patience = 5000

---@class commonplace.ClipboardTool
---@field program string
---@field is_usable fun(): boolean whether the clipboard that it knows is there
---@field list? string[] prints the kinds of what the clipboard has
---@field read fun(kind: string): string[] prints the image

---@type commonplace.ClipboardTool[]
local tools = {
  {
    program = 'wl-paste',
    is_usable = function()
      return (vim.env.WAYLAND_DISPLAY or '') ~= ''
    end,
    list = { 'wl-paste', '--list-types' },
    read = function(kind)
      return { 'wl-paste', '--no-newline', '--type', kind }
    end,
  },
  {
    program = 'xclip',
    is_usable = function()
      return (vim.env.DISPLAY or '') ~= ''
    end,
    list = { 'xclip', '-selection', 'clipboard', '-t', 'TARGETS', '-o' },
    read = function(kind)
      return { 'xclip', '-selection', 'clipboard', '-t', kind, '-o' }
    end,
  },
  {
    program = 'pngpaste',
    is_usable = function()
      return vim.fn.has('mac') == 1
    end,
    read = function()
      return { 'pngpaste', '-' }
    end,
  },
}

--- Runs a program whose output goes into a file: Neovim's own reading loses bytes.
---@param command string[]
---@param path string
---@return boolean succeeded
local function run(command, path)
  local words = { 'sh', '-c', 'out=$1; shift; exec "$@" >"$out" 2>/dev/null', 'sh', path }
  local job = vim.fn.jobstart(vim.list_extend(words, command))
  if job <= 0 then
    return false
  end
  local status = vim.fn.jobwait({ job }, patience)[1]
  if status == -1 then
    vim.fn.jobstop(job)
  end
  return status == 0
end

--- Puts the clipboard's image into a file.
---@param path string
---@return string? err
local function take_clipboard(path)
  local is_installed = false
  for _, tool in ipairs(tools) do
    if tool.is_usable() and vim.fn.executable(tool.program) == 1 then
      is_installed = true
      local offered
      if tool.list then
        offered = run(tool.list, path) and vim.fn.readfile(path) or {}
      end
      for _, kind in ipairs(kinds) do
        local is_offered = not offered or vim.tbl_contains(offered, kind)
        if is_offered and run(tool.read(kind), path) and vim.fn.getfsize(path) > 0 then
          return nil
        end
      end
    end
  end
  if is_installed then
    return 'there is no image in the clipboard'
  end
  return 'no image can be pasted: install wl-paste, xclip (X11) or pngpaste (macOS)'
end

--- The note that is meant, or a message.
---@return integer? bufnr
local function note_here()
  local bufnr = vim.api.nvim_get_current_buf()
  local name = vim.api.nvim_buf_get_name(bufnr)
  if not documents.note_id(name) then
    messages.tell('an image can be added to a buffer that is a note')
  elseif not vim.bo[bufnr].modifiable then
    messages.tell('no image can be added: the text cannot be changed')
  else
    return bufnr
  end
end

--- Inserts an image's Markdown at the cursor, apart from the word before, and puts the cursor
--- where its caption is written.
---@param markdown string
local function insert(markdown)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local is_typing = vim.api.nvim_get_mode().mode:find('^i') ~= nil
  if not is_typing and line ~= '' then
    -- After the character under the cursor.
    column = column + #vim.fn.matchstr(line:sub(column + 1), '^.')
  end
  local before = line:sub(1, column)
  local gap = before:find('%S$') and ' ' or ''
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column, { gap .. markdown })
  vim.api.nvim_win_set_cursor(0, { row, column + #gap + 2 })
end

--- Adds the image in a file to a note, and its Markdown to the text.
---@param bufnr integer
---@param path string
local function add(bufnr, path)
  local params = { uri = vim.api.nvim_buf_get_name(bufnr), path = path }
  -- A photograph takes longer than a note.
  local timeout = math.max(require('commonplace.config').current.timeout, 15000)
  local image, err = client.request('commonplace/addImage', params, timeout)
  if not image then
    messages.tell(err or 'the image was not added')
    return
  elseif vim.api.nvim_get_current_buf() ~= bufnr then
    messages.tell('the image is stored with the note; its text shows it as ' .. image.markdown)
    return
  end
  insert(image.markdown)
  messages.note(image.message)
  require('commonplace.inline_images').refresh_soon(bufnr)
end

--- Adds the clipboard's image to this note.
function M.paste_image()
  local bufnr = note_here()
  if not bufnr then
    return
  end
  local path = vim.fn.tempname()
  local err = take_clipboard(path)
  if err then
    messages.tell(err)
  else
    add(bufnr, path)
  end
  vim.fn.delete(path)
end

--- Adds a file to this note.
---@param options commonplace.PickerOptions `text` is the path; asked for when absent
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
  add(bufnr, vim.fn.fnamemodify(vim.fn.expand(vim.fn.escape(options.text, '\\')), ':p'))
end

--- The file of an image that is stored with a note.
---@param uri string of the note
---@param target string as in its text
---@return string? path
---@return string? err
function M.file(uri, target)
  local image, err = client.request('commonplace/readImage', { uri = uri, target = target })
  if not image then
    return nil, err
  end
  return vim.uri_to_fname(image.file)
end

local endings = { gif = true, jpeg = true, jpg = true, png = true, webp = true }

--- The path of an image that a pasted text is: as terminals paste a file that is dropped.
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
---@param paste fun() what happens otherwise
local function offer(bufnr, path, paste)
  vim.schedule(function()
    vim.ui.select({ 'Add the image to the note', 'Insert the path' }, {
      prompt = ('“%s” is an image:'):format(vim.fn.fnamemodify(path, ':t')),
      kind = 'commonplace',
    }, function(_, index)
      if index == 1 and vim.api.nvim_buf_is_valid(bufnr) then
        add(bufnr, path)
      elseif index == 2 then
        paste()
      end
    end)
  end)
end

local has_offer = false

--- Offers to add a file that is dropped on a note, from the first note on: what is pasted
--- anywhere else, or is no path of an image, is pasted as ever.
function M.offer_dropped_files()
  if has_offer then
    return
  end
  has_offer = true
  local paste = vim.paste
  ---@type { lines: string[], path: string, bufnr: integer }?
  local held
  -- A terminal sends a paste in parts, the last of which is empty.
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

--- Whether a link leads to an image that is stored with the note.
---@param link table
---@return string? target
function M.target(link)
  return not link.target and type(link.data) == 'table' and link.data.target or nil
end

--- Asks where a link without a target leads, without waiting.
---@param running table
---@param link table
---@param show fun(path: string)
function M.resolve(running, link, show)
  compat.request(running, 'documentLink/resolve', link, function(err, resolved)
    if not err and resolved and type(resolved.target) == 'string' then
      show(vim.uri_to_fname(resolved.target))
    end
  end)
end

return M

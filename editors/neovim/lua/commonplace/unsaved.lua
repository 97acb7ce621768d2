--- Keeps unsaved text of notes, in case Neovim or the machine stops. Notes are not files, so they
--- have no swap files. Instead, a note with unsaved changes has a file in the user's state folder,
--- which is written while the user types. Book records do not.
local buffer_text = require('commonplace.buffer_text')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

--- The change ticks at which buffers were last kept.
---@type table<integer, integer>
local kept = {}

--- The times at which buffers that will be kept soon were changed, in milliseconds: the first and
--- the last change.
---@type table<integer, { first: integer, last: integer }>
local awaited = {}

--- Time between a change and the write, in milliseconds.
local pause = 250

--- A text with more bytes than `long` is written after `rest` milliseconds without typing, or after
--- `patience` milliseconds with typing.
local long, rest, patience = 200000, 600, 3000

---@return string
local function directory()
  return vim.fn.stdpath('state') .. '/commonplace/unsaved'
end

---@param id string
---@return string
local function plain(id)
  return (vim.fn.tolower(id):gsub('[^%w-]', ''))
end

--- Returns the number of texts that other sessions keep or have left.
---@return integer
function M.count()
  local own = ('.%d.json'):format(vim.fn.getpid())
  return #vim.tbl_filter(function(path)
    return not vim.endswith(path, own)
  end, vim.fn.glob(directory() .. '/*.json', true, true))
end

---@param bufnr integer
---@return string? path the file of this process for the note
local function path_of(bufnr)
  local id = documents.note_id(vim.api.nvim_buf_get_name(bufnr))
  return id and ('%s/%s.%d.json'):format(directory(), plain(id), vim.fn.getpid())
end

--- Writes a file that only its owner can read, completely or not at all.
---@param path string
---@param text string
local function write(path, text)
  -- Another Neovim may create the folder at the same time, which is an error.
  pcall(vim.fn.mkdir, vim.fn.fnamemodify(path, ':h'), 'p', 448) -- 0700
  local new = path .. '.new'
  local file = vim.loop.fs_open(new, 'w', 384) -- 0600
  if not file then
    return
  end
  local written = vim.loop.fs_write(file, text, 0)
  vim.loop.fs_close(file)
  if written == #text then
    vim.loop.fs_rename(new, path)
  end
end

--- Keeps the text of a note if it has changed since it was kept; drops it without unsaved changes.
---@param bufnr integer
function M.keep(bufnr)
  local path = path_of(bufnr)
  if not path or not vim.b[bufnr].commonplace_uri then
    return
  elseif not vim.bo[bufnr].modified then
    M.drop(bufnr)
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  if kept[bufnr] ~= tick then
    kept[bufnr] = tick
    local kept_text = { text = buffer_text.get(bufnr), time = os.time() }
    kept_text.base = documents.base(bufnr)
    write(path, vim.json.encode(kept_text))
  end
end

---@param bufnr integer
---@return boolean
local function is_long(bufnr)
  return vim.api.nvim_buf_get_offset(bufnr, vim.api.nvim_buf_line_count(bufnr)) > long
end

---@param bufnr integer
---@param delay integer milliseconds
local function keep_later(bufnr, delay)
  vim.defer_fn(function()
    local times = awaited[bufnr]
    if not vim.api.nvim_buf_is_loaded(bufnr) then
      awaited[bufnr] = nil
      return
    end
    local now = vim.loop.now()
    local due = math.min(times.last + rest, times.first + patience)
    if is_long(bufnr) and due > now then
      keep_later(bufnr, due - now)
    else
      awaited[bufnr] = nil
      M.keep(bufnr)
    end
  end, delay)
end

---@param bufnr integer
function M.keep_soon(bufnr)
  local now = vim.loop.now()
  if awaited[bufnr] then
    awaited[bufnr].last = now
    return
  end
  awaited[bufnr] = { first = now, last = now }
  keep_later(bufnr, pause)
end

--- Deletes the text of a buffer that this session has kept.
---@param bufnr integer
function M.drop(bufnr)
  if kept[bufnr] then
    kept[bufnr] = nil
    vim.fn.delete(path_of(bufnr) or '')
  end
end

--- Returns the texts of a note from sessions that have ended, the newest last.
---@param bufnr integer
---@return { path: string, text: string, time: integer }[]
local function left(bufnr)
  local id = plain(documents.note_id(vim.api.nvim_buf_get_name(bufnr)) or '')
  local found = {}
  for _, path in ipairs(vim.fn.glob(directory() .. '/*.json', true, true)) do
    local name, process = vim.fn.fnamemodify(path, ':t'):match('^(.+)%.(%d+)%.json$')
    if name == id and vim.loop.kill(tonumber(process), 0) ~= 0 then
      local ok, value = pcall(vim.json.decode, table.concat(vim.fn.readfile(path)))
      if ok and type(value) == 'table' and type(value.text) == 'string' then
        value.path, value.time = path, tonumber(value.time) or 0
        table.insert(found, value)
      end
    end
  end
  table.sort(found, function(one, other)
    return one.time < other.time
  end)
  return found
end

--- Shows a message if ended sessions left another text of a note than `bufnr` has. Deletes the
--- files with the same text.
---@param bufnr integer
function M.tell(bufnr)
  local stored = buffer_text.get(bufnr)
  local last
  for _, one in ipairs(left(bufnr)) do
    if one.text == stored then
      vim.fn.delete(one.path)
    else
      last = one
    end
  end
  if last then
    local message = 'unsaved text of %s from %s:'
      .. ' `:Commonplace recover` shows it'
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
    messages.tell_soon(
      message:format(name, os.date('%Y-%m-%d %H:%M', last.time)),
      vim.log.levels.WARN
    )
  end
end

--- Puts the newest text that an ended session left into the current buffer.
function M.recover()
  local bufnr = vim.api.nvim_get_current_buf()
  local found = vim.b[bufnr].commonplace_uri and left(bufnr) or {}
  local last = found[#found]
  if not last then
    messages.tell('this note has no unsaved text to recover', vim.log.levels.INFO)
    return
  end
  if type(last.base) == 'string' then
    -- Uses the base of the unsaved text: later versions are not overwritten, and the markers of a
    -- merge are recognized.
    documents.take(bufnr, last.text, { version = last.base, text = last.text })
  else
    buffer_text.replace(bufnr, last.text)
  end
  vim.bo[bufnr].modified = true
  M.keep(bufnr) -- under this process, before it is let go of under the other
  vim.fn.delete(last.path)
  messages.note('unsaved text recovered: `:write` saves it, `u` undoes it')
end

return M

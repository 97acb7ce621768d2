local client = require('commonplace.client')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

--- Opens a note that a command created or found, at the position that its template specifies, or
--- else at its end.
---@param note { uri: string, position: { line: integer, character: integer }? }
---@param mods? string
local function open(note, mods)
  documents.open(note.uri, nil, mods)
  vim.cmd('normal! G$')
  local position = note.position
  if position and position.line < vim.api.nvim_buf_line_count(0) then
    vim.api.nvim_win_set_cursor(0, { position.line + 1, position.character })
  end
end

---@param title string
---@param kind? string
---@param mods? string
local function create(title, kind, mods)
  local note, err = client.execute('commonplace.newNote', { title = title, kind = kind })
  if not note then
    messages.tell('cannot create the note: ' .. err)
    return
  end
  open(note, mods)
end

--- Returns the names of the user's templates, for the command line. Waits at most 2 s, and does not
--- report errors.
---@param line string
---@return string[]
function M.template_words(_, line)
  local is_first = line:match('%snew%s+%S*$') ~= nil
  local result = is_first and client.request('commonplace/listTemplates', {}, 1000)
  return vim.tbl_map(function(name)
    return 'template=' .. name
  end, result and result.templates or {})
end

--- Creates a note and opens it. If the text starts with `template=NAME`, uses that template.
---@param options commonplace.PickerOptions `text` has the title; asks if absent
function M.new(options)
  local kind, title = (options.text or ''):match('^template=(%S*)%s*(.*)$')
  title = title or options.text or ''
  if title ~= '' then
    create(title, kind, options.mods)
    return
  end
  vim.ui.input({ prompt = 'Title of the new note: ' }, function(given)
    if given and vim.trim(given) ~= '' then
      create(given, kind, options.mods)
    end
  end)
end

---@param day string
---@param mods? string
local function open_day(day, mods)
  local note, err = client.execute('commonplace.dayNote', { date = day })
  if not note then
    messages.tell('cannot open the note of that day: ' .. err)
    return
  end
  open(note, mods)
end

---@param options commonplace.PickerOptions
function M.today(options)
  open_day('today', options.mods)
end

---@param options commonplace.PickerOptions
function M.yesterday(options)
  open_day('yesterday', options.mods)
end

---@param mods? string
local function ask_day(mods)
  vim.ui.input({ prompt = 'Day: ', default = os.date('%Y-%m-%d') }, function(day)
    if day and vim.trim(day) ~= '' then
      open_day(vim.trim(day), mods)
    end
  end)
end

---@param ago integer days before today
---@return integer time
local function noon(ago)
  local now = os.date('*t')
  return os.time({ year = now.year, month = now.month, day = now.day - ago, hour = 12 })
end

--- Returns the days of the last ten weeks, today first; then the next week, and an entry for any
--- other day. Marks days that have a note.
---@return { date: string?, label: string }[]
local function calendar()
  local days = {}
  local function add(ago)
    local time = noon(ago)
    local label = os.date('%Y-%m-%d %A', time)
    table.insert(days, { date = os.date('%Y-%m-%d', time), label = label })
  end
  for ago = 0, 69 do
    add(ago)
  end
  for ahead = 1, 7 do
    add(-ahead)
  end
  local dates = vim.tbl_map(function(day)
    return day.date
  end, days)
  local known = client.request('commonplace/listDays', { dates = dates }, 2000)
  local noted = {}
  for _, day in ipairs(known and known.days or {}) do
    noted[day.date] = true
  end
  for _, day in ipairs(days) do
    day.label = (noted[day.date] and '* ' or '  ') .. day.label
  end
  table.insert(days, { label = '  Another day…' })
  return days
end

---@param options commonplace.PickerOptions `text` is `today`, `yesterday`, `tomorrow` or a date;
---  asks if absent
function M.day(options)
  if options.text then
    open_day(options.text, options.mods)
    return
  end
  require('commonplace.pick').pick(calendar(), {
    title = 'Day (* marks a day with a note)',
    label = function(day)
      return day.label
    end,
  }, function(day, mods)
    if day.date then
      open_day(day.date, mods or options.mods)
    else
      ask_day(mods or options.mods)
    end
  end)
end

---@return string[]
function M.days()
  local days = { 'today', 'yesterday', 'tomorrow' }
  for ago = 0, 13 do
    table.insert(days, os.date('%Y-%m-%d', noon(ago)))
  end
  return days
end

---@param bufnr integer
---@param permanently boolean
local function delete(bufnr, permanently)
  local uri = vim.api.nvim_buf_get_name(bufnr)
  local _, err = client.request('commonplace/deleteNote', { uri = uri, permanently = permanently })
  if err then
    messages.tell('not deleted: ' .. err)
    return
  end
  local name = messages.short(require('commonplace.titles').of_buffer(bufnr) or uri)
  vim.api.nvim_buf_delete(bufnr, { force = true })
  require('commonplace.reloading').refresh_lists() -- the server reports changes by others
  local message = permanently and '“%s” was permanently deleted'
    or '“%s” is in the trash; `:Commonplace restore` restores it'
  messages.tell(message:format(name), vim.log.levels.INFO)
end

--- Moves the note in the current buffer to the trash. With a bang, deletes it permanently after
--- confirmation; in the trash, the note of the line.
---@param options { bang: boolean }
function M.delete(options)
  local bufnr = vim.api.nvim_get_current_buf()
  local id = documents.note_id(vim.api.nvim_buf_get_name(bufnr))
  if options.bang and require('commonplace.trash').delete_here() then
    return
  elseif not id then
    messages.tell('`:Commonplace delete` works in a note: open one first')
  elseif options.bang then
    vim.ui.select({ 'Keep the note', 'Delete permanently' }, {
      prompt = 'Permanently delete this note? Its images and due dates cannot be restored.',
      kind = 'commonplace',
    }, function(_, index)
      if index == 2 and vim.api.nvim_buf_is_valid(bufnr) then
        delete(bufnr, true)
      end
    end)
  elseif vim.bo[bufnr].modified then
    messages.tell('the note has changes that are not saved: `:write` or `:edit!` first')
  else
    delete(bufnr, false)
  end
end

return M

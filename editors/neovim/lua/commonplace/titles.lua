--- Shows the titles of notes instead of their addresses, in windows, status lines and quickfix
--- lists.
local client = require('commonplace.client')
local documents = require('commonplace.documents')
local one_line = require('commonplace.labels').one_line

local M = {}

--- Titles from the server for notes that are not open, by key.
---@type table<string, string>
local known = {}

local depth = 50

---@param name string
---@return boolean
local function is_ours(name)
  return name:find('^commonplace%-?%a*://') ~= nil
end

--- Returns the first heading of a text, or else its first line that is not blank; empty if the
--- first `depth` lines have neither.
---@param bufnr integer
---@return string
local function title_of_text(bufnr)
  local first
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, depth, false)) do
    local heading = line:match('^#+[ \t]+(.*)$')
    if heading and vim.trim(heading) ~= '' then
      return one_line(heading)
    elseif not first and vim.trim(line) ~= '' then
      first = one_line(line)
    end
  end
  return first or ''
end

--- Returns the title of a buffer of this plugin. Sends no request.
---@param bufnr integer
---@return string? title nil for other buffers
function M.of_buffer(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if not is_ours(name) then
    return nil
  end
  local is_loaded = vim.api.nvim_buf_is_loaded(bufnr)
  local title
  if vim.b[bufnr].commonplace_title then
    title = vim.b[bufnr].commonplace_title
  elseif documents.is_record(name) then
    title = known[documents.key(name)]
  elseif name:find('^commonplace%-tags://') then
    title = 'Hashtags'
  elseif is_loaded then
    title = title_of_text(bufnr)
  else
    title = known[documents.key(name) or '']
  end
  if title and title ~= '' then
    return title
  end
  -- The last part of the address is derived from the title.
  return (vim.fn.fnamemodify(name, ':t'):gsub('%.md$', ''))
end

--- Caches the titles of at most 1000 notes. Waits at most 2 s, and does not start the server.
---@param names string[]
local function learn(names)
  local unknown, seen = {}, {}
  for _, name in ipairs(names) do
    local key = documents.key(name)
    if key and not seen[key] and #unknown < 1000 then
      seen[key] = true
      table.insert(unknown, name)
    end
  end
  if #unknown == 0 or not client.running() then
    return
  end
  local result = client.request('commonplace/readTitles', { uris = unknown }, 1000)
  for index, title in ipairs(result and result.titles or {}) do
    if type(title) == 'string' then
      known[documents.key(unknown[index])] = one_line(title)
    end
  end
end

--- Returns the title for `name`, for lists of paths in other plugins. May wait 2 s for the server.
---@param name string an address, or the path of a file
---@return string title, or the unchanged name
function M.display(name)
  if not is_ours(name) then
    return name
  end
  local bufnr = vim.fn.bufnr('^' .. vim.fn.escape(name, '*?[]{},\\') .. '$')
  if bufnr > 0 then
    return M.of_buffer(bufnr) or name
  end
  local key = documents.key(name)
  if key and not known[key] then
    learn({ name })
  end
  return key and known[key] or name
end

---@return string
function M.current()
  local title = M.of_buffer(vim.api.nvim_get_current_buf())
  return title or vim.fn.expand('%:t')
end

--- Returns Neovim's default status line with the title instead of the name.
---@return string
function M.statusline()
  local bufnr = vim.api.nvim_win_get_buf(vim.g.statusline_winid or 0)
  local title = M.of_buffer(bufnr) or vim.api.nvim_buf_get_name(bufnr)
  return '%<' .. title:gsub('%%', '%%%%') .. ' %h%w%m%r%=%-14.(%l,%c%V%) %P'
end

local statusline = [[%!v:lua.require'commonplace.titles'.statusline()]]
local titlestring = [[%{v:lua.require'commonplace.titles'.current()}%( %m%) - Nvim]]

--- Shows titles in the window's status line and in the terminal's title while the window shows a
--- buffer of this plugin. Does not replace options that the user has set.
---@param bufnr integer
local function dress(bufnr)
  local is_note = is_ours(vim.api.nvim_buf_get_name(bufnr))
  if is_note and vim.go.statusline == '' and vim.wo.statusline == '' then
    vim.cmd('let &l:statusline = ' .. vim.fn.string(statusline))
  elseif not is_note and vim.wo.statusline == statusline then
    vim.cmd('setlocal statusline<')
  end
  if is_note and vim.go.titlestring == '' then
    vim.go.titlestring = titlestring
  elseif not is_note and vim.go.titlestring == titlestring then
    vim.go.titlestring = ''
  end
end

---@param window integer the window of the list
local function retitle(window)
  if not vim.api.nvim_win_is_valid(window) then
    return
  end
  local info = vim.fn.getwininfo(window)[1]
  local is_local = info and info.loclist == 1
  if not info or info.quickfix ~= 1 then
    return
  end
  local wanted = { all = 1 }
  local list = is_local and vim.fn.getloclist(window, wanted) or vim.fn.getqflist(wanted)
  local foreign = {}
  for _, item in ipairs(list.items) do
    local name = item.bufnr > 0 and item.module == '' and vim.fn.bufname(item.bufnr) or ''
    local is_open = is_ours(name) and vim.api.nvim_buf_is_loaded(item.bufnr)
    if documents.key(name) and not is_open then
      table.insert(foreign, name)
    end
  end
  learn(foreign)
  local changed = false
  for _, item in ipairs(list.items) do
    local title = item.bufnr > 0 and item.module == '' and M.of_buffer(item.bufnr)
    if title then
      item.module = title
      changed = true
    end
  end
  local title = list.title:gsub('commonplace://%S+', M.display)
  if not changed and title == list.title then
    return
  end
  local what = { id = list.id, items = list.items, title = title, idx = list.idx }
  if is_local then
    vim.fn.setloclist(window, {}, 'r', what)
  else
    vim.fn.setqflist({}, 'r', what)
  end
end

local is_enabled = false

function M.enable()
  if is_enabled then
    return
  end
  is_enabled = true
  local group = vim.api.nvim_create_augroup('commonplace_titles', { clear = true })
  vim.api.nvim_create_autocmd({ 'BufWinEnter', 'BufEnter', 'WinEnter' }, {
    group = group,
    callback = function(event)
      dress(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'qf',
    callback = function()
      local window = vim.api.nvim_get_current_win()
      -- Scheduled, because Neovim is still filling the window.
      vim.schedule(function()
        retitle(window)
      end)
    end,
  })
  dress(vim.api.nvim_get_current_buf())
end

return M

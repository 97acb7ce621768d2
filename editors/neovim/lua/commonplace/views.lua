--- Documents that the server generates, such as `commonplace-view://NOTEBOOK/search?q=…` and
--- `…/quotes?…`.
local client = require('commonplace.client')
local documents = require('commonplace.documents')
local listing = require('commonplace.listing')
local messages = require('commonplace.messages')
local notebook = require('commonplace.notebook')
local percent = require('commonplace.percent')

local M = {}

--- Highlights the words of a difference: `[-old-]{+new+}`.
local function paint_differences()
  vim.cmd([[syntax match CommonplaceRemoved /\[-.\{-}-\]/]])
  vim.cmd([[syntax match CommonplaceAdded /{+.\{-}+}/]])
  vim.cmd('highlight default link CommonplaceRemoved DiffDelete')
  vim.cmd('highlight default link CommonplaceAdded DiffAdd')
end

---@param bufnr integer
function M.read(bufnr)
  listing.prepare(bufnr)
  local uri = vim.api.nvim_buf_get_name(bufnr)
  local view, err = client.request('commonplace/readView', { uri = uri })
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  elseif not view then
    messages.tell_soon(('cannot read %s: %s'):format(uri, err))
    return
  end
  listing.set(bufnr, view.text)
  vim.bo[bufnr].filetype = 'minimarkdown'
  local follow = '<Plug>(commonplace-follow)'
  listing.map(bufnr, { ['<CR>'] = follow, gx = follow })
  local kind = uri:match('^commonplace%-view://[^/]*/(%a+)')
  if kind == 'trash' or kind == 'history' or kind == 'text' then
    listing.map(bufnr, { r = '<Plug>(commonplace-restore)', d = '<Plug>(commonplace-compare)' })
  elseif kind == 'difference' or kind == 'conflicts' then
    vim.api.nvim_buf_call(bufnr, paint_differences)
  end
end

---@param is_meant fun(uri: string): boolean
local function read_again(is_meant)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local uri = vim.api.nvim_buf_get_name(bufnr)
    local is_open = vim.api.nvim_buf_is_loaded(bufnr) and is_meant(uri)
    local view = is_open and client.request('commonplace/readView', { uri = uri })
    if view and vim.api.nvim_buf_is_loaded(bufnr) then
      listing.set(bufnr, view.text)
    end
  end
end

--- The handler of `commonplace/viewChanged`.
---@param params { uri: string }
function M.changed(_, params)
  -- Scheduled, because a message handler cannot wait for an answer.
  vim.schedule(function()
    read_again(function(uri)
      return uri == params.uri
    end)
  end)
end

--- The kinds of views that are updated with the notebook. Quotes are not: they are random.
local live = {
  around = true,
  books = true,
  conflicts = true,
  difference = true,
  history = true,
  search = true,
  trash = true,
}

function M.refresh()
  read_again(function(uri)
    local kind = uri:match('^commonplace%-view://[^/]*/(%a+)')
    return live[kind] or false
  end)
end

---@param query string
---@param mods? string
local function open_search(query, mods)
  local uri = 'commonplace-view://%s/search?q=%s'
  documents.open(uri:format(notebook.name(), percent.encode(query)), nil, mods)
end

---@param options commonplace.PickerOptions `text` is the query; asks if absent
function M.view(options)
  if options.text then
    open_search(options.text, options.mods)
    return
  end
  vim.ui.input({ prompt = 'Search the notes: ' }, function(query)
    if query and vim.trim(query) ~= '' then
      open_search(query, options.mods)
    end
  end)
end

---@param options commonplace.PickerOptions
function M.around(options)
  local id = documents.note_id(vim.api.nvim_buf_get_name(0))
  if not id then
    messages.tell('`:Commonplace around` works in a note: open one first')
    return
  end
  local uri = 'commonplace-view://%s/around?note=%s'
  documents.open(uri:format(notebook.name(), percent.encode(id)), nil, options.mods)
end

---@param options commonplace.PickerOptions `text` is their number; default 10
function M.quotes(options)
  local count = tonumber(options.text or '10')
  if not count or count < 1 or count ~= math.floor(count) then
    local message = '`%s` is not a number of quotes: use a whole number from 1 to 1000'
    messages.tell(message:format(options.text))
    return
  end
  local seed = vim.fn.rand() -- without an argument it is seeded by itself
  local uri = 'commonplace-view://%s/quotes?seed=%d&count=%d'
  documents.open(uri:format(notebook.name(), seed, math.min(count, 1000)), nil, options.mods)
end

return M

local client = require('commonplace.client')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')
local notebook = require('commonplace.notebook')
local percent = require('commonplace.percent')

local M = {}

local dates = { 'today', 'unknown', 'yesterday' }
local sections = { 'read', 'reading', 'stopped', 'want' }
local orders = { 'author', 'changed', 'created', 'read', 'stars', 'title' }

--- Returns the URI of the buffer; in a list of books, of the note of the line. Nil after a message.
---@return string?
local function uri_here()
  local name = vim.api.nvim_buf_get_name(0)
  if name:match('^commonplace%-view://[^/]*/books') then
    local target = require('commonplace.links').target()
    return target and (target:gsub('#L%d+$', '')) or nil
  elseif documents.key(name) or vim.startswith(name, '/') then
    return vim.uri_from_bufnr(0)
  end
  messages.tell('open a note, the record of its book, or a list of books first')
end

---@param name string
---@param argument table
local function run(name, argument)
  argument.uri = uri_here()
  if not argument.uri then
    return
  end
  local result, err = client.execute('commonplace.book.' .. name, argument)
  if not result then
    messages.tell(err)
    return
  end
  messages.note(result.message)
end

---@param title string?
---@param authors string[]
---@param isbn string?
---@param mods string?
local function add(title, authors, isbn, mods)
  local result, err = client.execute('commonplace.book.add', {
    title = title,
    authors = authors,
    isbn = isbn,
  })
  if not result then
    messages.tell('cannot add the book: ' .. err)
    return
  end
  documents.open(result.uri, nil, mods)
  if result.found == true then
    messages.tell('this book has a note already', vim.log.levels.INFO)
  end
end

--- Whether a word has the length and the digits of an ISBN; the check digit may be wrong.
---@param word string
---@return boolean
local function is_isbn(word)
  local digits = word:gsub('-', '')
  return digits:match('^%d+[%dxX]$') ~= nil and (#digits == 10 or #digits == 13)
end

---@param text string?
---@param mods string?
local function ask_and_add(text, mods)
  local first, rest = (text or ''):match('^(%S*)%s*(.-)$')
  local isbn = is_isbn(first) and first or nil
  local title = isbn and rest or text or ''
  local function with_authors(given)
    vim.ui.input({ prompt = 'Authors, separated by commas: ' }, function(names)
      if names then
        add(given, vim.split(names, '%s*,%s*', { trimempty = true }), isbn, mods)
      end
    end)
  end
  if title ~= '' then
    with_authors(title)
    return
  end
  local known = isbn and client.execute('commonplace.book.add', { isbn = isbn })
  if known and known.uri then
    documents.open(known.uri, nil, mods)
    messages.tell('this book has a note already', vim.log.levels.INFO)
    return
  end
  vim.ui.input({ prompt = 'Title of the book: ' }, function(given)
    if given and vim.trim(given) ~= '' then
      with_authors(given)
    end
  end)
end

---@type table<string, { words?: string[], run: fun(text: string?, options: table) }>
local steps = {
  add = {
    run = function(text, options)
      ask_and_add(text, options.mods)
    end,
  },
  page = {
    run = function(text)
      run('page', { page = text })
    end,
  },
  record = {
    run = function(_, options)
      local uri = uri_here()
      local result, err = nil, nil
      if uri then
        result, err = client.execute('commonplace.book.record', { uri = uri })
      end
      if result then
        documents.open(result.uri, nil, options.mods)
      elseif err then
        messages.tell(err)
      end
    end,
  },
  stars = {
    words = { '0', '1', '2', '3', '4', '5' },
    run = function(text)
      run('rate', { stars = text })
    end,
  },
  want = {
    run = function(_, options)
      run('want', { forget = options.bang == true })
    end,
  },
}
for _, name in ipairs({ 'finish', 'start', 'stop' }) do
  steps[name] = {
    words = dates,
    run = function(text)
      run(name, { date = text })
    end,
  }
end

local function step_names()
  local names = vim.tbl_keys(steps)
  table.sort(names)
  return names
end

--- `:Commonplace book STEP [ARGUMENT]`
---@param options { text: string?, bang: boolean?, mods: string? }
function M.book(options)
  local name, text = (options.text or ''):match('^(%S*)%s*(.-)$')
  if not steps[name] then
    local message = 'choose an action after `:Commonplace book`: %s'
    messages.tell(message:format(table.concat(step_names(), ', ')))
    return
  end
  steps[name].run(text ~= '' and text or nil, options)
end

---@param line string
---@return string[]
function M.book_words(_, line)
  local name = line:match('book%s+(%S+)%s')
  return name and (steps[name] or {}).words or not name and step_names() or {}
end

---@param options { text: string?, bang: boolean?, mods: string? } a section, a year, an order as in
---  `sort=stars`, or else a part of an author's name; `bang` reverses the order
function M.books(options)
  local query, author = {}, {}
  for word in (options.text or ''):gmatch('%S+') do
    local order = word:match('^sort=(%a+)$')
    if vim.tbl_contains(sections, word) then
      table.insert(query, 'section=' .. word)
    elseif word:match('^%d%d%d%d$') then
      table.insert(query, 'year=' .. word)
    elseif vim.tbl_contains(orders, order) then
      table.insert(query, 'sort=' .. order)
    else
      table.insert(author, word)
    end
  end
  if #author > 0 then
    table.insert(query, 'author=' .. percent.encode(table.concat(author, ' ')))
  end
  if options.bang then
    table.insert(query, 'reverse=true')
  end
  local uri = ('commonplace-view://%s/books'):format(notebook.name())
  local question = #query > 0 and '?' .. table.concat(query, '&') or ''
  documents.open(uri .. question, nil, options.mods)
end

---@return string[]
function M.books_words()
  local words = vim.deepcopy(sections)
  for _, order in ipairs(orders) do
    table.insert(words, 'sort=' .. order)
  end
  return words
end

return M

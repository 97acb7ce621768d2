--- Chooses among hits, notes and hashtags with a picker, or lists them in the quickfix window.
local client = require('commonplace.client')
local config = require('commonplace.config')
local documents = require('commonplace.documents')
local live_search = require('commonplace.live_search')
local messages = require('commonplace.messages')
local note_row = require('commonplace.note_row')
local one_line = require('commonplace.labels').one_line
local pick = require('commonplace.pick').pick

local M = {}

---@class commonplace.PickerOptions
---@field text? string the argument of the subcommand, such as a query
---@field bang? boolean whether there is a `!`; here: list in the quickfix window
---@field mods? string command modifiers for the window in which the choice opens

---@class commonplace.Place
---@field uri string
---@field title string one line
---@field label string one line
---@field position? { line: integer, text: string? }
---@field parts? { text: string, group: string? }[] the parts of the label, with colors

---@param method string
---@param params table
---@return table?
local function request(method, params)
  local result, err = client.request(method, params)
  if not result then
    messages.tell(err or ('the server did not answer the request %s'):format(method))
  end
  return result
end

--- Returns the row of a note in a quickfix list. If titles are shown, the list shows the title
--- before the row, so the row omits it.
---@param place commonplace.Place
---@return string
local function row(place)
  local title = config.current.titles and place.title
  local is_twice = title and vim.startswith(place.label, title .. '  ')
  return is_twice and vim.trim(place.label:sub(#title + 1)) or place.label
end

--- Maximum number of notes offered at once: each entry of a quickfix list creates a buffer, for
--- which Neovim scans all other buffers.
local most = 200

---@param places commonplace.Place[]
---@param title string
local function list(places, title)
  local loaded = {}
  for _, bufnr in ipairs(documents.buffers()) do
    loaded[documents.key(vim.api.nvim_buf_get_name(bufnr))] = bufnr
  end
  local items = vim.tbl_map(function(place)
    local position = place.position
    return {
      bufnr = loaded[documents.key(place.uri) or ''] or vim.fn.bufadd(place.uri),
      module = config.current.titles and place.title or nil,
      lnum = position and position.line + 1 or 1,
      col = 1,
      text = row(place),
    }
  end, places)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('copen')
end

---@param title string
---@return commonplace.Choice
local function choice(title)
  return {
    title = title,
    label = function(place)
      return place.label
    end,
    parts = function(place)
      return place.parts or { { text = place.label } }
    end,
    uri = function(place)
      local position = place.position or {}
      return place.uri, position.line, position.text
    end,
  }
end

---@param places commonplace.Place[]
---@param title string
---@param options commonplace.PickerOptions
---@param total integer number of all; `places` may be only the first
local function choose(places, title, options, total)
  if total > #places then
    title = ('%s (%d of %d)'):format(title, #places, total)
  end
  if #places == 0 then
    messages.tell(title .. ': nothing found', vim.log.levels.INFO)
  elseif options.bang then
    list(places, title)
  else
    pick(places, choice(title), function(place, mods)
      documents.open(place.uri, place.position, mods or options.mods)
    end)
  end
end

--- Returns the byte offset of `index` UTF-16 code units in `text`. Both are 0-based, and clamped to
--- the end of the text.
---@param text string
---@param index integer
---@return integer
function M.byte_index(text, index)
  local _, length = vim.str_utfindex(text)
  return vim.str_byteindex(text, math.min(index, length), true)
end

---@param hit table
---@return string?
local function matched_text(hit)
  local range = hit.highlights and hit.highlights[1]
  if range then
    local first = M.byte_index(hit.snippet, range[1])
    local last = M.byte_index(hit.snippet, range[2])
    return hit.snippet:sub(first + 1, last)
  end
end

---@param hit table of `commonplace/search`
---@return commonplace.Place
local function place_of(hit)
  local title, snippet = one_line(hit.title), one_line(hit.snippet)
  return {
    uri = hit.uri,
    title = title,
    label = ('%s: %s'):format(title, snippet),
    parts = { { text = title .. ': ', group = 'Title' }, { text = snippet } },
    position = { line = hit.line, text = matched_text(hit) },
  }
end

--- Searches at each key. Returns false if the picker cannot, or for a quickfix list.
---@param searches commonplace.LiveSearch of places
---@param title string
---@param options commonplace.PickerOptions
---@return boolean
local function choose_live(searches, title, options)
  local live = not options.bang and require('commonplace.pick').live()
  if not live then
    return false
  end
  local _, err = client.ready()
  if err then
    messages.tell(err)
    return true
  end
  local told
  local ways = choice(title)
  ways.search = function(query, done)
    searches.search(query, function(places, failure)
      if failure and failure ~= told then
        told = failure
        messages.tell_soon(failure)
      end
      done(places)
    end)
  end
  ways.cancel = searches.cancel
  live(ways, function(place, mods)
    documents.open(place.uri, place.position, mods or options.mods)
  end)
  return true
end

---@return commonplace.LiveSearch
local function all_texts()
  return live_search.new('commonplace/search', function(query)
    return query ~= '' and { query = query, limit = 100 } or nil
  end, function(result)
    return vim.tbl_map(place_of, result.hits)
  end)
end

---@param query string
---@param options commonplace.PickerOptions
local function search_for(query, options)
  local result = request('commonplace/search', { query = query })
  if not result then
    return
  end
  local title = ('Notes with "%s"'):format(query)
  choose(vim.tbl_map(place_of, result.hits), title, options, result.total)
end

---@param options commonplace.PickerOptions
function M.search(options)
  if options.text then
    search_for(options.text, options)
    return
  elseif choose_live(all_texts(), 'Search the notes', options) then
    return
  end
  vim.ui.input({ prompt = 'Search the notes: ' }, function(query)
    if query and vim.trim(query) ~= '' then
      search_for(query, options)
    end
  end)
end

---@param result table of `commonplace/listNotes`
---@return commonplace.Place[]
local function places_of(result)
  return vim.tbl_map(function(note)
    return {
      uri = note.uri,
      title = one_line(note.title),
      label = note_row.label(note),
      parts = note_row.parts(note),
    }
  end, result.notes)
end

--- Lists all notes, or the notes with a hashtag. If there are more than `most`, a live picker
--- searches their titles, and any other picker has only the first notes.
---@param options commonplace.PickerOptions
function M.notes(options)
  local words = vim.split(options.text or '', '%s+', { trimempty = true })
  local order, others = note_row.order(words)
  local tag = others[1] and table.concat(others, ' ') or nil
  if tag and not vim.startswith(tag, '#') then
    tag = '#' .. tag
  end
  local title = tag and ('Notes with %s'):format(one_line(tag)) or 'Notes'
  local function params(query)
    local in_titles = query ~= '' and 'in:title ' .. query or nil
    return note_row.params({ tag = tag, limit = most, query = in_titles }, order)
  end
  local result = request('commonplace/listNotes', params(''))
  if not result then
    return
  end
  local searches = live_search.new('commonplace/listNotes', params, places_of)
  if not result.next or not choose_live(searches, title, options) then
    choose(places_of(result), title, options, result.total)
  end
end

---@param options commonplace.PickerOptions
function M.tags(options)
  local result = request('commonplace/listTags', {})
  if not result then
    return
  elseif #result.tags == 0 then
    messages.tell('no note has a tag', vim.log.levels.INFO)
    return
  end
  pick(result.tags, {
    title = 'Tags',
    label = function(entry)
      return ('%s (%d)'):format(one_line(entry.tag), entry.noteCount)
    end,
  }, function(entry, mods)
    M.notes({ text = entry.tag, bang = options.bang, mods = mods or options.mods })
  end)
end

---@param options commonplace.PickerOptions
function M.links(options)
  local name = vim.api.nvim_buf_get_name(0)
  if not documents.note_id(name) then
    messages.tell('`:Commonplace links` works in a note: open one first')
    return
  end
  local result = request('commonplace/listLinks', { uri = name })
  if not result then
    return
  end
  local places = {}
  local function add(note, mark, text, line)
    local title = one_line(note.title)
    table.insert(places, {
      uri = note.uri,
      title = title,
      label = ('%s %s%s'):format(mark, title, text and ': ' .. text or ''),
      parts = {
        { text = mark .. ' ', group = 'Comment' },
        { text = title, group = 'Title' },
        { text = text and ': ' .. text or '' },
      },
      position = line and { line = line },
    })
  end
  for _, note in ipairs(result.pointing) do
    for _, place in ipairs(note.places) do
      add(note, '<-', one_line(place.sentence), place.range.start.line)
    end
  end
  for _, note in ipairs(result.pointedAt) do
    add(note, '->')
  end
  choose(places, 'Links of this note', options, #places)
end

--- Returns all hashtags of the notebook, for the command line. Waits at most 2 s, and does not
--- report errors.
---@return string[]
function M.tag_names()
  local result = client.request('commonplace/listTags', {}, 1000)
  return vim.tbl_map(function(entry)
    return entry.tag
  end, result and result.tags or {})
end

---@return string[]
function M.notes_words()
  local words = vim.list_extend(M.tag_names(), { 'reverse' })
  for _, order in ipairs(note_row.orders) do
    table.insert(words, 'sort=' .. order)
  end
  return words
end

return M

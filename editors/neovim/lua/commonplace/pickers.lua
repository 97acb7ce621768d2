--- Choosing among hits, notes and tags with `vim.ui.select`, or listing them for quickfix.
local client = require('commonplace.client')
local compat = require('commonplace.compat')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

---@class commonplace.PickerOptions
---@field text? string a query for `search`, a tag for `notes`
---@field bang? boolean list in the quickfix window instead of asking
---@field mods? string command modifiers for the window in which the choice opens

---@class commonplace.Place
---@field uri string
---@field label string one line
---@field position? { line: integer, text: string? }

---@param method string
---@param params table
---@return table?
local function request(method, params)
  local result, err = client.request(method, params)
  if not result then
    messages.tell(err or ('%s answered nothing'):format(method))
  end
  return result
end

--- What could break a list's line or garble it, as Lua patterns over UTF-8, and what to show.
local unshowable = {
  { '%s+', ' ' },
  { '\226\128[\168\169]', ' ' }, -- U+2028 and U+2029 end lines and paragraphs
  { '%c', '' }, -- C0 and DEL
  { '\194[\128-\159]', '' }, -- C1
  { '\216\156', '' }, -- U+061C, and next the other marks that turn the direction of writing:
  { '\226\128[\142\143\170-\174]', '' }, -- U+200E, U+200F, U+202A to U+202E
  { '\226\129[\166-\169]', '' }, -- U+2066 to U+2069
}

--- A text from a note as one line of a list, whatever is in it.
---@param text string
---@return string
local function one_line(text)
  for _, replacement in ipairs(unshowable) do
    text = text:gsub(replacement[1], replacement[2])
  end
  return vim.trim(text)
end

---@param places commonplace.Place[]
---@param title string
local function list(places, title)
  local items = vim.tbl_map(function(place)
    local position = place.position
    return {
      bufnr = vim.fn.bufadd(place.uri),
      lnum = position and position.line + 1 or 1,
      col = 1,
      text = place.label,
    }
  end, places)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('copen')
end

---@param places commonplace.Place[]
---@param title string
---@param options commonplace.PickerOptions
local function choose(places, title, options)
  if #places == 0 then
    messages.tell(title .. ': nothing found', vim.log.levels.INFO)
  elseif options.bang then
    list(places, title)
  else
    vim.ui.select(places, {
      prompt = title,
      kind = 'commonplace',
      format_item = function(place)
        return place.label
      end,
    }, function(place)
      if place then
        documents.open(place.uri, place.position, options.mods)
      end
    end)
  end
end

--- The text that a hit's first highlight marks.
---@param hit table
---@return string?
local function matched_text(hit)
  local range = hit.highlights and hit.highlights[1]
  if range then
    local first = compat.byte_index(hit.snippet, range[1])
    local last = compat.byte_index(hit.snippet, range[2])
    return hit.snippet:sub(first + 1, last)
  end
end

---@param query string
---@param options commonplace.PickerOptions
local function search_for(query, options)
  local result = request('commonplace/search', { query = query })
  if not result then
    return
  end
  local places = vim.tbl_map(function(hit)
    return {
      uri = hit.uri,
      label = ('%s: %s'):format(one_line(hit.title), one_line(hit.snippet)),
      position = { line = hit.line, text = matched_text(hit) },
    }
  end, result.hits)
  local title = ('Notes with "%s"'):format(query)
  if result.total > #places then
    title = ('%s (%d of %d)'):format(title, #places, result.total)
  end
  choose(places, title, options)
end

---@param options commonplace.PickerOptions
function M.search(options)
  if options.text then
    search_for(options.text, options)
    return
  end
  vim.ui.input({ prompt = 'Search the notes: ' }, function(query)
    if query and vim.trim(query) ~= '' then
      search_for(query, options)
    end
  end)
end

---@param options commonplace.PickerOptions
function M.notes(options)
  local tag = options.text
  if tag and not vim.startswith(tag, '#') then
    tag = '#' .. tag
  end
  local result = request('commonplace/listNotes', { tag = tag })
  if not result then
    return
  end
  local places = {}
  for _, note in ipairs(result.notes) do
    if not note.trashed then
      local parts = vim.tbl_map(one_line, { note.title, unpack(note.tags) })
      table.insert(places, { uri = note.uri, label = table.concat(parts, '  ') })
    end
  end
  choose(places, tag and ('Notes with %s'):format(one_line(tag)) or 'Notes', options)
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
  vim.ui.select(result.tags, {
    prompt = 'Tags',
    kind = 'commonplace',
    format_item = function(entry)
      return ('%s (%d)'):format(one_line(entry.tag), entry.noteCount)
    end,
  }, function(entry)
    if entry then
      M.notes({ text = entry.tag, bang = options.bang, mods = options.mods })
    end
  end)
end

--- Every tag of the notebook, for completion on the command line: waits briefly, complains never.
---@return string[]
function M.tag_names()
  local result = client.request('commonplace/listTags', {}, 1000)
  return vim.tbl_map(function(entry)
    return entry.tag
  end, result and result.tags or {})
end

return M

--- Texts from notes as lines of lists.
local M = {}

-- Characters that could break or garble a list's line: Lua patterns over UTF-8, with substitutes.
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
function M.one_line(text)
  for _, replacement in ipairs(unshowable) do
    text = text:gsub(replacement[1], replacement[2])
  end
  return vim.trim(text)
end

--- The authors and the year of the book that a note of `commonplace/listNotes` is about.
---@param note table
---@return string? byline
function M.byline(note)
  local book = note.book
  if type(book) ~= 'table' then
    return nil
  end
  local year = type(book.year) == 'number' and ('(%d)'):format(book.year) or ''
  local byline = vim.trim(table.concat(book.authors or {}, ', ') .. ' ' .. year)
  return byline ~= '' and M.one_line(byline) or nil
end

return M

local M = {}

-- Characters that could break or garble a line: Lua patterns over UTF-8, with substitutes.
local unshowable = {
  { '%s+', ' ' },
  { '\226\128[\168\169]', ' ' }, -- U+2028 and U+2029 end lines and paragraphs
  { '%c', '' }, -- C0 and DEL
  { '\194[\128-\159]', '' }, -- C1
  { '\216\156', '' }, -- U+061C, and next the other marks that turn the direction of writing:
  { '\226\128[\142\143\170-\174]', '' }, -- U+200E, U+200F, U+202A to U+202E
  { '\226\129[\166-\169]', '' }, -- U+2066 to U+2069
}

---@param text string
---@return string
function M.one_line(text)
  for _, replacement in ipairs(unshowable) do
    text = text:gsub(replacement[1], replacement[2])
  end
  return vim.trim(text)
end

--- Returns the first line of a buffer that is not blank, without `#`; searches 20 lines.
---@param bufnr integer
---@param width? integer maximum number of characters; default 40
---@return string
function M.note_title(bufnr, width)
  local title
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 20, false)) do
    if line:find('%S') then
      title = M.one_line((line:gsub('^#+%s*', '')))
      break
    end
  end
  title = title or '(without a title)'
  width = width or 40
  return vim.fn.strchars(title) > width and vim.fn.strcharpart(title, 0, width - 1) .. '…' or title
end

--- Converts a time of the server to local time, as in `2026-11-21 18:30`. Text in another form is
--- unchanged.
---@param time string such as `2026-11-21T17:30:05Z`
---@return string
function M.moment(time)
  local parts = { time:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)') }
  if #parts < 6 then
    return time
  end
  local keys = { 'year', 'month', 'day', 'hour', 'min', 'sec' }
  local date = {}
  for index, key in ipairs(keys) do
    date[key] = tonumber(parts[index])
  end
  -- Reads the UTC time as local time, then adds the difference of the two at that time.
  local seconds = os.time(date)
  local utc = os.date('!*t', seconds) --[[@as osdate]]
  utc.isdst = os.date('*t', seconds).isdst
  return os.date('%Y-%m-%d %H:%M', seconds + os.difftime(seconds, os.time(utc))) --[[@as string]]
end

return M

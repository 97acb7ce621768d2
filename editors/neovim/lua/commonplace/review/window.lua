--- The review window: a floating card, and below it a bar with the possible keys. While a floating
--- window has the focus, an empty window behind the card covers the screen. So visible notes do not
--- reveal the answer.

---@class commonplace.ReviewPart
---@field buffer integer
---@field window integer

---@class commonplace.ReviewWindow
---@field tab integer its tab page
---@field backdrop commonplace.ReviewPart
---@field card commonplace.ReviewPart
---@field bar commonplace.ReviewPart
---@field private framed boolean
local Window = {}
Window.__index = Window

local namespace = vim.api.nvim_create_namespace('commonplace_review')

--- Returns the borders of the card and of the bar, which share a line.
local function borders()
  if vim.o.ambiwidth == 'double' then -- then lines are too wide for a frame
    return { '+', '-', '+', '|', '+', '-', '+', '|' }, { '', '', '', '|', '+', '-', '+', '|' }
  end
  return { '╭', '─', '╮', '│', '┤', '─', '├', '│' },
    { '', '', '', '│', '╯', '─', '╰', '│' }
end

--- Returns the number of screen rows that a line takes when it wraps at blanks.
---@param line string
---@param width integer
---@return integer
local function rows_of(line, width)
  local rows, column = 1, 0
  for word, blanks in line:gmatch('(%S+)(%s*)') do
    local length = vim.fn.strdisplaywidth(word)
    if column > 0 and column + length > width then
      rows, column = rows + 1, 0
    end
    rows = rows + math.floor(math.max(0, length - 1) / width)
    column = column + (length - 1) % width + 1 + #blanks
  end
  return rows
end

---@param buffer integer
---@param width integer
---@return integer
local function height_at(buffer, width)
  local rows = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    rows = rows + rows_of(line, width)
  end
  return rows
end

---@return table<string, table>
function Window:layout()
  local columns = vim.o.columns
  local rows = vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
  self.framed = columns >= 30 and rows >= 12
  local frame = self.framed and 1 or 0
  local width = math.max(1, math.min(80, columns - 2 * frame))
  local text_width = math.max(1, width - 2) -- without the margins
  local most = math.max(1, math.floor(rows / 3))
  local bar_height = math.min(height_at(self.bar.buffer, text_width), most)
  local wanted = math.max(12, height_at(self.card.buffer, text_width))
  local height = math.max(1, math.min(wanted, rows - bar_height - 3 * frame))
  local column = math.max(0, math.floor((columns - width - 2 * frame) / 2))
  local row = math.max(0, math.floor((rows - height - bar_height - 3 * frame) / 2))
  local card_border, bar_border = borders()
  local function place(at, size, border)
    return {
      relative = 'editor',
      row = at,
      col = column,
      width = width,
      height = size,
      border = self.framed and border or 'none',
      zindex = 45,
    }
  end
  -- If another kind of window has the focus, the backdrop is hidden behind the card.
  local current = vim.api.nvim_get_current_win()
  local covers = vim.api.nvim_win_get_config(current).relative ~= ''
  return {
    backdrop = {
      relative = 'editor',
      row = covers and 0 or row,
      col = covers and 0 or column,
      width = covers and columns or 1,
      height = covers and math.max(1, rows) or 1,
      zindex = 44,
    },
    card = place(row, height, card_border),
    bar = place(row + height + 2 * frame, bar_height, bar_border),
  }
end

--- Sets options of the windows; called again after `nvim_win_set_config`, which resets some.
function Window:dress()
  for _, part in ipairs({ self.card, self.bar }) do
    local options = vim.wo[part.window]
    options.wrap = true
    options.linebreak = true
    options.list = false
    options.spell = false
    options.foldenable = false
    options.foldcolumn = '1' -- a margin
    options.cursorline = false
    options.conceallevel = 0
    options.winhighlight = 'FoldColumn:NormalFloat'
  end
  vim.wo[self.backdrop.window].winhighlight = 'NormalFloat:Normal'
  if not self.framed then
    vim.wo[self.bar.window].winhighlight = 'NormalFloat:StatusLine,FoldColumn:StatusLine'
  end
end

---@return integer
local function new_buffer()
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].undolevels = -1
  vim.bo[buffer].modifiable = false
  return buffer
end

--- Opens an empty window in the current tab page.
---@return commonplace.ReviewWindow
function Window.open()
  local self = setmetatable({
    tab = vim.api.nvim_get_current_tabpage(),
    backdrop = { buffer = new_buffer() },
    card = { buffer = new_buffer() },
    bar = { buffer = new_buffer() },
  }, Window)
  local places = self:layout()
  for _, name in ipairs({ 'backdrop', 'card', 'bar' }) do
    local place, part = places[name], self[name]
    place.style, place.focusable = 'minimal', name == 'card'
    part.window = vim.api.nvim_open_win(part.buffer, name == 'card', place)
  end
  self:dress()
  vim.bo[self.card.buffer].filetype = 'commonplacereview'
  return self
end

---@return commonplace.ReviewPart[]
function Window:parts()
  return { self.bar, self.card, self.backdrop }
end

---@return boolean
function Window:is_open()
  for _, part in ipairs(self:parts()) do
    if not vim.api.nvim_win_is_valid(part.window) then
      return false
    end
  end
  return true
end

function Window:resize()
  if self:is_open() then
    for name, place in pairs(self:layout()) do
      vim.api.nvim_win_set_config(self[name].window, place)
    end
    self:dress()
  end
end

---@param part commonplace.ReviewPart
---@param page commonplace.Page
local function paint(part, page)
  vim.bo[part.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(part.buffer, 0, -1, false, page.lines)
  vim.bo[part.buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(part.buffer, namespace, 0, -1)
  for _, mark in ipairs(page.marks) do
    vim.api.nvim_buf_set_extmark(part.buffer, namespace, mark.row, mark.first, {
      end_col = mark.last,
      hl_group = mark.group,
    })
  end
  vim.api.nvim_win_set_cursor(part.window, { 1, 0 })
end

--- Shows a card and a bar. Scrolls the card to its top, or to its answer.
---@param card commonplace.Page
---@param bar commonplace.Page
function Window:show(card, bar)
  if not self:is_open() then
    return
  end
  paint(self.card, card)
  paint(self.bar, bar)
  self:resize()
  if card.back then
    vim.api.nvim_win_set_cursor(self.card.window, { #card.lines, 0 })
    vim.api.nvim_win_set_cursor(self.card.window, { card.back + 1, 0 })
  end
end

---@param window integer
---@return boolean
function Window:has(window)
  return vim.tbl_contains({ self.bar.window, self.card.window, self.backdrop.window }, window)
end

function Window:focus()
  if self:is_open() then
    vim.api.nvim_set_current_win(self.card.window)
  end
end

function Window:close()
  for _, part in ipairs(self:parts()) do
    if vim.api.nvim_win_is_valid(part.window) then
      vim.api.nvim_win_close(part.window, true)
    end
  end
end

return Window

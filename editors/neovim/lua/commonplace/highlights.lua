--- The highlights of each token type: defaults that a color scheme or the user overrides.
local M = {}

---@type table<string, string>
M.groups = {
  heading = 'Title',
  strong = '@markup.strong',
  emphasis = '@markup.italic',
  code = '@markup.raw',
  hashtag = 'Identifier',
  quote = 'String',
  listMarker = 'Statement',
  image = 'Directory',
  link = 'Underlined',
  emoji = 'SpecialChar',
  cloze = 'Special',
  clozeHint = 'DiagnosticHint',
  -- Answers look the same in a cloze and in a pair.
  clozeAnswer = 'DiagnosticOk',
  question = 'Question',
  answer = 'DiagnosticOk',
  summary = 'Function',
  delimiter = 'NonText',
  noteLink = 'Underlined',
}

local levels = 6

---@type table<string, true>
local defined = {}

---@param name string
---@param group string
local function link(name, group)
  vim.api.nvim_set_hl(0, name, { link = group, default = true })
end

---@param token string
---@return string
function M.own_group(token)
  return 'Commonplace' .. token:sub(1, 1):upper() .. token:sub(2)
end

---@param token string
---@param filetype string
---@return string
local function group_name(token, filetype)
  return ('@lsp.type.%s.%s'):format(token, filetype)
end

---@param level integer
---@param filetype string
---@return string
local function level_name(level, filetype)
  return ('@lsp.typemod.heading.level%d.%s'):format(level, filetype)
end

---@class commonplace.Block
---@field token string the type of the line's text
---@field level integer? level of a heading

local blocks = { ['>'] = 'quote', ['Q:'] = 'question', ['A:'] = 'answer', ['tl;dr:'] = 'summary' }

---@param delimiter string
---@return commonplace.Block? nil if the delimiter does not start a block
function M.block(delimiter)
  if delimiter:find('^#+$') then
    return { token = 'heading', level = math.min(#delimiter, levels) }
  end
  local token = blocks[vim.trim(delimiter)] or blocks[vim.trim(delimiter):lower()]
  return token and { token = token }
end

local emphases = { strong = true, emphasis = true, code = true }

--- Returns the groups of a token. Each has priority over the one before it: emphasis in a quote
--- has both.
---@param token string
---@param block commonplace.Block? the block of the line
---@param filetype string
---@return string[]
function M.token_groups(token, block, filetype)
  local is_emphasis = block and emphases[token]
  local found = is_emphasis and { group_name(block.token, filetype) } or {}
  if block and block.level and (is_emphasis or token == 'heading') then
    if not is_emphasis then
      table.insert(found, group_name(token, filetype))
    end
    table.insert(found, level_name(block.level, filetype))
  end
  if is_emphasis or #found == 0 then
    table.insert(found, group_name(token, filetype))
  end
  return found
end

---@param filetype string
local function link_groups(filetype)
  for token, group in pairs(M.groups) do
    local own = M.own_group(token)
    link(own, group)
    link(group_name(token, filetype), own)
  end
  for level = 1, levels do
    local own = M.own_group('heading') .. level
    link(own, ('@markup.heading.%d.markdown'):format(level))
    link(level_name(level, filetype), own)
  end
end

--- Links groups now and whenever the color scheme changes. Does nothing for a defined name.
---@param name string
---@param make fun() links them
local function define(name, make)
  if defined[name] then
    return
  end
  defined[name] = true
  make()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('commonplace_highlights_' .. name, { clear = true }),
    callback = make,
  })
end

---@param filetype string
function M.define(filetype)
  define(filetype, function()
    link_groups(filetype)
  end)
end

---@type table<string, string>
M.review_groups = {
  CommonplaceReviewProgress = 'Comment',
  CommonplaceReviewContext = 'Title',
  CommonplaceReviewEmphasis = '@markup.italic',
  CommonplaceReviewStrong = '@markup.strong',
  CommonplaceReviewCode = '@markup.raw',
  CommonplaceReviewHint = 'DiagnosticHint',
  CommonplaceReviewBlank = 'Special',
  CommonplaceReviewAnswer = 'DiagnosticOk',
  CommonplaceReviewCaption = 'Comment',
  CommonplaceReviewImage = 'Directory',
  CommonplaceReviewKey = 'Special',
  CommonplaceReviewMessage = 'WarningMsg',
  CommonplaceReviewError = 'ErrorMsg',
}

function M.define_review()
  define('commonplacereview', function()
    for name, group in pairs(M.review_groups) do
      link(name, group)
    end
  end)
end

return M

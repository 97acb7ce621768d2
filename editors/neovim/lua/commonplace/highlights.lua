--- How each kind of token looks: a default that a colour scheme or the user overrides.
local M = {}

--- Token type to the group it is linked to.
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
  clozeAnswer = 'DiagnosticWarn',
  question = 'Question',
  answer = 'DiagnosticOk',
  summary = 'Comment',
  delimiter = 'NonText',
}

---@type table<string, true>
local defined = {}

--- Groups that Neovim 0.7 lacks.
local older = {
  strong = { bold = true, default = true },
  emphasis = { italic = true, default = true },
  code = { link = 'Constant', default = true },
  answer = { link = 'DiagnosticInfo', default = true },
}

--- The group of a token type in a filetype.
---@param token string
---@param filetype string
---@return string
local function group_name(token, filetype)
  -- Neovim 0.7 allows no `@` in a group's name.
  if not vim.lsp.semantic_tokens then
    return M.own_group(token) --[[@as string]]
  end
  return ('@lsp.type.%s.%s'):format(token, filetype)
end

--- The group of a token type where the plugin itself paints (0.7 and 0.8).
---@param token string?
---@return string? group nil for an unknown type
function M.own_group(token)
  return M.groups[token] and 'Commonplace' .. token:sub(1, 1):upper() .. token:sub(2)
end

---@param filetype string
local function link_groups(filetype)
  for token, group in pairs(M.groups) do
    local value = not vim.lsp.semantic_tokens and older[token] or { link = group, default = true }
    vim.api.nvim_set_hl(0, group_name(token, filetype), value)
  end
end

--- Defines the groups for buffers of a filetype, now and whenever the colour scheme changes.
---@param filetype string
function M.define(filetype)
  if defined[filetype] then
    return
  end
  defined[filetype] = true
  link_groups(filetype)
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('commonplace_highlights_' .. filetype, { clear = true }),
    callback = function()
      link_groups(filetype)
    end,
  })
end

--- The groups of the review window, and their links.
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

--- Substitutes for groups that older Neovims do not have.
local stand_ins = {
  ['@markup.italic'] = { italic = true },
  ['@markup.strong'] = { bold = true },
  ['@markup.raw'] = { link = 'String' },
  DiagnosticOk = { link = 'DiffAdd' },
}

local function link_review_groups()
  for name, group in pairs(M.review_groups) do
    local value = vim.fn.has('nvim-0.10') == 0 and stand_ins[group] or { link = group }
    vim.api.nvim_set_hl(0, name, vim.tbl_extend('force', { default = true }, value))
  end
end

--- Defines the groups of the window of review.
function M.define_review()
  link_review_groups()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('commonplace_review_highlights', { clear = true }),
    callback = link_review_groups,
  })
end

return M

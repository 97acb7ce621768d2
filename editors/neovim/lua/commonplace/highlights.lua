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

---@param filetype string
local function link_groups(filetype)
  for token, group in pairs(M.groups) do
    local name = ('@lsp.type.%s.%s'):format(token, filetype)
    vim.api.nvim_set_hl(0, name, { link = group, default = true })
  end
end

--- Defines the groups for buffers of a filetype, now and whenever the colour scheme changes.
---@param filetype string
function M.define(filetype)
  -- Neovim 0.7 allows no `@` in a group's name, and has no tokens to paint.
  if defined[filetype] or not vim.lsp.semantic_tokens then
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

return M

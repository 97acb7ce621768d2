---@brief
---
--- `commonplace lsp`, a language server for book notes in Mini Markdown.
---
--- For `vim.lsp.enable('commonplace')` (Neovim 0.11) without the plugin: Mini Markdown in files,
--- with the diagnostics, actions and completion that Neovim shows by itself. Notes in a notebook
--- need the plugin, which starts the server itself; if it is loaded, this does not start one.

local links = {
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
  clozeAnswer = 'DiagnosticOk',
  question = 'Question',
  answer = 'DiagnosticOk',
  summary = 'Function',
  delimiter = 'NonText',
  noteLink = 'Underlined',
}

---@type vim.lsp.Config
return {
  cmd = { 'commonplace', 'lsp' },
  filetypes = { 'minimarkdown' },
  root_dir = function(bufnr, start)
    if not vim.g.loaded_commonplace then
      start(vim.fs.root(bufnr, '.git') or vim.fn.getcwd())
    end
  end,
  get_language_id = function()
    return 'minimarkdown'
  end,
  init_options = { semanticTokenTypes = 'minimarkdown' },
  on_init = function()
    for token, group in pairs(links) do
      local name = ('@lsp.type.%s.minimarkdown'):format(token)
      vim.api.nvim_set_hl(0, name, { link = group, default = true })
    end
  end,
}

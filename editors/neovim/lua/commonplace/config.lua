local M = {}

--- The server's settings, with the names of `docs/settings.schema.json`: one table for each dot.
---@class commonplace.Settings
---@field books? { lookUp?: 'off'|'asked'|'always' }
---@field codeLens? { book?: boolean, dueCount?: boolean, duePrompts?: boolean, links?: boolean }
---@field completion? { emoji?: boolean }
---@field diagnostics? { cardQuality?: boolean, disabled?: string[] }
---@field inlayHint? { dueDates?: boolean }
---@field newNote? { template?: string }
---@field review? commonplace.ReviewSettings
---@field web? { editor?: string }

---@class commonplace.ReviewSettings
---@field answers? 2|4 number of answers to choose from
---@field desiredRetention? number with FSRS: probability of remembering a due prompt
---@field fsrsParameters? number[] with FSRS: your 21 model weights
---@field limit? integer maximum number of cards in a session
---@field maximumInterval? integer with FSRS: maximum number of days until a prompt is due again
---@field newPerDay? integer maximum number of new prompts a day
---@field order? 'mixed'|'dueFirst'|'newFirst'
---@field scheduler? 'library-notes'|'fsrs'

---@alias commonplace.Picker 'auto'|'select'|'telescope'|'fzf-lua'|'snacks'|'mini'

---@alias commonplace.Order 'modified'|'created'|'title'|'author'|'due'

---@class commonplace.Options
---@field cmd? string[] how to start the server; default `{ 'commonplace', 'lsp' }`
---@field notebook? string path of the notebook (`~` and `$VAR` are expanded)
---@field filetypes? string[] filetypes that get the server; default `{ 'minimarkdown' }`
---@field markdown? boolean give `*.md` files the filetype `minimarkdown`; default `false`
---@field completion? boolean offer hashtags and links while typing (Neovim 0.11); default `true`
---@field diagnostics? table `vim.diagnostic.config()` options for this server's diagnostics only,
---  added to the options of `diagnostics()`, or replacing them
---@field picker? commonplace.Picker picker for choices; default `auto`: an installed one
---@field sort? commonplace.Order how lists of notes are sorted; default `modified`
---@field titles? boolean titles instead of addresses in windows and lists; default `true`
---@field continue_lists? boolean Return continues lists, quotes and pairs; default `false`
---@field settings? commonplace.Settings of the server
---@field timeout? integer milliseconds to wait for the server to start or to answer; default 5000
---@field capabilities? table merged into the client's capabilities, e.g. from a completion plugin
---@field on_attach? fun(client: table, bufnr: integer)

---@class commonplace.Config: commonplace.Options
---@field cmd string[]
---@field filetypes string[]
---@field completion boolean
---@field picker commonplace.Picker
---@field sort commonplace.Order
---@field titles boolean
---@field continue_lists boolean
---@field settings commonplace.Settings
---@field timeout integer

---@type commonplace.Config
local defaults = {
  cmd = { 'commonplace', 'lsp' },
  filetypes = { 'minimarkdown' },
  markdown = false,
  completion = true,
  picker = 'auto',
  sort = 'modified',
  titles = true,
  continue_lists = false,
  settings = {},
  timeout = 5000,
}

---@type table<string, string|any[]>
local option_types = {
  cmd = 'table',
  notebook = 'string',
  filetypes = 'table',
  markdown = 'boolean',
  completion = 'boolean',
  diagnostics = 'table',
  picker = { 'auto', 'select', 'telescope', 'fzf-lua', 'snacks', 'mini' },
  sort = { 'modified', 'created', 'title', 'author', 'due' },
  titles = 'boolean',
  continue_lists = 'boolean',
  settings = 'table',
  timeout = 'number',
  capabilities = 'table',
  on_attach = 'function',
}

---@type commonplace.Config
M.current = vim.deepcopy(defaults)

--- The settings by group, each with its type or possible values.
---@type table<string, table<string, string|any[]>>
local setting_types = {
  books = { lookUp = { 'off', 'asked', 'always' } },
  codeLens = {
    book = 'boolean',
    dueCount = 'boolean',
    links = 'boolean',
    duePrompts = 'boolean',
  },
  completion = { emoji = 'boolean' },
  diagnostics = { cardQuality = 'boolean', disabled = 'table' },
  inlayHint = { dueDates = 'boolean' },
  newNote = { template = 'string' },
  web = { editor = 'string' },
  review = {
    answers = { 2, 4 },
    desiredRetention = 'number',
    fsrsParameters = 'table',
    limit = 'number',
    maximumInterval = 'number',
    newPerDay = 'number',
    order = { 'mixed', 'dueFirst', 'newFirst' },
    scheduler = { 'library-notes', 'fsrs' },
  },
}

---@param what string the option or setting
---@param value any
---@param expected? string|any[] nil if there is no such option or setting
local function check(what, value, expected)
  if not expected then
    error(('commonplace: unknown %s'):format(what), 0)
  elseif type(expected) == 'table' and not vim.tbl_contains(expected, value) then
    local choices = table.concat(expected, ', ')
    error(('commonplace: %s must be one of %s'):format(what, choices), 0)
  elseif type(expected) == 'string' and type(value) ~= expected then
    error(('commonplace: %s must be a %s, not a %s'):format(what, expected, type(value)), 0)
  end
end

---@param settings commonplace.Settings
local function check_settings(settings)
  if settings.notebook then
    error('commonplace: `notebook` is an option, not a setting: setup({ notebook = … })', 0)
  end
  for group, values in pairs(settings) do
    local group_types = setting_types[group]
    check(('setting `%s`'):format(group), values, group_types and 'table')
    for name, value in pairs(values) do
      check(('setting `%s.%s`'):format(group, name), value, group_types[name])
    end
  end
end

--- Replaces the configuration. Raises an error for an unknown option or a wrong value.
---@param options? commonplace.Options
function M.set(options)
  options = options or {}
  for name, value in pairs(options) do
    check(('option `%s`'):format(name), value, option_types[name])
  end
  check_settings(options.settings or {})
  -- Tables are replaced as a whole: merging `cmd` by index would mix two commands.
  M.current = vim.tbl_extend('force', vim.deepcopy(defaults), options)
end

--- Returns how this server's diagnostics are shown: with the message, and while the user types.
--- Neither is a default of Neovim 0.11. The user's choice for all diagnostics (lines or a style) is
--- kept. Signs are shown only if their column is always visible, so that the text does not move.
---@return table options of `vim.diagnostic.config()`
function M.diagnostics()
  local general = vim.diagnostic.config()
  local has_column = vim.go.signcolumn:find('^yes') ~= nil
  return vim.tbl_extend('force', {
    signs = has_column and general.signs,
    virtual_text = general.virtual_text or not general.virtual_lines,
    update_in_insert = true,
  }, M.current.diagnostics or {})
end

---@param filetype string
---@return boolean
function M.serves(filetype)
  return filetype == 'commonplacebook' or vim.tbl_contains(M.current.filetypes, filetype)
end

--- Returns the notebook's absolute path; nil if none is configured.
---@return string?
function M.notebook()
  local path = M.current.notebook
  if not path or path == '' then
    return nil
  end
  return vim.fn.fnamemodify(vim.fn.expand(path), ':p')
end

return M

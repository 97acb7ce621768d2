--- The user's options, with the defaults filled in.
local M = {}

--- The server's settings, as `docs/settings.schema.json` names them: one table for each dot.
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
---@field completion? boolean offer hashtags as `#` is typed (Neovim 0.11); default `true`
---@field diagnostics? table `vim.diagnostic.config()` options for this server's diagnostics alone,
---  beside or in place of those of `diagnostics()`
---@field picker? commonplace.Picker what to choose with; default `auto`: what is installed
---@field sort? commonplace.Order how lists of notes are sorted; default `modified`
---@field titles? boolean titles in place of addresses in windows and lists; default `true`
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

local types = {
  cmd = 'table',
  notebook = 'string',
  filetypes = 'table',
  markdown = 'boolean',
  completion = 'boolean',
  diagnostics = 'table',
  picker = 'string',
  sort = 'string',
  titles = 'boolean',
  continue_lists = 'boolean',
  settings = 'table',
  timeout = 'number',
  capabilities = 'table',
  on_attach = 'function',
}

---@type commonplace.Config
M.current = vim.deepcopy(defaults)

local choices = {
  picker = { 'auto', 'select', 'telescope', 'fzf-lua', 'snacks', 'mini' },
  sort = { 'modified', 'created', 'title', 'author', 'due' },
}

--- The settings by group, each with its type or with the values that it may have; what the server
--- has beyond these it takes from elsewhere. `diagnostics.unwanted` is the former name of
--- `diagnostics.disabled`, and `codeLens.promptsDue` of `codeLens.dueCount`; the server warns of
--- them.
---@type table<string, table<string, string|any[]>>
local setting_types = {
  books = { lookUp = { 'off', 'asked', 'always' } },
  codeLens = {
    book = 'boolean',
    dueCount = 'boolean',
    links = 'boolean',
    duePrompts = 'boolean',
    promptsDue = 'boolean',
  },
  completion = { emoji = 'boolean' },
  diagnostics = { cardQuality = 'boolean', disabled = 'table', unwanted = 'table' },
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

---@param settings commonplace.Settings
local function check_settings(settings)
  for group, values in pairs(settings) do
    if group == 'notebook' then
      error('commonplace: the notebook is named by the option `notebook`, not by a setting', 0)
    elseif not setting_types[group] then
      error(('commonplace: unknown setting `%s`'):format(group), 0)
    elseif type(values) ~= 'table' then
      error(('commonplace: setting `%s` must be a table'):format(group), 0)
    end
    for name, value in pairs(values) do
      local expected = setting_types[group][name]
      if not expected then
        error(('commonplace: unknown setting `%s.%s`'):format(group, name), 0)
      elseif type(expected) == 'table' then
        if not vim.tbl_contains(expected, value) then
          local message = 'commonplace: setting `%s.%s` must be one of %s'
          error(message:format(group, name, table.concat(expected, ', ')), 0)
        end
      elseif type(value) ~= expected then
        local message = 'commonplace: setting `%s.%s` must be a %s, not a %s'
        error(message:format(group, name, expected, type(value)), 0)
      end
    end
  end
end

--- Replaces the configuration. Raises on an option that is unknown or of the wrong type.
---@param options? commonplace.Options
function M.set(options)
  options = options or {}
  for name, value in pairs(options) do
    if not types[name] then
      error(('commonplace: unknown option `%s`'):format(name), 0)
    elseif type(value) ~= types[name] then
      local message = 'commonplace: option `%s` must be a %s, not a %s'
      error(message:format(name, types[name], type(value)), 0)
    end
  end
  for name, values in pairs(choices) do
    if options[name] and not vim.tbl_contains(values, options[name]) then
      local message = 'commonplace: option `%s` must be one of %s'
      error(message:format(name, table.concat(values, ', ')), 0)
    end
  end
  check_settings(options.settings or {})
  -- Lists are replaced whole: merging `cmd` by index would mix two commands.
  M.current = vim.tbl_extend('force', vim.deepcopy(defaults), options)
end

--- The display of this server's diagnostics: with the reason, and while the user types. Neovim 0.11
--- does neither by default; what the user chose for all diagnostics, lines or a style, is kept.
--- Signs only where their column is always there: else the text would jump sideways.
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

--- The notebook's absolute path, or nil where none is configured.
---@return string?
function M.notebook()
  local path = M.current.notebook
  if not path or path == '' then
    return nil
  end
  return vim.fn.fnamemodify(vim.fn.expand(path), ':p')
end

return M

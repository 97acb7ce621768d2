--- What the user chose, with the defaults filled in.
local M = {}

---@class commonplace.Options
---@field cmd? string[] how to start the server; default `{ 'commonplace', 'lsp' }`
---@field notebook? string path of the notebook (`~` and `$VAR` are expanded)
---@field filetypes? string[] filetypes that get the server; default `{ 'minimarkdown' }`
---@field markdown? boolean give `*.md` files the filetype `minimarkdown`; default `false`
---@field completion? boolean offer hashtags as `#` is typed (Neovim 0.11); default `true`
---@field diagnostics? table `vim.diagnostic.config()` options for this server's diagnostics alone,
---  beside or in place of those of `diagnostics()`
---@field timeout? integer milliseconds to wait for the server to start or to answer; default 5000
---@field capabilities? table merged into the client's capabilities, e.g. from a completion plugin
---@field on_attach? fun(client: table, bufnr: integer)

---@class commonplace.Config: commonplace.Options
---@field cmd string[]
---@field filetypes string[]
---@field completion boolean
---@field timeout integer

---@type commonplace.Config
local defaults = {
  cmd = { 'commonplace', 'lsp' },
  filetypes = { 'minimarkdown' },
  markdown = false,
  completion = true,
  timeout = 5000,
}

local types = {
  cmd = 'table',
  notebook = 'string',
  filetypes = 'table',
  markdown = 'boolean',
  completion = 'boolean',
  diagnostics = 'table',
  timeout = 'number',
  capabilities = 'table',
  on_attach = 'function',
}

---@type commonplace.Config
M.current = vim.deepcopy(defaults)

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
  -- Lists are replaced whole: merging `cmd` by index would mix two commands.
  M.current = vim.tbl_extend('force', vim.deepcopy(defaults), options)
end

--- How this server's diagnostics are shown: with the reason, and while one types. Neovim 0.11 does
--- neither by default; what the user chose for all diagnostics, lines or a style, is kept.
---@return table options of `vim.diagnostic.config()`
function M.diagnostics()
  local general = vim.diagnostic.config()
  return vim.tbl_extend('force', {
    virtual_text = general.virtual_text or not general.virtual_lines,
    update_in_insert = true,
  }, M.current.diagnostics or {})
end

---@param filetype string
---@return boolean
function M.serves(filetype)
  return vim.tbl_contains(M.current.filetypes, filetype)
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

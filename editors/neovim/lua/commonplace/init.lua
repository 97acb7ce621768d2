--- commonplace: book notes in Mini Markdown, kept in one notebook file.
---
--- Every subcommand of `:Commonplace` is a function of this module, with `_` instead of `-`. Its
--- parameter is the command's argument as a string, or nil: `require('commonplace').new('Walden')`.
--- Only `cloze` and `review`, below, have other parameters.
local M = setmetatable({}, {
  __index = function(_, name)
    local run = require('commonplace.command').find((name:gsub('_', '-')))
    return run and function(argument)
      run({ text = argument and tostring(argument) })
    end
  end,
})

--- Configures the plugin. Optional: without it, the server is `commonplace lsp`, and it chooses the
--- notebook.
---@param options? commonplace.Options
function M.setup(options)
  local config = require('commonplace.config')
  config.set(options)
  if config.current.markdown then
    vim.filetype.add({ extension = { md = 'minimarkdown' } })
  end
  if package.loaded['commonplace.client'] then
    require('commonplace.client').change_settings()
  end
  -- A lazy loader may call `setup` when buffers are already open.
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and config.serves(vim.bo[bufnr].filetype) then
      require('commonplace.client').attach(bufnr)
      break -- and with it every other
    end
  end
end

--- Turns the last selection into a cloze.
---@param with_hint? boolean
function M.cloze(with_hint)
  require('commonplace.cloze').cloze({ bang = with_hint })
end

---@param scope? commonplace.ReviewScope default: all
function M.review(scope)
  require('commonplace.review').start(scope)
end

--- Returns the title of the current buffer: a note's title, or else the file's name. For
--- 'statusline', 'winbar' and 'titlestring': `%{v:lua.require'commonplace'.title()}`.
---@return string
function M.title()
  return require('commonplace.titles').current()
end

--- Returns the title for a note's address in lists of paths; other paths are unchanged. For
--- Telescope: `path_display = function(_, path) return require('commonplace').display(path) end`.
---@param path string
---@return string
function M.display(path)
  return require('commonplace.titles').display(path)
end

--- Returns the notebook's status on one line; empty before the server sent it. For 'statusline':
--- `%{v:lua.require'commonplace'.status()}`.
---@return string
function M.status()
  return require('commonplace.status').get()
end

return M

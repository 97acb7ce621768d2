--- commonplace: book notes in Mini Markdown, kept in one notebook file.
---
--- Every subcommand of `:Commonplace` is a function of this module, with `_` for `-`, whose
--- argument is the command's, a string: `require('commonplace').new('Walden')`. Nil is none.
local M = setmetatable({}, {
  __index = function(_, name)
    local run = require('commonplace.command').find((name:gsub('_', '-')))
    return run and function(argument)
      run({ text = argument and tostring(argument) })
    end
  end,
})

--- Configures the plugin. Optional: without it the server is `commonplace lsp`, without a notebook.
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
  -- A lazy loader may call this when buffers are already open.
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and config.serves(vim.bo[bufnr].filetype) then
      require('commonplace.client').attach(bufnr)
      break -- and with it every other
    end
  end
end

--- Makes a cloze of what was selected last.
---@param with_hint? boolean
function M.cloze(with_hint)
  require('commonplace.cloze').cloze({ bang = with_hint })
end

--- Reviews what is due.
---@param scope? commonplace.ReviewScope all when absent
function M.review(scope)
  require('commonplace.review').start(scope)
end

--- The title of the current buffer: that of a note, or else a file's name. For 'statusline',
--- 'winbar' and 'titlestring', as `%{v:lua.require'commonplace'.title()}`.
---@return string
function M.title()
  return require('commonplace.titles').current()
end

--- The text of a note's address in lists of paths: its title; anything else as it is. For
--- Telescope: `path_display = function(_, path) return require('commonplace').display(path) end`.
---@param path string
---@return string
function M.display(path)
  return require('commonplace.titles').display(path)
end

--- The notebook's status in a line, for 'statusline'; empty before the server sent it. In a
--- 'statusline', `%{v:lua.require'commonplace'.status()}` shows it.
---@return string
function M.status()
  return require('commonplace.status').get()
end

return M

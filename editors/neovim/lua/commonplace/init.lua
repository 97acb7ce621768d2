--- commonplace: book notes in Mini Markdown, kept in one notebook file.
local M = {}

--- Files that end in `.md` become `minimarkdown`.
local function claim_markdown_files()
  if vim.fn.has('nvim-0.8') == 1 then
    vim.filetype.add({ extension = { md = 'minimarkdown' } })
    return
  end
  -- Neovim 0.7 ignores `vim.filetype` unless asked.
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    group = vim.api.nvim_create_augroup('commonplace_markdown', { clear = true }),
    pattern = '*.md',
    callback = function(event)
      vim.bo[event.buf].filetype = 'minimarkdown'
    end,
  })
end

--- Configures the plugin. Optional: without it the server is `commonplace lsp`, without a notebook.
---@param options? commonplace.Options
function M.setup(options)
  local config = require('commonplace.config')
  config.set(options)
  if config.current.markdown then
    claim_markdown_files()
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

--- Picks one of the notes that match `query`, and opens it at the match.
---@param query? string asked for when absent
function M.search(query)
  require('commonplace.pickers').search({ text = query })
end

--- Picks one of the notebook's notes, or of those with `tag`.
---@param tag? string with an order perhaps, as in `#books sort=due`
function M.notes(tag)
  require('commonplace.pickers').notes({ text = tag })
end

--- Picks one of the notebook's tags, then one of its notes.
function M.tags()
  require('commonplace.pickers').tags({})
end

--- Opens the tree of the notebook's tags.
function M.tree()
  require('commonplace.tag_tree').tree({})
end

--- Shows what a search finds as a document.
---@param query? string asked for when absent
function M.view(query)
  require('commonplace.views').view({ text = query })
end

--- Shows random quotes of the notebook.
---@param count? integer 10 when absent
function M.quotes(count)
  require('commonplace.views').quotes({ text = count and tostring(count) })
end

--- Lists the books of the notebook.
---@param what? string a section, a year, an order as in `sort=stars`, or else a part of an author
function M.books(what)
  require('commonplace.book').books({ text = what })
end

--- Follows the link at the cursor.
function M.follow()
  require('commonplace.links').follow({})
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

--- Makes a note and opens it.
---@param title? string asked for when absent
function M.new(title)
  require('commonplace.notes').new({ text = title })
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

--- Adds the clipboard's image to the current note.
function M.paste_image()
  require('commonplace.images').paste_image()
end

--- Adds an image to the current note.
---@param path? string asked for when absent
function M.add_image(path)
  require('commonplace.images').add_image({ text = path })
end

--- The notebook's status in a line, for 'statusline'; empty before the server sent it. In a
--- 'statusline', `%{v:lua.require'commonplace'.status()}` shows it.
---@return string
function M.status()
  return require('commonplace.status').get()
end

return M

-- Startup: defines a command, its mappings and some autocommands. Only the list of subcommands is
-- loaded; other modules are loaded when they are used.
if vim.g.loaded_commonplace then
  return
end
vim.g.loaded_commonplace = true
if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('commonplace needs Neovim 0.10 or later: update Neovim', vim.log.levels.ERROR)
  return
end

local api = vim.api
local command = require('commonplace.command')
local group = api.nvim_create_augroup('commonplace', { clear = true })

---@param events string|string[]
---@param pattern string|string[]
---@param desc string
---@param callback fun(event: { buf: integer, match: string })
local function on(events, pattern, desc, callback)
  api.nvim_create_autocmd(events, {
    group = group,
    pattern = pattern,
    desc = desc,
    callback = callback,
  })
end

on('BufReadCmd', 'commonplace://*', 'Read a note from the notebook', function(event)
  require('commonplace.documents').read(event.buf)
end)

on('BufWriteCmd', 'commonplace://*', 'Save a note to the notebook', function(event)
  require('commonplace.saving').write(event.buf, event.match, vim.v.cmdbang == 1)
end)

local parts = { 'FileWriteCmd', 'FileAppendCmd' }
on(parts, 'commonplace://*', 'Refuse to save a part of a note', function()
  require('commonplace.saving').write_part()
end)

-- Documents that are generated from the notebook, and the notebook itself.
local readers = {
  ['*.libnotes'] = 'note_list',
  ['commonplace-tags://*'] = 'tag_tree',
  ['commonplace-view://*'] = 'views',
}
for pattern, module in pairs(readers) do
  on('BufReadCmd', pattern, 'Show a list or a view of the notebook', function(event)
    require('commonplace.' .. module).read(event.buf)
  end)
end
local writes = { 'BufWriteCmd', 'FileWriteCmd', 'FileAppendCmd' }
on(writes, vim.tbl_keys(readers), 'Refuse to overwrite a notebook or a view', function(event)
  require('commonplace.listing').refuse(event.match)
end)

local changes = { 'TextChanged', 'TextChangedI', 'TextChangedP' }
on(changes, 'commonplace://*', 'Keep a copy of unsaved text', function(event)
  require('commonplace.unsaved').keep_soon(event.buf)
end)

on('BufUnload', 'commonplace://*', 'Delete the copy of unsaved text', function(event)
  if vim.v.dying == 0 then
    require('commonplace.unsaved').drop(event.buf)
  end
end)

on('BufWipeout', vim.tbl_keys(readers), 'Forget the lines of a closed list', function(event)
  require('commonplace.listing').forget(event.buf)
end)

api.nvim_create_autocmd('FileType', {
  group = group,
  desc = 'Connect the buffer to the commonplace server',
  callback = function(event)
    -- `minimarkdown` and book records are always served, so before `setup()` no module is needed.
    local loaded = package.loaded['commonplace.config']
    local is_ours = event.match == 'minimarkdown' or event.match == 'commonplacebook'
    if is_ours or (loaded and loaded.serves(event.match)) then
      require('commonplace.client').attach(event.buf)
    end
  end,
})

api.nvim_create_user_command('Commonplace', command.run, {
  nargs = '*',
  bang = true,
  range = true,
  desc = 'Commands for the notes of the notebook',
  complete = command.complete,
})

---@param mode string
---@param name string
---@param action string|fun()
local function map(mode, name, action)
  local lhs = ('<Plug>(commonplace-%s)'):format(name)
  vim.keymap.set(mode, lhs, action, { silent = true, desc = 'commonplace: ' .. name })
end

for name, subcommand in pairs(command.subcommands) do
  if subcommand.mapped ~= false then
    map('n', name, ('<Cmd>Commonplace %s<CR>'):format(name))
  end
end
map('n', 'review-note', '<Cmd>Commonplace review note<CR>')

map('n', 'open', function()
  local module = vim.bo.filetype == 'commonplacetags' and 'tag_tree' or 'note_list'
  require('commonplace.' .. module).open()
end)

-- With `:`, because only then the marks of the selection are set.
map('x', 'cloze', ':<C-U>Commonplace cloze<CR>')
map('x', 'cloze-with-hint', ':<C-U>Commonplace! cloze<CR>')

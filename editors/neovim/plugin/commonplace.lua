-- Start-up: a command, some autocommands and a filetype. Nothing is required until one is used.
if vim.g.loaded_commonplace or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_commonplace = true

local api = vim.api
local group = api.nvim_create_augroup('commonplace', { clear = true })

api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'commonplace://*',
  desc = 'Read a note from the notebook',
  callback = function(event)
    require('commonplace.documents').read(event.buf)
  end,
})

api.nvim_create_autocmd('BufWriteCmd', {
  group = group,
  pattern = 'commonplace://*',
  desc = 'Write a note into the notebook',
  callback = function(event)
    require('commonplace.saving').write(event.buf, event.match)
  end,
})

api.nvim_create_autocmd({ 'FileWriteCmd', 'FileAppendCmd' }, {
  group = group,
  pattern = 'commonplace://*',
  desc = 'Refuse to write a part of a note',
  callback = function()
    require('commonplace.saving').write_part()
  end,
})

api.nvim_create_autocmd('FileType', {
  group = group,
  desc = 'Attach the commonplace language server',
  callback = function(event)
    -- Before `setup()` only `minimarkdown` is served, and that needs no module.
    local loaded = package.loaded['commonplace.config']
    if event.match == 'minimarkdown' or (loaded and loaded.serves(event.match)) then
      require('commonplace.client').attach(event.buf)
    end
  end,
})

api.nvim_create_user_command('Commonplace', function(command)
  require('commonplace.command').run(command)
end, {
  nargs = '*',
  bang = true,
  desc = 'Search, open, make and delete the notes of the notebook',
  complete = function(...)
    return require('commonplace.command').complete(...)
  end,
})

local modules = { search = 'pickers', notes = 'pickers', tags = 'pickers', new = 'notes' }
for name, module in pairs(modules) do
  vim.keymap.set('n', ('<Plug>(commonplace-%s)'):format(name), function()
    require('commonplace.' .. module)[name]({})
  end, { desc = 'commonplace: ' .. name })
end

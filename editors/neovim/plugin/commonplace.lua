-- Start-up: a command, some autocommands and a filetype. Nothing is required until one is used.
if vim.g.loaded_commonplace or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_commonplace = true

local api = vim.api
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

on('BufWriteCmd', 'commonplace://*', 'Write a note into the notebook', function(event)
  require('commonplace.saving').write(event.buf, event.match, vim.v.cmdbang == 1)
end)

local parts = { 'FileWriteCmd', 'FileAppendCmd' }
on(parts, 'commonplace://*', 'Refuse to write a part of a note', function()
  require('commonplace.saving').write_part()
end)

-- Documents that are made from the notebook, and the notebook itself.
local readers = {
  ['*.libnotes'] = 'note_list',
  ['commonplace-tags://*'] = 'tag_tree',
  ['commonplace-view://*'] = 'views',
}
for pattern, module in pairs(readers) do
  on('BufReadCmd', pattern, 'Show the notes of the notebook', function(event)
    require('commonplace.' .. module).read(event.buf)
  end)
end
local writes = { 'BufWriteCmd', 'FileWriteCmd', 'FileAppendCmd' }
on(writes, vim.tbl_keys(readers), 'Refuse to write over a notebook', function(event)
  require('commonplace.listing').refuse(event.match)
end)

local changes = { 'TextChanged', 'TextChangedI', 'TextChangedP' }
on(changes, 'commonplace://*', 'Keep unsaved text', function(event)
  require('commonplace.unsaved').keep_soon(event.buf)
end)

on('BufUnload', 'commonplace://*', 'Drop unsaved text', function(event)
  if vim.v.dying == 0 then
    require('commonplace.unsaved').drop(event.buf)
  end
end)

on('BufWipeout', vim.tbl_keys(readers), 'Forget a list', function(event)
  require('commonplace.listing').forget(event.buf)
end)

api.nvim_create_autocmd('FileType', {
  group = group,
  desc = 'Attach the commonplace language server',
  callback = function(event)
    -- Before `setup()` only `minimarkdown` is served, and that needs no module.
    local loaded = package.loaded['commonplace.config']
    local is_ours = event.match == 'minimarkdown' or event.match == 'commonplacebook'
    if is_ours or (loaded and loaded.serves(event.match)) then
      require('commonplace.client').attach(event.buf)
    end
  end,
})

api.nvim_create_user_command('Commonplace', function(command)
  require('commonplace.command').run(command)
end, {
  nargs = '*',
  bang = true,
  range = true,
  desc = 'Commands for the notes of the notebook',
  complete = function(...)
    return require('commonplace.command').complete(...)
  end,
})

local modules = {
  around = 'views',
  compare = 'history',
  conflicts = 'history',
  day = 'notes',
  delete = 'notes',
  filter = 'note_list',
  follow = 'links',
  history = 'history',
  links = 'pickers',
  merge = 'merging',
  new = 'notes',
  notes = 'pickers',
  quotes = 'views',
  recover = 'unsaved',
  restore = 'trash',
  review = 'review',
  ['paste-image'] = 'images',
  ['review-note'] = 'review',
  search = 'pickers',
  sort = 'note_list',
  tags = 'pickers',
  today = 'notes',
  trash = 'trash',
  tree = 'tag_tree',
  view = 'views',
  yesterday = 'notes',
}
for name, module in pairs(modules) do
  vim.keymap.set('n', ('<Plug>(commonplace-%s)'):format(name), function()
    require('commonplace.' .. module)[name:gsub('%-', '_')]({})
  end, { desc = 'commonplace: ' .. name })
end

-- Opens what the line of a list stands for.
vim.keymap.set('n', '<Plug>(commonplace-open)', function()
  local module = vim.bo.filetype == 'commonplacetags' and 'tag_tree' or 'note_list'
  require('commonplace.' .. module).open()
end, { desc = 'commonplace: open' })

-- With `:`, since only then the marks of the selection are set.
for name, bang in pairs({ cloze = '', ['cloze-with-hint'] = '!' }) do
  vim.keymap.set(
    'x',
    ('<Plug>(commonplace-%s)'):format(name),
    (':<C-U>Commonplace%s cloze<CR>'):format(bang),
    { silent = true, desc = 'commonplace: make a cloze of the selection' }
  )
end

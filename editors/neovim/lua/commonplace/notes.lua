--- Makes notes and deletes them.
local client = require('commonplace.client')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')

local M = {}

---@param title string
---@param mods? string
local function create(title, mods)
  local note, err = client.execute('commonplace.newNote', { title = title })
  if not note then
    messages.tell('no note was made: ' .. err)
    return
  end
  documents.open(note.uri, nil, mods)
  vim.cmd('normal! G$')
end

--- Makes a note and opens it.
---@param options commonplace.PickerOptions `text` is the title; asked for when absent
function M.new(options)
  if options.text then
    create(options.text, options.mods)
    return
  end
  vim.ui.input({ prompt = 'Title of the new note: ' }, function(title)
    if title and vim.trim(title) ~= '' then
      create(title, options.mods)
    end
  end)
end

---@param bufnr integer
---@param permanently boolean
local function delete(bufnr, permanently)
  local uri = vim.api.nvim_buf_get_name(bufnr)
  local _, err = client.request('commonplace/deleteNote', { uri = uri, permanently = permanently })
  if err then
    messages.tell('not deleted: ' .. err)
    return
  end
  local name = messages.short(require('commonplace.titles').of_buffer(bufnr) or uri)
  vim.api.nvim_buf_delete(bufnr, { force = true })
  require('commonplace.reloading').refresh_lists() -- the server reports changes by others
  local message = permanently and '“%s” is deleted for good'
    or '“%s” is in the trash; `:Commonplace restore` brings it back'
  messages.tell(message:format(name), vim.log.levels.INFO)
end

--- Moves the note in the current buffer to the trash, or deletes it for good once confirmed.
---@param options { bang: boolean }
function M.delete(options)
  local bufnr = vim.api.nvim_get_current_buf()
  local id = documents.note_id(vim.api.nvim_buf_get_name(bufnr))
  if options.bang and require('commonplace.trash').delete_here() then
    return
  elseif not id then
    messages.tell('`:Commonplace delete` is for a buffer that is a note')
  elseif options.bang then
    vim.ui.select({ 'Keep the note', 'Delete it for good' }, {
      prompt = 'Delete this note for good? It cannot be brought back.',
      kind = 'commonplace',
    }, function(_, index)
      if index == 2 and vim.api.nvim_buf_is_valid(bufnr) then
        delete(bufnr, true)
      end
    end)
  elseif vim.bo[bufnr].modified then
    messages.tell('the note has changes that are not saved: `:write` or `:edit!` first')
  else
    delete(bufnr, false)
  end
end

return M

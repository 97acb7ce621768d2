--- `:Commonplace SUBCOMMAND [ARGUMENT]`. This is the only list of subcommands: the command, its
--- completion, the mappings and the functions of `require('commonplace')` use it. It is loaded at
--- startup, so it requires other modules only when they are used.
local M = {}

---@class commonplace.Subcommand
---@field [1] string the module that has a function of the subcommand's name
---@field [2]? string the module and the function that return its possible arguments
---@field mapped? boolean whether there is a mapping in normal mode; default: true

---@type table<string, commonplace.Subcommand>
M.subcommands = {
  ['add-image'] = { 'images', 'images.files', mapped = false },
  around = { 'views' },
  book = { 'book', 'book.book_words', mapped = false },
  books = { 'book', 'book.books_words', mapped = false },
  cloze = { 'cloze', mapped = false },
  compare = { 'history', 'history.times' },
  conflicts = { 'history' },
  day = { 'notes', 'notes.days' },
  delete = { 'notes' },
  filter = { 'note_list', 'pickers.tag_names' },
  follow = { 'links' },
  history = { 'history' },
  keep = { 'conflict', 'conflict.words', mapped = false },
  links = { 'pickers' },
  merge = { 'merging' },
  new = { 'notes', 'notes.template_words' },
  notes = { 'pickers', 'pickers.notes_words' },
  ['paste-image'] = { 'images' },
  quotes = { 'views' },
  recover = { 'unsaved' },
  restore = { 'trash', 'history.times' },
  resume = { 'review', 'review.resume_words', mapped = false },
  review = { 'review', 'review.words' },
  search = { 'pickers' },
  sort = { 'note_list', 'note_row.order_words' },
  tags = { 'pickers' },
  today = { 'notes' },
  trash = { 'trash' },
  tree = { 'tag_tree' },
  view = { 'views', 'pickers.tag_names' },
  yesterday = { 'notes' },
}

---@param name string
---@return fun(options: commonplace.PickerOptions)?
function M.find(name)
  local subcommand = M.subcommands[name]
  return subcommand and require('commonplace.' .. subcommand[1])[name:gsub('%-', '_')]
end

local function names()
  local all = vim.tbl_keys(M.subcommands)
  table.sort(all)
  return all
end

---@param command table see |nvim_create_user_command()|
function M.run(command)
  local name, text = command.args:match('^(%S*)%s*(.-)%s*$')
  local run = M.find(name)
  if not run then
    local all = table.concat(names(), ', ')
    local message = name == '' and ('choose a command after `:Commonplace`: %s'):format(all)
      or ('`:Commonplace %s` is not a command; the commands are %s'):format(name, all)
    require('commonplace.messages').tell(message)
    return
  end
  run({ text = text ~= '' and text or nil, bang = command.bang, mods = command.mods })
end

---@param lead string the argument before the cursor
---@param line string the whole command line
---@return string[]
function M.complete(lead, line)
  local name = line:match('^.-Commonplace!?%s+(%S+)%s')
  local words, fit = names(), false
  if name then
    local module, give = ((M.subcommands[name] or {})[2] or ''):match('^(.*)%.(.*)$')
    if not module then
      return {}
    end
    words, fit = require('commonplace.' .. module)[give](lead, line)
  end
  return fit and words or vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

return M

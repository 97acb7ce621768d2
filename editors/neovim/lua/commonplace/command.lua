--- `:Commonplace SUBCOMMAND [ARGUMENT]`
local M = {}

local function nothing()
  return {}
end

---@param lead string
---@return string[]
local function tags(lead)
  return vim.tbl_filter(function(tag)
    return vim.startswith(tag, lead)
  end, require('commonplace.pickers').tag_names())
end

---@param lead string
---@param before string what stands before an order's name
---@return string[]
local function orders(lead, before)
  local words = vim.tbl_map(function(order)
    return before .. order
  end, require('commonplace.note_row').orders)
  table.insert(words, 'reverse')
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

---@class commonplace.Subcommand
---@field module string where the function of the subcommand's name is
---@field complete fun(lead: string, line: string): string[] what its argument may be

---@type table<string, commonplace.Subcommand>
local known = {
  ['add-image'] = {
    module = 'commonplace.images',
    complete = function(lead)
      return vim.fn.getcompletion(lead, 'file')
    end,
  },
  around = { module = 'commonplace.views', complete = nothing },
  book = {
    module = 'commonplace.book',
    complete = function(lead, line)
      return require('commonplace.book').complete_book(lead, line)
    end,
  },
  books = {
    module = 'commonplace.book',
    complete = function(lead)
      return require('commonplace.book').complete_books(lead)
    end,
  },
  cloze = { module = 'commonplace.cloze', complete = nothing },
  compare = {
    module = 'commonplace.history',
    complete = function(lead)
      return require('commonplace.history').complete(lead)
    end,
  },
  conflicts = { module = 'commonplace.history', complete = nothing },
  day = {
    module = 'commonplace.notes',
    complete = function(lead)
      return require('commonplace.notes').complete_day(lead)
    end,
  },
  delete = { module = 'commonplace.notes', complete = nothing },
  filter = { module = 'commonplace.note_list', complete = tags },
  follow = { module = 'commonplace.links', complete = nothing },
  history = { module = 'commonplace.history', complete = nothing },
  keep = {
    module = 'commonplace.conflict',
    complete = function(lead)
      return require('commonplace.conflict').complete(lead)
    end,
  },
  links = { module = 'commonplace.pickers', complete = nothing },
  merge = { module = 'commonplace.merging', complete = nothing },
  new = {
    module = 'commonplace.notes',
    complete = function(lead, line)
      if not line:match('%snew%s+%S*$') then
        return {}
      end
      local words = vim.tbl_map(function(name)
        return 'template=' .. name
      end, require('commonplace.notes').templates())
      return vim.tbl_filter(function(word)
        return vim.startswith(word, lead)
      end, words)
    end,
  },
  notes = {
    module = 'commonplace.pickers',
    complete = function(lead)
      return vim.list_extend(tags(lead), orders(lead, 'sort='))
    end,
  },
  ['paste-image'] = { module = 'commonplace.images', complete = nothing },
  quotes = { module = 'commonplace.views', complete = nothing },
  recover = { module = 'commonplace.unsaved', complete = nothing },
  restore = {
    module = 'commonplace.trash',
    complete = function(lead)
      return require('commonplace.history').complete(lead)
    end,
  },
  resume = {
    module = 'commonplace.review',
    complete = function(lead)
      return vim.startswith('note', lead) and { 'note' } or {}
    end,
  },
  review = {
    module = 'commonplace.review',
    complete = function(lead)
      return require('commonplace.review').complete(lead)
    end,
  },
  search = { module = 'commonplace.pickers', complete = nothing },
  sort = {
    module = 'commonplace.note_list',
    complete = function(lead)
      return orders(lead, '')
    end,
  },
  tags = { module = 'commonplace.pickers', complete = nothing },
  today = { module = 'commonplace.notes', complete = nothing },
  trash = { module = 'commonplace.trash', complete = nothing },
  tree = { module = 'commonplace.tag_tree', complete = nothing },
  view = { module = 'commonplace.views', complete = tags },
  yesterday = { module = 'commonplace.notes', complete = nothing },
}

local function subcommands()
  local names = vim.tbl_keys(known)
  table.sort(names)
  return names
end

---@param command table see |nvim_create_user_command()|
function M.run(command)
  local name, text = command.args:match('^(%S*)%s*(.-)%s*$')
  if not known[name] then
    local names = table.concat(subcommands(), ', ')
    local message = name == '' and ('`:Commonplace` needs a subcommand: %s'):format(names)
      or ('`:Commonplace %s` is not a command; there are %s'):format(name, names)
    require('commonplace.messages').tell(message)
    return
  end
  require(known[name].module)[name:gsub('%-', '_')]({
    text = text ~= '' and text or nil,
    bang = command.bang,
    mods = command.mods,
  })
end

---@param lead string the argument before the cursor
---@param line string the whole command line
---@return string[]
function M.complete(lead, line)
  local name = line:match('^.-Commonplace!?%s+(%S+)%s')
  if name then
    return known[name] and known[name].complete(lead, line) or {}
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, subcommands())
end

return M

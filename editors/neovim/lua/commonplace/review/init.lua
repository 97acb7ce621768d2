--- Review commands. The server chooses the cards and records the answers.
local client = require('commonplace.client')
local messages = require('commonplace.messages')

local M = {}

local sections = { 'currentlyReading', 'other', 'read', 'wantToRead' }

---@return string? uri
---@return string? err
local function current_uri()
  local name = vim.api.nvim_buf_get_name(0)
  if name:find('^commonplace://') or name:find('^commonplace%-view://') then
    return name
  end
  return nil, '`note` works in a note or a view: open one first'
end

---@param text string
---@return commonplace.ReviewScope? scope
---@return string? err
local function parse(text)
  local scope, rest = {}, vim.trim(text)
  while rest ~= '' do
    local query = rest:match('^query=(.*)$')
    if query then -- takes all the rest
      scope.query = query
      return scope
    end
    local word
    word, rest = rest:match('^(%S+)%s*(.*)$')
    local name, value = word:match('^(%a+)=(.+)$')
    if word == 'note' then
      local uri, err = current_uri()
      if not uri then
        return nil, err
      end
      scope.uri = uri
    elseif name == 'tag' then
      scope.tag = vim.startswith(value, '#') and value or '#' .. value
    elseif name == 'section' then
      scope.section = value
    elseif name == 'limit' and tonumber(value) then
      scope.limit = math.floor(tonumber(value))
    elseif word:find('^#') then
      scope.tag = word
    else
      return nil, ('cannot use `%s`: use note, tag=, section=, query= or limit=NUMBER'):format(word)
    end
  end
  return scope
end

---@param options commonplace.PickerOptions `text` has the arguments of `:Commonplace review`;
---  all prompts when absent. With `bang`, cards that are not due are included, and nothing is
---  recorded.
function M.review(options)
  local scope, err = parse(options.text or '')
  if not scope then
    messages.tell(err)
    return
  end
  scope.cram = options.bang or nil
  M.start(scope)
end

---@param scope? commonplace.ReviewScope
function M.start(scope)
  require('commonplace.review.session').start(scope or {})
end

--- Performs the action of a key in the review window: `go`, `again`, `hard`, `good`, `easy`, `1` to
--- `4`, `undo`, `edit`, `suspend`, `skip`, `stop` or `help`.
---@param action string
function M.act(action)
  require('commonplace.review.session').act(action)
end

--- Resumes all suspended prompts; with the text `note`, only the prompts of the current note.
---@param options commonplace.PickerOptions
function M.resume(options)
  local uri, err
  if options.text == 'note' then
    uri, err = current_uri()
  elseif options.text then
    err = 'use `:Commonplace resume` or `:Commonplace resume note`'
  end
  local result
  if not err then
    result, err = client.request('commonplace/review/resume', { uri = uri })
  end
  if result then
    local count = result.resumed
    local message = count == 1 and '1 suspended card was resumed'
      or '%d suspended cards were resumed'
    messages.tell(message:format(count), vim.log.levels.INFO)
  else
    messages.tell(err or 'cannot resume the cards')
  end
end

--- Returns the last due counts from the server; nil before the first. Changes run the autocommand
--- |User| CommonplaceReviewCounts.
---@return commonplace.ReviewCounts?
function M.counts()
  return require('commonplace.review.counts').get()
end

--- Returns the number of due prompts, for a status line: `3 due`; empty without any.
---@return string
function M.due()
  local counts = M.counts()
  return counts and counts.due > 0 and ('%d due'):format(counts.due) or ''
end

---@param lead string
---@return string[]
function M.words(lead)
  if vim.startswith(lead, 'tag=') then
    return vim.tbl_map(function(tag)
      return 'tag=' .. tag
    end, require('commonplace.pickers').tag_names())
  elseif vim.startswith(lead, 'section=') then
    return vim.tbl_map(function(section)
      return 'section=' .. section
    end, sections)
  end
  return { 'limit=', 'note', 'query=', 'section=', 'tag=' }
end

---@return string[]
function M.resume_words()
  return { 'note' }
end

--- Runs the command `commonplace.review.start` of code lenses.
---@param command { arguments: table[]? }
function M.run_command(command)
  local params = command.arguments and command.arguments[1] or {}
  if not params.session then
    M.start(params)
    return
  end
  -- The code lens of a review that is shown as a view: the server starts it again there.
  local _, err = client.execute('commonplace.review.start', params)
  if err then
    messages.tell(err)
  end
end

return M

--- The open review session: only one at a time. The server has the session. After each step, it
--- returns the state to show; an answer is then on disk.
local client = require('commonplace.client')
local config = require('commonplace.config')
local documents = require('commonplace.documents')
local messages = require('commonplace.messages')
local one_line = require('commonplace.labels').one_line
local page = require('commonplace.review.page')
local rpc = require('commonplace.rpc')

local M = {}

---@class commonplace.ReviewScope what to review: at most one of the first four fields; default: all
---@field uri? string a note, or the view of a search
---@field tag? string a hashtag, with the hashtags below it
---@field section? 'wantToRead'|'currentlyReading'|'read'|'other' notes about books in this section
---@field query? string
---@field cram? boolean whether cards that are not due are included, and nothing is recorded
---@field limit? integer

---@class commonplace.Review
---@field scope commonplace.ReviewScope
---@field state commonplace.ReviewState
---@field window commonplace.ReviewWindow
---@field origin integer the window from which it was started
---@field trouble? string
---@field is_lost boolean whether the server has lost the session
---@field shows_help boolean
---@field edited? { buffer: integer, tab: integer }
local Review = {}
Review.__index = Review

---@type commonplace.Review?
local open

--- Minimum timeout in milliseconds: the server may have to wait for another program that writes the
--- notebook.
local least_timeout = 15000

---@param name string
---@param params table
---@return any result
---@return string? err
local function ask(name, params)
  local timeout = math.max(config.current.timeout, least_timeout)
  return client.request('commonplace/review/' .. name, params, timeout)
end

-- MARK: Showing

function Review:show()
  if self.shows_help then
    self.window:show(page.help(), page.bar(self.state, self.trouble, self.is_lost))
  else
    local card = page.card(self.state, self.scope.cram or false)
    self.window:show(card, page.bar(self.state, self.trouble, self.is_lost))
  end
end

--- Closes the window. The session stays on the server.
function Review:close()
  if open == self then
    open = nil
  end
  vim.api.nvim_create_augroup('commonplace_review', { clear = true })
  self.window:close()
  local is_here = vim.api.nvim_get_current_tabpage() == self.window.tab
  if is_here and vim.api.nvim_win_is_valid(self.origin) then
    vim.api.nvim_set_current_win(self.origin)
  end
end

--- Ends the session after the user closed its window, for example with `:quit`.
function Review:abandon()
  self:close()
  local running = not self.is_lost and client.running()
  if running then
    local params = { session = self.state.session }
    rpc.call(running, 'request', 'commonplace/review/stop', params, function() end)
  end
end

function Review:watch()
  local group = vim.api.nvim_create_augroup('commonplace_review', { clear = true })
  local function on(event, callback)
    vim.api.nvim_create_autocmd(event, { group = group, callback = callback })
  end
  on('VimResized', function()
    self.window:resize()
  end)
  on('WinEnter', function()
    -- Scheduled, because windows may not be moved while another one opens.
    vim.schedule(function()
      if open == self and vim.api.nvim_get_current_tabpage() == self.window.tab then
        self.window:resize()
      end
    end)
  end)
  on('WinClosed', function(event)
    if self.window:has(tonumber(event.match) or -1) then
      -- Scheduled, because a window may not be closed while another one is closing.
      vim.schedule(function()
        if open == self then
          self:abandon()
        end
      end)
    end
  end)
  on('TabEnter', function()
    vim.schedule(function()
      if open == self and vim.api.nvim_get_current_tabpage() == self.window.tab then
        self:come_back()
      end
    end)
  end)
end

-- MARK: Steps

---@param name string
---@param params? table
function Review:step(name, params)
  local session = { session = self.state.session }
  local state, err = ask(name, vim.tbl_extend('force', session, params or {}))
  if open ~= self then
    return
  end
  self.trouble = err and one_line(err)
  if not state then
    -- It is unknown whether the step was recorded, so this requests the state before the next step.
    state = ask('state', session)
    self.is_lost = not state
  end
  self.state = state or self.state
  self:show()
end

---@param ease string
function Review:answer(ease)
  local card = self.state.card
  if card and card.back then
    self:step('answer', { ease = ease })
  elseif card then
    self.trouble = 'Show the answer first.'
    self:show()
  end
end

--- Answers with the choice of a key. A key without a choice shows an error.
---@param key string
function Review:choose(key)
  for _, answer in ipairs(self.state.answers) do
    if answer.key == key then
      self:answer(answer.ease)
      return
    end
  end
  self:answer('')
end

--- Shows the answer; if it is shown, answers that it was right. At the end, closes the window; if
--- the server has lost the session, starts another.
function Review:go()
  local card = self.state.card
  if self.is_lost then
    self:close()
    M.start(self.scope)
  elseif not card then
    self:stop()
  elseif card.back then
    self:step('answer', { ease = 'good' })
  else
    self:step('reveal')
  end
end

function Review:stop()
  local summary, err
  if not self.is_lost then
    summary, err = ask('stop', { session = self.state.session })
  end
  self:close()
  if summary then
    messages.tell(page.outcome(summary), vim.log.levels.INFO)
  elseif err then
    messages.tell(('%s; recorded answers are kept'):format(err), vim.log.levels.WARN)
  end
end

-- MARK: The note of a card

function Review:edit()
  local card = self.state.card
  if not card then
    return
  elseif self.edited and vim.api.nvim_tabpage_is_valid(self.edited.tab) then
    vim.api.nvim_set_current_tabpage(self.edited.tab)
  else
    -- Focuses the card first, so that it has the focus when the user returns to this tab page.
    self.window:focus()
    vim.cmd('tabnew')
    vim.bo.bufhidden = 'wipe'
    documents.open(card.note.uri)
  end
  local buffer = vim.api.nvim_get_current_buf()
  self.edited = { buffer = buffer, tab = vim.api.nvim_get_current_tabpage() }
  local start = card.range.start
  local line = math.max(1, math.min(start.line + 1, vim.api.nvim_buf_line_count(buffer)))
  local text = vim.api.nvim_buf_get_lines(buffer, line - 1, line, false)[1] or ''
  vim.api.nvim_win_set_cursor(0, { line, math.min(start.character, #text) })
  vim.cmd('normal! zvzz')
end

--- Continues with the card, after its note may have changed.
function Review:come_back()
  local edited = self.edited
  if edited and not vim.api.nvim_tabpage_is_valid(edited.tab) then
    self.edited = nil
  end
  self.window:resize()
  if edited then
    self.window:focus()
    self:step('state')
  end
end

--- Handles a saved buffer. If it was opened for a card, the review continues.
---@param buffer integer
function M.saved(buffer)
  local review = open
  if not review or not review.edited or review.edited.buffer ~= buffer then
    return
  end
  vim.schedule(function()
    local tab = review.edited and review.edited.tab
    local current = vim.api.nvim_get_current_tabpage()
    if open ~= review or not tab then
      return
    elseif current == review.window.tab then
      review:come_back() -- by `:wq`, or saved from here
      return
    elseif current ~= tab then
      return
    end
    local windows = vim.api.nvim_tabpage_list_wins(tab)
    if #windows == 1 and vim.api.nvim_win_get_buf(windows[1]) == buffer then
      vim.cmd('tabclose')
    end
    vim.api.nvim_set_current_tabpage(review.window.tab)
  end)
end

-- MARK: Keys

---@type table<string, fun(review: commonplace.Review)>
local actions = {
  go = Review.go,
  edit = Review.edit,
  stop = Review.stop,
  undo = function(review)
    review:step('undo')
  end,
  suspend = function(review)
    review:step('suspend')
  end,
  skip = function(review)
    review:step('skip')
  end,
  help = function() end,
}
for _, ease in ipairs({ 'again', 'hard', 'good', 'easy' }) do
  actions[ease] = function(review)
    review:answer(ease)
  end
end
for key = 1, 4 do
  actions[tostring(key)] = function(review)
    review:choose(tostring(key))
  end
end

local keys = {
  ['<Space>'] = 'go',
  ['<CR>'] = 'go',
  ['<Left>'] = 'again',
  ['<Right>'] = 'good',
  ['1'] = '1',
  ['2'] = '2',
  ['3'] = '3',
  ['4'] = '4',
  u = 'undo',
  e = 'edit',
  s = 'suspend',
  k = 'skip',
  q = 'stop',
  ['<Esc>'] = 'stop',
  ['?'] = 'help',
}

---@param action string
function M.act(action)
  local review = open
  if not review or not actions[action] then
    return
  end
  review.trouble = nil
  if action == 'help' or review.shows_help then
    -- In the help, any key only closes the help.
    review.shows_help = not review.shows_help
    review:show()
  elseif not review.is_lost or action == 'go' or action == 'stop' then
    actions[action](review)
  end
end

---@param buffer integer
local function map(buffer)
  if vim.g.no_plugin_maps or vim.g.no_commonplace_maps then
    return
  end
  for key, action in pairs(keys) do
    vim.keymap.set('n', key, function()
      M.act(action)
    end, { buffer = buffer, nowait = true, desc = 'commonplace: ' .. action })
  end
end

--- Starts a session, after stopping an open one.
---@param scope commonplace.ReviewScope
function M.start(scope)
  if open then
    open:stop()
  end
  local state, err = ask('start', scope)
  if not state then
    messages.tell(err or 'cannot start the review')
    return
  elseif not state.card then
    ask('stop', { session = state.session })
    messages.tell('no cards to review', vim.log.levels.INFO)
    return
  end
  local origin = vim.api.nvim_get_current_win()
  require('commonplace.highlights').define_review()
  open = setmetatable({
    scope = scope,
    state = state,
    window = require('commonplace.review.window').open(),
    origin = origin,
    is_lost = false,
    shows_help = false,
  }, Review)
  map(open.window.card.buffer)
  open:watch()
  open:show()
end

return M

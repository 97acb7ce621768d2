--- The content of the review window: text and its highlights. The text of notes is shown literally.
local M = {}

---@class commonplace.ReviewRun
---@field text string may contain line feeds
---@field style string

---@class commonplace.ReviewCard
---@field kind 'cloze'|'quote'|'question'
---@field context string
---@field front commonplace.ReviewRun[]
---@field back? commonplace.ReviewRun[] nil until it is revealed
---@field note { uri: string, title: string }
---@field range { start: { line: integer, character: integer } }
---@field history string

---@class commonplace.ReviewChoice
---@field ease 'again'|'hard'|'good'|'easy'
---@field title string
---@field key string
---@field interval string empty if nothing is recorded

---@class commonplace.ReviewSummary
---@field answered integer
---@field correct integer
---@field incorrect integer

---@class commonplace.ReviewState
---@field session string
---@field card? commonplace.ReviewCard nil at the end
---@field progress { done: integer, remaining: integer, total: integer }
---@field canUndo boolean
---@field counts { due: integer, new: integer, isCounting?: boolean }
---@field answers commonplace.ReviewChoice[]
---@field summary? commonplace.ReviewSummary
---@field message? string

---@class commonplace.Page
---@field lines string[]
---@field marks { row: integer, first: integer, last: integer, group: string }[] row from 0, bytes
---@field back? integer the first row of the answer, from 0
local Page = {}
Page.__index = Page

---@return commonplace.Page
local function new_page()
  return setmetatable({ lines = { '' }, marks = {} }, Page)
end

---@param text string
---@param group? string
function Page:add(text, group)
  for index, part in ipairs(vim.split(text, '\n', { plain = true })) do
    if index > 1 then
      table.insert(self.lines, '')
    end
    local row = #self.lines
    local first = #self.lines[row]
    self.lines[row] = self.lines[row] .. part
    if group and part ~= '' then
      local mark = { row = row - 1, first = first, last = first + #part, group = group }
      table.insert(self.marks, mark)
    end
  end
end

--- Adds keys: each is a key, its action, and perhaps an interval.
---@param keys string[][]
function Page:add_keys(keys)
  for index, key in ipairs(keys) do
    self:add(index > 1 and '   ' or '')
    self:add(key[1], 'CommonplaceReviewKey')
    self:add(' ' .. key[2])
    if key[3] then
      self:add((' (%s)'):format(key[3]), 'CommonplaceReviewCaption')
    end
  end
end

local groups = {
  emphasis = 'CommonplaceReviewEmphasis',
  strong = 'CommonplaceReviewStrong',
  code = 'CommonplaceReviewCode',
  hint = 'CommonplaceReviewHint',
  blank = 'CommonplaceReviewBlank',
  answer = 'CommonplaceReviewAnswer',
  caption = 'CommonplaceReviewCaption',
  image = 'CommonplaceReviewImage',
}

---@param runs commonplace.ReviewRun[]
---@param plain? string the group of text without a style
function Page:add_runs(runs, plain)
  for _, run in ipairs(runs) do
    local text = run.text
    if run.style == 'image' then
      text = ('[%s]'):format(text ~= '' and text or 'image')
    elseif run.style == 'hint' then
      text = ('[%s]'):format(text)
    end
    self:add(text, groups[run.style] or plain)
  end
end

---@param count integer
---@param noun string
---@return string
local function counted(count, noun)
  return count == 1 and ('1 %s'):format(noun) or ('%d %ss'):format(count, noun)
end

---@param summary commonplace.ReviewSummary
---@return string
function M.outcome(summary)
  local answers = counted(summary.answered, 'answer')
  return ('%s, %d right, %d wrong'):format(answers, summary.correct, summary.incorrect)
end

---@param state commonplace.ReviewState
---@param is_cram boolean
---@return commonplace.Page
function M.card(state, is_cram)
  local page, card, progress = new_page(), state.card, state.progress
  local place = card and math.min(progress.done + 1, progress.total) or progress.done
  local due = state.counts.isCounting and 'at least %d due' or '%d due'
  local words = { ('%d of %d'):format(place, progress.total), due:format(state.counts.due) }
  if is_cram then
    table.insert(words, 'nothing is recorded')
  end
  page:add(table.concat(words, ' · '), 'CommonplaceReviewProgress')
  page:add('\n\n')
  if not card then
    page:add('Done', 'CommonplaceReviewContext')
    if state.summary then
      page:add(('\n\n%s.'):format(M.outcome(state.summary)))
    end
    return page
  end
  page:add(card.context, 'CommonplaceReviewContext')
  page:add('\n\n')
  -- The back of a cloze or a quote repeats its front.
  if not card.back or card.kind == 'question' then
    page:add_runs(card.front)
  end
  if card.back then
    if card.kind == 'question' then
      page:add('\n\n')
    end
    page.back = #page.lines - 1
    page:add_runs(card.back, card.kind == 'question' and groups.answer or nil)
    page:add('\n\n')
    page:add(card.history, 'CommonplaceReviewCaption')
  end
  return page
end

---@param state commonplace.ReviewState
---@param trouble? string
---@param is_lost boolean whether the server has lost the session
---@return commonplace.Page
function M.bar(state, trouble, is_lost)
  local page = new_page()
  if is_lost then
    page:add_keys({ { 'Space', 'start again' }, { 'q', 'close' } })
  elseif not state.card then
    local undo = state.canUndo and { { 'u', 'undo' } } or {}
    page:add_keys(vim.list_extend({ { 'Space', 'close' } }, undo))
  else
    if state.card.back then
      page:add_keys(vim.tbl_map(function(answer)
        local interval = answer.interval ~= '' and answer.interval or nil
        return { answer.key, answer.title, interval }
      end, state.answers))
    else
      page:add_keys({ { 'Space', 'show the answer' } })
    end
    page:add('\n')
    local keys = { { 'e', 'edit' }, { 's', 'suspend' }, { 'k', 'skip' }, { 'q', 'stop' } }
    table.insert(keys, { '?', 'help' })
    if state.canUndo then
      table.insert(keys, 1, { 'u', 'undo' })
    end
    page:add_keys(keys)
  end
  if state.message then
    page:add('\n')
    page:add(state.message, 'CommonplaceReviewMessage')
  end
  if trouble then
    page:add('\n')
    page:add(trouble, 'CommonplaceReviewError')
    if is_lost then
      page:add('\nRecorded answers are kept.')
    end
  end
  return page
end

---@return commonplace.Page
function M.help()
  local page = new_page()
  page:add('Keys', 'CommonplaceReviewContext')
  page:add('\n')
  for _, key in ipairs({
    { 'Space, Return', 'show the answer; press again if you were right' },
    { '1 to 4', 'choose an answer by its number' },
    { 'Left, Right', 'wrong, right' },
    { 'u', 'undo the last answer, skip or suspension' },
    { 'e', 'edit the note; `:write` returns to the card' },
    { 's', 'suspend the card until you resume it' },
    { 'k', 'skip the card in this review' },
    { 'q, Esc', 'stop; recorded answers are kept' },
    { '?', 'show or hide this help' },
  }) do
    page:add('\n')
    page:add(('%-14s'):format(key[1]), 'CommonplaceReviewKey')
    page:add(' ' .. key[2])
  end
  return page
end

return M

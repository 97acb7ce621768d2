-- The part about review of the story of Tests/editors/story.md. Its steps are tests of one session.
local harness = require('harness')
local check, equal, contains = harness.check, harness.equal, harness.contains

local text = [[
# Peaks

The highest mountain of Peru is ?[](Huascarán).

Q: Which mountain is the highest of the Alps?
A: Mont Blanc
]]

---@type Editor
local editor
local story, step = require('steps')()
local uri, due
--- The answers: of the card that is asked first, and of the other.
local first, second

local function shown()
  return editor:floating()
end

local function wait_shown(...)
  editor:wait_floating(...)
end

local function wait_due(count)
  editor:wait(
    ('%d to be due'):format(count),
    [[
    local counts = require('commonplace.review').counts()
    return counts and counts.due == ...
    ]],
    count
  )
end

step('see what is due', function()
  editor = story:start()
  editor:list_notes()
  due = editor:wait('a count', [[
    local counts = require('commonplace.review').counts()
    return counts and counts.due
  ]])
  uri = editor:lua(
    [[return require('commonplace.client').request('commonplace/createNote', { text = ... }).uri]],
    text
  )
  wait_due(due + 2)
end)

step('start a review', function()
  editor:command('edit ' .. uri)
  editor:wait_attached()
  editor:command('Commonplace review note')
  local card = shown()
  contains(card, 'highest', 'the card')
  contains(card, '1 of 2', 'the progress')
  check(not card:find('Huascarán', 1, true) and not card:find('Mont Blanc', 1, true), card)
  first, second = 'Huascarán', 'Mont Blanc'
  if card:find('Alps', 1, true) then
    first, second = second, first
  end
end)

step('reveal', function()
  editor:type('<Space>')
  wait_shown(first, second)
  contains(shown(), '1 Wrong (1 day)', 'the answers')
  contains(shown(), '2 Right (4 days)', 'the answers')
end)

step('answer wrong', function()
  editor:type('1')
  wait_shown('show the answer', first)
  check(not shown():find(second, 1, true), 'the other answer is hidden')
  wait_due(due + 1)
end)

step('answer right', function()
  editor:type('<Space>')
  wait_shown(second)
  editor:type('<Right>')
  wait_shown('2 of 2', second)
  check(not shown():find(first, 1, true), 'the first answer is hidden')
end)

step('undo', function()
  editor:type('u')
  wait_shown(second, first)
  editor:type('<CR>')
  wait_shown('2 of 2', second)
end)

step('edit the note in mid-review', function()
  editor:type('e')
  editor:wait_note(uri)
  equal(shown(), '', 'the window')
  contains(editor:lua([[return vim.fn.getline('.')]]), 'highest', 'the line of the card')
end)

step('return to the edited card', function()
  editor:type(':substitute/highest/tallest/<CR>:write<CR>')
  wait_shown('tallest', 'highest')
  check(not shown():find(first, 1, true), 'the answer is hidden')
  wait_shown('show the answer')
  equal(editor:lua('return #vim.api.nvim_list_tabpages()'), 1, 'tab pages')
end)

step('stop', function()
  editor:type('q')
  editor:wait('the end', [[return #vim.api.nvim_list_wins() == 1]])
  contains(editor:messages(), '2 answers, 1 right, 1 wrong', 'what it says')
  equal(editor:name(), uri, 'the buffer')
end)

step('resume', function()
  editor:says('Commonplace review note', 'no cards to review')
end)

step('the file holds it', function()
  editor:leave('qall')
  story:check_file()
  local prompt = "key LIKE 'prompt=%' AND "
  local statistics = "json_extract(json, '$.promptStatistics[0].%s')"
  equal(
    story:sqlite([[SELECT count(*), sum(json_extract(json, '$.statistics.correct')),
      sum(json_extract(json, '$.statistics.incorrect'))
      FROM entry WHERE scope = '.studyLog' AND type = 2]]),
    '2|1|1',
    'the study log'
  )
  local is_scheduled = statistics:format('reviewCount') .. ' = 1 AND '
    .. statistics:format('due') .. ' > ' .. statistics:format('lastReview')
  for what, expected in pairs({
    ["scope = '.studyLog' AND type = 0"] = 1, -- the answer that was taken back
    [prompt .. is_scheduled] = 2,
    [prompt .. statistics:format('totalIncorrect') .. ' = 1'] = 1,
    [prompt .. "json_extract(json, '$.rawValue') LIKE '%tallest%'"] = 1,
  }) do
    equal(story:rows(what), expected, what)
  end
  editor:close()
end)

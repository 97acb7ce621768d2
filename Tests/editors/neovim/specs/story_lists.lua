-- The part about lists and images of the story of Tests/editors/story.md. Its steps are tests of one
-- session.
local harness = require('harness')
local check, equal, contains = harness.check, harness.equal, harness.contains

---@type Editor
local editor
local story, step = require('steps')()
local path, walden, image

local function titles()
  return vim.tbl_map(function(line)
    return line:match('^%a+')
  end, editor:lines())
end

step('see a list of notes', function()
  editor, path = story:start()
  editor:command('edit ' .. path)
  equal(#editor:lines(), 5, 'notes')
  contains(editor:lines()[1], os.date('%Y-%m-%d'), 'the date')
  editor:wait('the due prompts', [[return vim.fn.getline(1):find('%d+ due') ~= nil]])
end)

step('sort it', function()
  editor:type(':Commonplace sort title<CR>')
  harness.becomes(titles, { 'Charles', 'Henry', 'Jane', 'Seneca', 'Welcome' }, 'the list')
  editor:type(':Commonplace! sort title<CR>')
  harness.becomes(titles, { 'Welcome', 'Seneca', 'Jane', 'Henry', 'Charles' }, 'the other way')
end)

step('see titles', function()
  editor:type('/Thoreau<CR><CR>')
  editor:wait_note()
  walden = editor:name()
  editor:wait_attached()
  equal(editor:lua([[return require('commonplace').title()]]), 'Henry David Thoreau: Walden', 'here')
  editor:type(':set title<CR>')
  editor:lua([[vim.fn.search('#nature'); vim.lsp.buf.references()]])
  local text = editor:wait('the references', [[
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return vim.bo.buftype == 'quickfix' and not text:find('commonplace:', 1, true) and text
  ]])
  contains(text, 'Charles Darwin: On the Origin of Species|', 'another note')
  editor:type(':cclose<CR>')
  editor:wait('the note', [[return vim.bo.buftype ~= 'quickfix']])
end)

step('add an image', function()
  image = editor.directory .. '/pond.gif'
  local file = assert(io.open(image, 'wb'))
  file:write('GIF89a\1\0\1\0')
  file:close()
  editor:type('Go<CR><Esc>:Commonplace add-image ' .. image .. '<CR>')
  editor:wait('the image', [[return vim.fn.getline('$'):match('^!%[%]%(assets/%x+%.gif%)$')]])
  editor:type('ipond<Esc>:write<CR>')
  editor:wait('the save', [[return not vim.bo.modified and vim.fn.mode() == 'n']])
  contains(editor:stored(walden).text, '![pond](assets/', 'the stored text')
end)

step('drop an image', function()
  editor:will_choose('^Add')
  editor:type('Go<CR><Esc>')
  -- As a terminal pastes the path of a file that is dropped on it.
  vim.fn.chansend(editor.job, '\27[200~' .. image .. '\27[201~')
  editor:wait('the image', [[return vim.fn.getline('$'):match('^!%[%]%(assets/')]])
  contains(editor:shown()[1].prompt, 'pond.gif', 'the question')
  editor:type('u:write<CR>')
  editor:wait('the save', [[return not vim.bo.modified]])
end)

step('open it', function()
  editor:lua([[vim.ui.open = function(target) _G.opened = target end]])
  editor:lua([[vim.fn.search('pond\\]', 'bw')]])
  editor:type(':Commonplace follow<CR>')
  local target = editor:wait('the file', [[return _G.opened]])
  equal(vim.fn.filereadable(vim.uri_to_fname(target)), 1, 'the file is there')
end)

step('extract a part with its review states', function()
  local made = editor:lua([[
    local client = require('commonplace.client')
    local bufnr = vim.api.nvim_get_current_buf()
    local before = client.request('commonplace/review/start', { uri = vim.uri_from_bufnr(bufnr) })
    local shown = client.request('commonplace/review/reveal', { session = before.session })
    client.request('commonplace/review/answer', { session = before.session, ease = 'good' })
    client.request('commonplace/review/stop', { session = before.session })
    local last = vim.fn.line('$')
    local result, err = client.execute('commonplace.extractNote', {
      uri = vim.uri_from_bufnr(bufnr),
      version = vim.lsp.util.buf_versions[bufnr],
      range = {
        start = { line = 1, character = 0 },
        ['end'] = { line = last - 1, character = 0 },
      },
    })
    assert(result, err)
    local now = client.request('commonplace/review/counts', { uri = vim.uri_from_bufnr(bufnr) })
    local there = client.request('commonplace/review/counts', { uri = result.uri })
    return { now = now.due, there = there.due, uri = result.uri }
  ]])
  equal(made.there, made.now, 'due prompts of the new note are those of the old')
end)

step('the file holds it', function()
  editor:command('silent! edit!')
  editor:leave('qall!')
  story:check_file()
  harness.wait('the file to follow', function()
    return story:rows("key LIKE 'assets/%.gif'") > 0
  end)
  check(story:rows("text LIKE '%![pond](assets/%'") > 0, 'the text')
  editor:close()
end)

-- The app's own starter notebook, where it lies beside the repository.
local harness = require('harness')
local Editor = require('editor')
local test, check, equal = harness.test, harness.check, harness.equal

local sample = vim.fn.fnamemodify(Editor.root .. '/../shared/data/library.libnotes', ':p')

--- Starts on a copy, so that nothing here can change the original.
local function start(editor)
  if vim.fn.filereadable(sample) == 0 then
    harness.skip('the sample notebook is not here')
  end
  local path = editor.directory .. '/library.libnotes'
  assert(vim.loop.fs_copyfile(sample, path))
  editor:start({ notebook = path })
end

test('its five notes are listed', function(editor)
  start(editor)
  editor:will_choose('Welcome')
  editor:command('Commonplace notes')
  equal(#editor:shown()[1].labels, 5, 'notes')
  check(table.concat(editor:lines(), '\n'):find('Welcome to Library Notes'), 'the note is open')
end)

for _, case in ipairs({ { 'hamlet', 'Hamlet' }, { 'octob', 'Octobers' } }) do
  local query, expected = case[1], case[2]
  test(('searching for %q finds its note'):format(query), function(editor)
    start(editor)
    editor:will_choose('.')
    editor:command('Commonplace search ' .. query)
    check(editor:name():match('^commonplace://library/'), 'a note is open')
    check(
      table.concat(editor:lines(), '\n'):find(expected)
        or editor:shown()[1].labels[1]:find(expected),
      'the note or its title has ' .. expected
    )
  end)
end

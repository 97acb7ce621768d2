-- Telescope, fzf-lua and snacks, by stubs of the modules that their own documentation names.
local harness = require('harness')
local test, check, equal, contains = harness.test, harness.check, harness.equal, harness.contains

local stubs = {}

--- Each stub shows what the plugin would, in `_G.offered`, and chooses the second by the key of
--- a vertical window.
stubs.telescope = [[
  local actions = { close = function() _G.closed = true end }
  for _, name in ipairs({ 'default', 'horizontal', 'vertical', 'tab' }) do
    actions['select_' .. name] = {
      replace = function(self, run) self.run = run end,
    }
  end
  local chosen
  package.preload['telescope'] = function() return {} end
  package.preload['telescope.actions'] = function() return actions end
  package.preload['telescope.actions.state'] = function()
    return { get_selected_entry = function() return chosen end }
  end
  package.preload['telescope.finders'] = function()
    return { new_table = function(options) return options end }
  end
  package.preload['telescope.config'] = function()
    return { values = { generic_sorter = function() return 'sorter' end } }
  end
  package.preload['telescope.previewers'] = function()
    return { new_buffer_previewer = function(options) return options end }
  end
  package.preload['telescope.pickers'] = function()
    return { new = function(_, options)
      return { find = function()
        local entries = vim.tbl_map(options.finder.entry_maker, options.finder.results)
        _G.offered = { title = options.prompt_title, labels = {} }
        for _, entry in ipairs(entries) do
          assert(entry.display == entry.ordinal)
          table.insert(_G.offered.labels, entry.display)
        end
        if options.previewer then
          local buffer = vim.api.nvim_create_buf(false, true)
          options.previewer.define_preview({ state = { bufnr = buffer } }, entries[2])
          _G.preview = function() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
        end
        options.attach_mappings(1)
        chosen = entries[2]
        actions.select_vertical.run()
      end }
    end }
  end
]]

stubs['fzf-lua'] = [[
  package.preload['fzf-lua'] = function()
    return { fzf_exec = function(lines, options)
      _G.offered = { title = options.prompt, labels = {} }
      for index, line in ipairs(lines) do
        _G.offered.labels[index] = line:match('\t(.*)$')
      end
      options.actions['ctrl-v']({ lines[2] })
    end }
  end
]]

stubs.snacks = [[
  package.preload['snacks.picker'] = function()
    return { pick = function(options)
      _G.offered = { title = options.title, labels = {} }
      for index, item in ipairs(options.items) do
        _G.offered.labels[index] = options.format(item)[1][1]
      end
      if type(options.preview) == 'function' then
        local shown = {}
        options.preview({
          item = options.items[2],
          preview = { set_lines = function(_, lines) shown = lines end },
        })
        _G.preview = function() return shown end
      end
      options.confirm({ close = function() _G.closed = true end }, options.items[2], { cmd = 'vsplit' })
    end }
  end
]]

for name, stub in pairs(stubs) do
  test(name .. ' is used where it is installed', function(editor)
    editor:start_with_notebook()
    local notes = editor:list_notes()
    editor:lua(stub)
    equal(editor:lua([[return require('commonplace.pick').picker()]]), name, 'the picker')
    editor:command('Commonplace notes')
    editor:wait('the note', [[return vim.api.nvim_buf_get_name(0) == ...]], notes[2].uri)
    local offered = editor:lua('return _G.offered')
    equal(#offered.labels, #notes, 'what was offered')
    contains(offered.labels[2], notes[2].title, 'a label')
    equal(editor:lua('return #vim.api.nvim_list_wins()'), 2, 'its window')
    if editor:lua('return _G.preview ~= nil') then
      editor:wait('the preview', [[return table.concat(_G.preview(), '\n') == ...]],
        editor:stored(notes[2].uri).text)
    end
  end)
end

test('a tag is chosen by the picker, too', function(editor)
  editor:start_with_notebook()
  editor:lua(stubs['fzf-lua'])
  editor:command('Commonplace tags')
  check(editor:name():match('^commonplace://'), 'a note of the second tag is open')
end)

test('who replaced vim.ui.select gets it, unless another is named', function(editor)
  editor:start_with_notebook()
  for _, stub in pairs(stubs) do
    editor:lua(stub)
  end
  local picker = [[return require('commonplace.pick').picker()]]
  equal(editor:lua(picker), 'telescope', 'the first that is installed')
  editor:will_choose()
  equal(editor:lua(picker), 'select', 'what the user chose')
  editor:lua([[
    local options = vim.deepcopy(require('commonplace.config').current)
    options.picker = 'snacks'
    require('commonplace').setup(options)
  ]])
  equal(editor:lua(picker), 'snacks', 'what the user named')
end)

test('a picker that is named and not there is said, and one can choose', function(editor)
  editor:start_with_notebook({ picker = 'telescope' })
  editor:will_choose('.')
  editor:says('Commonplace notes', 'the picker `telescope` is not there')
  check(editor:name():match('^commonplace://'), 'a note is open')
  local result = editor:lua([[return { pcall(require('commonplace').setup, { picker = 'x' }) }]])
  contains(result[2], 'option `picker` must be one of', 'an unknown one')
end)

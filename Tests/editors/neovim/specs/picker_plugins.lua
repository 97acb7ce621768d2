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
  package.preload['telescope.sorters'] = function()
    return { empty = function() return 'none' end }
  end
  package.preload['telescope.pickers'] = function()
    return { new = function(_, options)
      return { find = function()
        if not options.finder.results then
          _G.find = function(text, show)
            local entries = {}
            options.finder(text, function(entry) table.insert(entries, entry) end, function()
              show(vim.tbl_map(function(entry) return entry.display end, entries))
              if entries[1] then
                local buffer = vim.api.nvim_create_buf(false, true)
                vim.cmd('split')
                vim.api.nvim_win_set_buf(0, buffer)
                local state = { bufnr = buffer, winid = vim.api.nvim_get_current_win() }
                options.previewer.define_preview({ state = state }, entries[1])
                _G.previewed = buffer
              end
              _G.choose = function()
                options.attach_mappings(1)
                chosen = entries[1]
                actions.select_default.run()
              end
            end)
          end
          return
        end
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
    return { fzf_live = function(contents, options)
      _G.find = function(text, show)
        local lines = {}
        contents({ text })(function(line)
          if line then
            table.insert(lines, line)
          else
            show(vim.tbl_map(function(found) return found:match('\t(.*)$') end, lines))
            _G.choose = function() options.actions.default({ lines[1] }) end
          end
        end)
      end
    end, fzf_exec = function(lines, options)
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
      if options.live then
        _G.find = function(text, show)
          local entries, task = {}, nil
          local context = { filter = { search = text }, async = {
            on = function() end,
            suspend = function() coroutine.yield() end,
            resume = function() vim.schedule(function() coroutine.resume(task) end) end,
          } }
          task = coroutine.create(function()
            options.finder({}, context)(function(entry) table.insert(entries, entry) end)
            show(vim.tbl_map(function(entry) return entry.text end, entries))
            _G.choose = function()
              options.confirm({ close = function() end }, entries[1], {})
            end
          end)
          coroutine.resume(task)
        end
        return
      end
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

stubs.mini = [[
  package.preload['mini.pick'] = function()
    local tick, entries = 0, nil
    return {
      get_querytick = function() return tick end,
      get_picker_state = function()
        return { windows = { target = vim.api.nvim_get_current_win() } }
      end,
      set_picker_items = function(items, options)
        assert(options.do_match == false)
        if options.querytick == tick then entries = items; _G.show_found(items) end
      end,
      start = function(options)
        local source = options.source
        if #source.items == 0 then
          _G.find = function(text, show)
            tick = tick + 1
            _G.show_found = function(items)
              show(vim.tbl_map(function(item) return item.text end, items))
              _G.choose = function() source.choose(items[1]) end
            end
            source.match({}, {}, vim.split(text, ''))
          end
          return
        end
        _G.offered = { title = source.name, labels = {} }
        for index, item in ipairs(source.items) do _G.offered.labels[index] = item.text end
        local buffer = vim.api.nvim_create_buf(false, true)
        source.preview(buffer, source.items[2])
        _G.preview = function() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
        vim.cmd('vsplit')
        source.choose(source.items[2])
      end,
    }
  end
]]

for name, stub in pairs(stubs) do
  test(name .. ' searches as one types', function(editor)
    editor:start_with_notebook()
    editor:lua(stub)
    editor:command('Commonplace search')
    -- Of what is typed quickly only the last is shown, and the others are canceled.
    editor:lua([[
      local rpc = require('commonplace.rpc')
      local call = rpc.call
      _G.canceled, _G.found = 0, {}
      rpc.call = function(client, method, ...)
        _G.canceled = _G.canceled + (method == 'cancel_request' and 1 or 0)
        return call(client, method, ...)
      end
      for _, text in ipairs({ 'w', 'wa', 'wald' }) do
        _G.find(text, function(labels) table.insert(_G.found, { text, labels }) end)
      end
    ]])
    editor:wait('the hits', [[return #_G.found > 0 and #_G.found[#_G.found][2] > 0]])
    local found = editor:lua('return _G.found')
    equal(#found, 1, 'answers')
    equal(found[1][1], 'wald', 'the text')
    contains(found[1][2][1], 'Walden', 'a hit')
    equal(editor:lua('return _G.canceled'), 2, 'canceled')
    if editor:lua('return _G.previewed ~= nil') then
      editor:wait('the match in the preview', [[
        local found = vim.api.nvim_get_namespaces()['commonplace_match']
        local marks = found and vim.api.nvim_buf_get_extmarks(_G.previewed, found, 0, -1, { details = true })
        return marks and marks[1] and marks[1][4].hl_group == 'Search'
      ]])
    end
    editor:lua('_G.choose()')
    editor:wait_note()
    contains(editor:text(), 'Walden', 'the chosen note')
    -- Nothing typed finds nothing, and asks nothing.
    editor:lua([[_G.found = nil; _G.find('  ', function(labels) _G.found = labels end)]])
    equal(editor:lua('return _G.found'), {}, 'without a text')
  end)
end

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

for name, stub in pairs(stubs) do
  test(name .. ' searches the titles of very many notes', function(editor)
    editor:start_with_notebook()
    editor:lua([[
      local request = require('commonplace.client').request
      for number = 1, 201 do
        request('commonplace/createNote', { title = 'Note ' .. number, text = 'Walden' })
      end
    ]])
    editor:lua(stub)
    editor:command('Commonplace notes sort=created')
    editor:lua([[_G.find('', function(labels) _G.found = labels end)]])
    editor:wait('the first notes', [[return _G.found and #_G.found == 200]])
    editor:lua([[_G.find('wald', function(labels) _G.found = labels end)]])
    editor:wait('the titles with it', [[return #_G.found < 10]])
    contains(editor:lua('return _G.found')[1], 'Walden', 'a title')
    editor:lua('_G.choose()')
    editor:wait_note()
    contains(editor:text(), ': Walden\n', 'the chosen note')
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
  editor:says('Commonplace notes', 'the picker `telescope` is not installed')
  check(editor:name():match('^commonplace://'), 'a note is open')
  local result = editor:lua([[return { pcall(require('commonplace').setup, { picker = 'x' }) }]])
  contains(result[2], 'option `picker` must be one of', 'an unknown one')
end)

--- The things that an editor shows: floating windows, messages and choices, as methods of `Editor`.
---@param Editor Editor
return function(Editor)
  --- The texts of the floating windows of the current tab page.
  local floating = [[
    local lines = {}
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local buffer = vim.api.nvim_win_get_buf(window)
        vim.list_extend(lines, vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
      end
    end
    local text = table.concat(lines, '\n')
  ]]

  --- The text in all floating windows.
  ---@return string
  function Editor:floating()
    return self:lua(floating .. 'return text')
  end

  --- Waits until the floating windows show something, and not something else.
  ---@param part string plain text
  ---@param absent? string plain text
  function Editor:wait_floating(part, absent)
    self:wait(
      ('%q in a floating window'):format(part),
      floating
        .. [[
        local part, absent = ...
        return text:find(part, 1, true) and not (absent and text:find(absent, 1, true))
        ]],
      part,
      absent
    )
  end

  --- Types an Ex command and waits for what it says; what was said before does not count.
  ---@param command string
  ---@param part string plain text that must appear among the messages
  function Editor:says(command, part)
    self:command('messages clear')
    self:type((':%s<CR>'):format(command))
    self:wait(
      ('%q to say %q'):format(command, part),
      [[
      local messages = vim.api.nvim_exec('messages', true)
      return messages:find(..., 1, true) and messages
      ]],
      part
    )
  end

  ---@return string
  function Editor:messages()
    return self:lua([[return vim.api.nvim_exec('messages', true)]])
  end

  --- Makes `vim.ui.select` choose by label, and remember what it was shown.
  ---@param ... string a Lua pattern for each choice to come; the first label that matches is taken
  function Editor:will_choose(...)
    self:lua(
      [[
      local patterns = { ... }
      _G.shown = {}
      vim.ui.select = function(items, options, on_choice)
        local labels = vim.tbl_map(options.format_item or tostring, items)
        table.insert(_G.shown, { prompt = options.prompt, labels = labels })
        local pattern = table.remove(patterns, 1)
        for index, label in ipairs(labels) do
          if pattern and label:find(pattern) then
            return on_choice(items[index], index)
          end
        end
        on_choice(nil)
      end
      ]],
      ...
    )
  end

  --- The choices that `vim.ui.select` was given since `will_choose`.
  ---@return { prompt: string, labels: string[] }[]
  function Editor:shown()
    return self:lua('return _G.shown')
  end
end

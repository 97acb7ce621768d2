--- A story: steps that are tests of one session. Where one fails, those after it fail. After each, an
--- editor in a terminal must not wait for Return: a message that is too long takes a key.
local harness = require('harness')
local Editor = require('editor')

---@class Story
---@field editor? Editor the editor that the steps share
---@field path? string the notebook
local Story = {}
Story.__index = Story

--- Starts the editor on a new notebook; in a real terminal, unless it is `headless`.
---@param options? { headless: boolean }
---@return Editor
---@return string path
function Story:start(options)
  self.editor = Editor.new()
  if not (options and options.headless) then
    self.editor.terminal = { width = 100, height = 30 }
  end
  self.path = self.editor:starter_notebook()
  self.editor:start({ notebook = self.path })
  return self.editor, self.path
end

--- Checks the notebook's file after the editor has ended. Without the `sqlite3` shell that is all,
--- and the step is skipped.
function Story:check_file()
  local report = self.editor:commonplace('check', '--notebook', self.path)
  harness.check(not report:find('problem'), report)
  if vim.fn.executable('sqlite3') == 0 then
    self.editor:close()
    harness.skip('there is no sqlite3')
  end
  harness.equal(self:sqlite('PRAGMA integrity_check'), 'ok', 'the file')
end

--- The answer of the `sqlite3` shell about the notebook's file.
---@param query string
---@return string
function Story:sqlite(query)
  return vim.trim(vim.fn.system({ 'sqlite3', self.path, query }))
end

--- The number of rows of the notebook's file for which a condition holds.
---@param condition string
---@return integer
function Story:rows(condition)
  return tonumber(self:sqlite('SELECT count(*) FROM entry WHERE ' .. condition)) or -1
end

--- Runs a step, and checks that it leaves no editor waiting.
---@param run fun()
function Story:play(run)
  run()
  local editor = self.editor
  if editor and editor.terminal and editor.channel then
    harness.check(not editor:waits_for_enter(), 'the editor waits for Return')
  end
end

--- A new story, and the function that declares a step of it.
---@return Story
---@return fun(name: string, run: fun()) step
return function()
  local story, failed = setmetatable({}, Story), nil
  return story, function(name, run)
    harness.test(name, function()
      harness.check(not failed, ('the story stopped at “%s”'):format(failed or ''))
      local ok, err = xpcall(function()
        story:play(run)
      end, function(err)
        -- A skipped step is a table.
        return type(err) == 'table' and err
          or debug.traceback(err) .. '\n' .. (story.editor and story.editor:report() or '')
      end)
      if not ok then
        if type(err) ~= 'table' then
          failed = name
          if story.editor then
            story.editor:close()
          end
        end
        error(err, 0)
      end
    end)
  end
end

--- A small test harness: collects tests, gives each a fresh editor, prints TAP.
local Editor = require('editor')

local M = {}

---@class Test
---@field name string
---@field run fun(editor: Editor)

---@type Test[]
local tests = {}

--- The most one test may take, in milliseconds; a hanging editor is killed then. It is several
--- times the patience of one wait.
local test_timeout = 5 * Editor.patience

---@param line string
function M.print(line)
  io.stdout:write(line, '\n')
  io.stdout:flush()
end

--- Declares a test.
---@param name string
---@param run fun(editor: Editor)
function M.test(name, run)
  table.insert(tests, { name = name, run = run })
end

local skip_mark = {}

--- Ends the test without a verdict.
---@param reason string
function M.skip(reason)
  error(setmetatable({ reason = reason }, skip_mark), 0)
end

---@param condition any
---@param message string
function M.check(condition, message)
  if not condition then
    error(message, 2)
  end
end

---@param actual any
---@param expected any
---@param what string
function M.equal(actual, expected, what)
  if not vim.deep_equal(actual, expected) then
    local message = '%s:\n  expected %s\n  but was  %s'
    error(message:format(what, vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

---@param text string
---@param part string plain text
---@param what string
function M.contains(text, part, what)
  if not tostring(text):find(part, 1, true) then
    error(('%s: %q is not in\n%s'):format(what, part, text), 2)
  end
end

--- Waits until something holds.
---@param what string what is awaited, for the failure's message
---@param condition fun(): any
---@return any value the first that is true
function M.wait(what, condition)
  local value
  local came = vim.wait(Editor.patience, function()
    value = condition()
    return value and true or false
  end, 20)
  if not came then
    error('waited in vain for ' .. what, 2)
  end
  return value
end

--- Waits until something is as it is to be: for what comes after the key, the command or the
--- message that leads to it.
---@param get fun(): any
---@param expected any
---@param what string
function M.becomes(get, expected, what)
  local actual
  local came = vim.wait(Editor.patience, function()
    actual = get()
    return vim.deep_equal(actual, expected)
  end, 20)
  if not came then
    local message = '%s did not become what it should:\n  expected %s\n  but was  %s'
    error(message:format(what, vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

---@param test Test
---@return boolean passed
---@return string? skipped the reason
---@return string? failure
local function run_test(test)
  local editor = Editor.new()
  local watchdog = vim.loop.new_timer()
  watchdog:start(test_timeout, 0, function()
    editor:kill()
  end)
  local function described(err)
    return getmetatable(err) == skip_mark and err or debug.traceback(tostring(err), 2)
  end
  local ok, err = xpcall(function()
    test.run(editor)
  end, described)
  watchdog:stop()
  watchdog:close()
  if not ok and getmetatable(err) ~= skip_mark then
    err = err .. '\n' .. editor:report()
  end
  editor:close()
  if ok then
    return true
  elseif getmetatable(err) == skip_mark then
    return true, err.reason
  end
  return false, nil, err
end

--- Loads and runs the specs beside this file.
---@param directory string
---@return integer failures
function M.run(directory)
  for _, file in ipairs(vim.fn.sort(vim.fn.glob(directory .. '/specs/*.lua', true, true))) do
    local spec = vim.fn.fnamemodify(file, ':t:r')
    if spec:find(vim.env.SPEC or '', 1, true) then
      local first = #tests + 1
      dofile(file)
      for index = first, #tests do
        tests[index].name = spec .. ': ' .. tests[index].name
      end
    end
  end
  local failures = 0
  M.print('1..' .. #tests)
  for index, test in ipairs(tests) do
    local passed, skipped, failure = run_test(test)
    local verdict = ('%s %d - %s'):format(passed and 'ok' or 'not ok', index, test.name)
    M.print(skipped and ('%s # skip %s'):format(verdict, skipped) or verdict)
    if failure then
      failures = failures + 1
      M.print('  # ' .. failure:gsub('\n', '\n  # '))
    end
  end
  return failures
end

return M

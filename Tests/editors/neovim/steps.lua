--- A story: steps that are tests of one session. Where one fails, those after it fail. After each, an
--- editor in a terminal must not wait for Return: a message that is too long takes a key.
local harness = require('harness')

--- What declares a step.
---@param session { editor: Editor? } the editor that the steps share
---@return fun(name: string, run: fun())
return function(session)
  local failed
  return function(name, run)
    harness.test(name, function()
      harness.check(not failed, ('the story stopped at “%s”'):format(failed or ''))
      local ok, err = xpcall(function()
        run()
        local editor = session.editor
        if editor and editor.terminal and editor.channel then
          harness.check(not editor:waits_for_enter(), 'the editor waits for Return')
        end
      end, function(err)
        -- A skipped step is a table.
        return type(err) == 'table' and err
          or debug.traceback(err) .. '\n' .. session.editor:report()
      end)
      if not ok then
        if type(err) ~= 'table' then
          failed = name
          session.editor:close()
        end
        error(err, 0)
      end
    end)
  end
end

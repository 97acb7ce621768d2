--- A story: steps that are tests of one session. Where one fails, those after it fail.
local harness = require('harness')

--- What declares a step.
---@param session { editor: Editor? } the editor that the steps share
---@return fun(name: string, run: fun())
return function(session)
  local failed
  return function(name, run)
    harness.test(name, function()
      harness.check(not failed, ('the story stopped at “%s”'):format(failed or ''))
      local ok, err = xpcall(run, function(err)
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

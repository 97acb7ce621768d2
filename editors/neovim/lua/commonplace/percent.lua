--- Encodes and decodes texts in the queries of URIs.
local M = {}

---@param text string
---@return string
function M.encode(text)
  return (text:gsub('[^%w._~-]', function(byte)
    return ('%%%02X'):format(byte:byte())
  end))
end

---@param text string
---@return string
function M.decode(text)
  return (text:gsub('%%(%x%x)', function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

return M

--- The same few things said to every Neovim from 0.7 on. Looks for functions rather than versions,
--- where that is enough.
local M = {}

local has_methods = vim.fn.has('nvim-0.11') == 1

--- Starts a client that is attached to no buffer yet.
---@param config table
---@return integer? client_id
function M.start_client(config)
  if has_methods then
    return vim.lsp.start(config, { attach = false, reuse_client = function() return false end })
  end
  return vim.lsp.start_client(config)
end

--- Whether a client's server is gone, or going.
---@param client_id integer
---@return boolean
function M.is_stopped(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return true
  end
  if has_methods then
    return client:is_stopped()
  end
  return client.is_stopped()
end

--- Sends a request.
---@param client table
---@param method string
---@param params table
---@param handler fun(err: table?, result: any)
---@param bufnr? integer whose changes are sent before; the current one when absent
---@return boolean sent
---@return integer? id
function M.request(client, method, params, handler, bufnr)
  if has_methods then
    return client:request(method, params, handler, bufnr)
  end
  return client.request(method, params, handler, bufnr)
end

--- Cancels a request: its answer is not needed any more.
---@param client table
---@param id integer of the request
function M.cancel(client, id)
  if has_methods then
    client:cancel_request(id)
  else
    client.cancel_request(id)
  end
end

--- Sends a request and waits for its answer, or for the end of the server.
---@param client table
---@param method string
---@param params table
---@param timeout integer milliseconds
---@return table? answer `{ result =, err = }`
---@return string? err e.g. `timeout`
function M.request_sync(client, method, params, timeout)
  local answer
  local sent, id = M.request(client, method, params, function(err, result)
    answer = { err = err, result = result }
  end)
  if not sent then
    return nil, 'not sent'
  end
  local ended = false
  local _, reason = vim.wait(timeout, function()
    ended = ended or M.is_stopped(client.id)
    return answer ~= nil or ended
  end, 10)
  if answer then
    return answer
  elseif not ended and id then
    M.cancel(client, id)
  end
  return nil, ended and 'the server stopped' or reason == -2 and 'interrupted' or 'timeout'
end

--- The byte offset of `index` UTF-16 code units into `text`; both 0-based, clamped to its end.
---@param text string
---@param index integer
---@return integer
function M.byte_index(text, index)
  local _, length = vim.str_utfindex(text)
  index = math.min(index, length)
  if has_methods then
    return vim.str_byteindex(text, 'utf-16', index, false)
  end
  return vim.str_byteindex(text, index, true)
end

--- The byte column of a protocol's character offset into a line; both 0-based, clamped to its end.
---@param text string
---@param character integer
---@param encoding string a position encoding, e.g. `utf-16`
---@return integer
function M.byte_column(text, character, encoding)
  if encoding == 'utf-8' then
    return math.min(character, #text)
  elseif encoding == 'utf-16' then
    return M.byte_index(text, character)
  end
  local length = vim.str_utfindex(text)
  return vim.str_byteindex(text, math.min(character, length))
end

--- The protocol's character offset of a byte column.
---@param text string
---@param column integer
---@param encoding string
---@return integer
function M.character(text, column, encoding)
  column = math.min(column, #text)
  if encoding == 'utf-8' then
    return column
  end
  local utf32, utf16 = vim.str_utfindex(text, column)
  return encoding == 'utf-16' and utf16 or utf32
end

--- Notifies a server that its settings changed.
---@param client table
---@param settings table
function M.change_settings(client, settings)
  client.config.settings = settings -- where 0.7 to 0.9 look
  client.settings = settings
  if has_methods then
    client:notify('workspace/didChangeConfiguration', { settings = settings })
  else
    client.notify('workspace/didChangeConfiguration', { settings = settings })
  end
end

--- The namespaces in which a client's diagnostics are shown, pushed and pulled.
---@param client_id integer
---@return integer[]
function M.diagnostic_namespaces(client_id)
  local get = vim.lsp.diagnostic.get_namespace
  if vim.fn.has('nvim-0.10') == 1 then
    return { get(client_id, false), get(client_id, true) }
  end
  return { get(client_id) }
end

--- The text that an item of completion inserts, if it is the end of a link.
---@param item table
---@return string?
local function link_text(item)
  local text = item.textEdit and item.textEdit.newText
  return text and vim.endswith(text, ']]') and text or nil
end

--- The kind of an item of completion, in words of notes: the protocol knows kinds of code only.
---@param item table
---@return string? name the protocol's when nil
local function kind_name(item)
  if link_text(item) then
    return item.kind == vim.lsp.protocol.CompletionItemKind.Reference and 'Heading' or 'Note'
  elseif item.label:sub(1, 1) == '#' then
    return 'Tag'
  elseif item.kind == vim.lsp.protocol.CompletionItemKind.File then
    return 'Image'
  elseif item.label:find(':[^%s:]+:$') then
    return 'Emoji'
  end
end

--- A value of 'completeopt' with which an unrequested popup changes no text: nil where
--- `current` is one. The rest of `current` is kept.
---@param current string
---@return string?
local function harmless_completeopt(current)
  local flags, kept = {}, { 'menuone', 'noselect' }
  for _, flag in ipairs(vim.split(current, ',', { plain = true, trimempty = true })) do
    flags[flag] = true
    if not vim.tbl_contains({ 'menu', 'menuone', 'longest', 'preinsert' }, flag) then
      table.insert(kept, flag)
    end
  end
  local inserts = flags.longest or flags.preinsert
  if (flags.noselect or flags.noinsert) and (flags.menu or flags.menuone) and not inserts then
    return nil
  end
  return table.concat(kept, ',')
end

--- Offers completion as trigger characters are typed, where Neovim can (0.11 and later). As
--- 'completeopt' is by default, the popup would put its first item in place of what is typed; so
--- the buffer gets a separate value. Where it can have none, and the user's inserts, nothing is
--- offered.
---@param client_id integer
---@param bufnr integer
function M.complete_while_typing(client_id, bufnr)
  local completion = vim.lsp.completion
  if not completion or not completion.enable then
    return
  end
  local own = vim.bo[bufnr].completeopt
  local completeopt = harmless_completeopt(own ~= '' and own or vim.go.completeopt)
  if completeopt then
    if vim.api.nvim_get_option_info2('completeopt', {}).scope ~= 'buf' then
      return
    end
    vim.bo[bufnr].completeopt = completeopt
  end
  completion.enable(true, client_id, bufnr, {
    autotrigger = true,
    convert = function(item)
      -- Neovim 0.11 inserts the first word alone.
      return { kind = kind_name(item), word = link_text(item) }
    end,
  })
end

return M

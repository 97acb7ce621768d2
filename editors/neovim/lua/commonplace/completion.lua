--- Completion after trigger characters, in Neovim 0.11 and later.
local M = {}

--- Returns the text that a completion item inserts, if it completes a link.
---@param item table
---@return string?
local function link_text(item)
  local text = item.textEdit and item.textEdit.newText
  return text and vim.endswith(text, ']]') and text or nil
end

--- Returns the kind of a completion item in words of notes, because the protocol has only kinds of
--- code.
---@param item table
---@return string? name nil: the name of the protocol's kind
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

--- Returns a value of 'completeopt' with which a popup does not change the text; nil if `current`
--- is such a value. Other flags of `current` are kept.
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

--- Offers completion after trigger characters. With the default 'completeopt', the popup would
--- replace the typed text by its first item, so the buffer gets its own value.
---@param client_id integer
---@param bufnr integer
function M.enable(client_id, bufnr)
  if not vim.lsp.completion then
    return
  end
  local own = vim.bo[bufnr].completeopt
  local completeopt = harmless_completeopt(own ~= '' and own or vim.go.completeopt)
  if completeopt then
    vim.bo[bufnr].completeopt = completeopt
  end
  vim.lsp.completion.enable(true, client_id, bufnr, {
    autotrigger = true,
    convert = function(item)
      -- Without `word`, Neovim 0.11 inserts only the first word.
      return { kind = kind_name(item), word = link_text(item) }
    end,
  })
end

return M

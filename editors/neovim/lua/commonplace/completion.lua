--- Completion as trigger characters are typed, from Neovim 0.11 on.
local M = {}

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

--- Offers completion as trigger characters are typed. As 'completeopt' is by default, the popup
--- would put its first item in place of what is typed; so the buffer gets a separate value.
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
      -- Neovim 0.11 inserts the first word alone.
      return { kind = kind_name(item), word = link_text(item) }
    end,
  })
end

return M

--- The hashtags of the notebook as a tree with folds: `commonplace-tags://NOTEBOOK`.
local client = require('commonplace.client')
local listing = require('commonplace.listing')
local messages = require('commonplace.messages')
local one_line = require('commonplace.labels').one_line

local M = {}

---@class commonplace.TagNode
---@field tag string with its `#`
---@field name string its last segment
---@field count integer? number of notes with it or a hashtag below it; nil if it is not listed
---@field below commonplace.TagNode[]

---@param tags { tag: string, noteCount: integer }[]
---@return commonplace.TagNode[]
local function tree(tags)
  local roots, known = {}, {}
  ---@param tag string
  ---@return commonplace.TagNode
  local function node(tag)
    local key = vim.fn.tolower(tag)
    if not known[key] then
      local above, name = tag:match('^(.+)/([^/]+)$')
      known[key] = { tag = tag, name = name or tag, below = {} }
      table.insert(above and node(above).below or roots, known[key])
    end
    return known[key]
  end
  for _, entry in ipairs(tags) do
    node(entry.tag).count = entry.noteCount
  end
  return roots
end

---@param nodes commonplace.TagNode[]
---@param depth integer
---@param lines commonplace.ListLine[]
local function append(nodes, depth, lines)
  for _, node in ipairs(nodes) do
    local name = ('  '):rep(depth) .. one_line(node.name)
    local text = node.count and ('%s  %d'):format(name, node.count) or name
    table.insert(lines, {
      text = text,
      item = { tag = node.tag, depth = depth, is_parent = #node.below > 0 },
      marks = {
        { first = depth * 2, last = #name, group = 'Identifier' },
        { first = #name, last = #text, group = 'Comment' },
      },
    })
    append(node.below, depth + 1, lines)
  end
end

---@param bufnr integer
---@return string? err
local function show(bufnr)
  local result, err = client.request('commonplace/listTags', {})
  if not result then
    return err
  end
  local lines = {}
  append(tree(result.tags), 0, lines)
  if #lines == 0 then
    lines = { { text = 'No note has a tag.' } }
  end
  vim.b[bufnr].commonplace_folds = vim.tbl_map(function(line)
    local item = line.item or { depth = 0 }
    return item.is_parent and ('>%d'):format(item.depth + 1) or tostring(item.depth)
  end, lines)
  listing.set_lines(bufnr, lines)
end

---@param bufnr integer
function M.read(bufnr)
  listing.prepare(bufnr)
  local err = show(bufnr)
  if err then
    messages.tell_soon('cannot list the tags: ' .. err)
    return
  end
  vim.bo[bufnr].filetype = 'commonplacetags'
end

--- 'foldexpr' of the tree: returns the fold level of a line.
---@param line integer
---@return string
function M.fold(line)
  local folds = vim.b.commonplace_folds
  return folds and folds[line] or '0'
end

---@param options commonplace.PickerOptions
function M.tree(options)
  local name = 'commonplace-tags://' .. require('commonplace.notebook').name()
  require('commonplace.documents').open(name, nil, options.mods)
end

function M.open()
  local item = listing.current()
  if item then
    require('commonplace.pickers').notes({ text = item.tag })
  end
end

function M.refresh()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == 'commonplacetags' then
      show(bufnr)
    end
  end
end

return M

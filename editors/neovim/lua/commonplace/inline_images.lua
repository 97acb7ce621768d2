--- Shows the images of notes below their lines, if snacks.nvim can show images in this terminal.
--- Otherwise does nothing: `:Commonplace follow` opens images.
local client = require('commonplace.client')
local documents = require('commonplace.documents')
local images = require('commonplace.images')
local rpc = require('commonplace.rpc')

local M = {}

--- The shown images by buffer and ID, which is the image's key and its number among equal keys.
---@type table<integer, table<string, table>>
local shown = {}

--- Time without changes of a text before its images are updated, in milliseconds.
local rest = 300

local most = 100

--- Returns the module that shows images; nil if images cannot be shown.
---@return table?
local function snacks()
  local ok, image = pcall(function()
    local loaded = package.loaded['snacks'] and require('snacks').image
    local can_show = loaded and loaded.terminal.env().placeholders
    return can_show and loaded.config.enabled ~= false and loaded
  end)
  return ok and image or nil
end

---@param bufnr integer
---@param id string
local function close(bufnr, id)
  local placement = shown[bufnr] and shown[bufnr][id]
  if placement then
    shown[bufnr][id] = nil
    pcall(placement.close, placement)
  end
end

---@param bufnr integer
---@param id string
---@param path string
---@param position { [1]: integer, [2]: integer } the line from 1, the column from 0
local function show(bufnr, id, path, position)
  local image = snacks()
  if not image or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local placement = shown[bufnr][id]
  if placement then
    placement.opts.pos = position
    pcall(placement.update, placement)
    return
  end
  local options = { pos = position, inline = true, max_width = 80, max_height = 20 }
  local ok, made = pcall(image.placement.new, bufnr, path, options)
  shown[bufnr][id] = ok and made or nil
end

---@param bufnr integer
function M.refresh(bufnr)
  local running = client.running()
  local is_wanted = vim.api.nvim_buf_is_loaded(bufnr) and running and snacks()
  if not is_wanted or not documents.note_id(vim.api.nvim_buf_get_name(bufnr)) then
    return
  end
  shown[bufnr] = shown[bufnr] or {}
  local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) } }
  rpc.call(running, 'request', 'textDocument/documentLink', params, function(err, links)
    if err or not vim.api.nvim_buf_is_loaded(bufnr) then
      return
    end
    local counts, wanted, total = {}, {}, 0
    for _, link in ipairs(links or {}) do
      local target = images.target(link)
      total = target and total + 1 or total
      if target and total <= most then
        counts[target] = (counts[target] or 0) + 1
        local id = ('%s %d'):format(target, counts[target])
        wanted[id] = true
        local start = link.range.start
        images.resolve(running, link, function(path)
          show(bufnr, id, path, { start.line + 1, start.character })
        end)
      end
    end
    for id in pairs(shown[bufnr] or {}) do
      if not wanted[id] then
        close(bufnr, id)
      end
    end
  end, bufnr)
end

---@param bufnr integer
function M.refresh_soon(bufnr)
  if not snacks() then
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.api.nvim_buf_get_changedtick(bufnr) == tick then
      M.refresh(bufnr)
    end
  end, rest)
end

---@param bufnr integer
function M.enable(bufnr)
  if vim.b[bufnr].commonplace_images or not snacks() then
    return
  end
  vim.b[bufnr].commonplace_images = true
  vim.api.nvim_create_autocmd({ 'TextChanged', 'InsertLeave', 'BufWinEnter' }, {
    buffer = bufnr,
    callback = function()
      M.refresh_soon(bufnr)
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    buffer = bufnr,
    callback = function()
      for id in pairs(shown[bufnr] or {}) do
        close(bufnr, id)
      end
      shown[bufnr] = nil
      vim.b[bufnr].commonplace_images = nil
      return true
    end,
  })
  M.refresh_soon(bufnr)
end

return M

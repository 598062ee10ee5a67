-- Starts the language server for TOML files, and lets the test see what a person would.
vim.opt.shortmess:append('I')
vim.opt.swapfile = false
vim.opt.completeopt = { 'menuone', 'noinsert' }
vim.ui.select = function(items, _, choose) choose(items[1], 1) end

vim.api.nvim_create_autocmd('BufReadPost', {
  pattern = '*.toml',
  callback = function(event)
    local config = { name = 'patience', cmd = { vim.env.PATIENCE, 'lsp' }, root_dir = vim.fn.getcwd() }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else
      vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(config))
    end
    vim.bo[event.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
  end,
})

-- The text of the buffer, and of everything that pops up over it.
function _G.Seen()
  local lines = { vim.fn.expand('%:t') .. ':' .. vim.fn.line('.') }
  vim.list_extend(lines, vim.api.nvim_buf_get_lines(0, 0, 20, false))
  for _, problem in ipairs(vim.diagnostic.get(0)) do
    lines[#lines + 1] = ('problem %d:%d %s'):format(problem.lnum + 1, problem.col + 1, problem.message)
  end
  for _, item in ipairs(vim.fn.complete_info({ 'items' }).items or {}) do
    lines[#lines + 1] = ('completion %s: %s'):format(item.word, item.menu or '')
  end
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local buffer = vim.api.nvim_win_get_buf(window)
      for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
        lines[#lines + 1] = 'hover ' .. line
      end
    end
  end
  return table.concat(lines, '\n')
end

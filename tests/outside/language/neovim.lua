-- Match texts in a real Neovim that was started with the lines of our page: faults,
-- completion, hover, fixes, hints and formatting over its own client. An error is written
-- to stderr.

local PATIENCE_MS = 30000

local function wait(what, is_so)
  if not vim.wait(PATIENCE_MS, is_so, 10) then
    error("timeout while waiting until " .. what)
  end
end

local function write(lines)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function codes()
  return vim.tbl_map(function(mark)
    return mark.code
  end, vim.diagnostic.get(0))
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, PATIENCE_MS)
  for _, answer in pairs(answers or {}) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
  error(method .. " was not answered")
end

local function run()
  vim.cmd("edit " .. vim.fn.tempname() .. ".qb")
  assert(vim.bo.filetype == "qb", vim.bo.filetype)
  wait("the daemon has greeted", function()
    local client = vim.lsp.get_clients()[1]
    return client and client.initialized
  end)
  write({ "you play Crawlr MID-1", "enemy play Crawler MID-5 # 🐛" })
  wait("the wrong card is marked", function()
    return vim.deep_equal(codes(), { "unknownCard" })
  end)
  write({ "you play Crawler MID-1", "enemy play Crawler MID-5 # 🐛", "you play " })
  wait("the move is marked as unfinished", function()
    return vim.deep_equal(codes(), { "playIncomplete" })
  end)
  vim.api.nvim_win_set_cursor(0, { 3, 9 })
  local uri = vim.uri_from_bufnr(0)
  local at = { textDocument = { uri = uri }, position = { line = 2, character = 9 } }
  local cards = ask("textDocument/completion", at)
  assert(#cards.items > 3, vim.inspect(cards))
  at.position = { line = 1, character = 2 }
  local board = ask("textDocument/hover", at)
  assert(board.contents.value:find("TOP", 1, true), vim.inspect(board))
  wait("the scores are shown at the ends of lines", function()
    return #vim.lsp.inlay_hint.get({ bufnr = 0 }) == 2
  end)
  write({ "you play Crawlr m1" })
  wait("the wrong card is marked again", function()
    return vim.deep_equal(codes(), { "unknownCard" })
  end)
  vim.api.nvim_win_set_cursor(0, { 1, 10 })
  vim.lsp.buf.code_action({ apply = true, filter = function(fix) return fix.isPreferred end })
  wait("the card is mended", function()
    return text() == "you play Crawler m1"
  end)
  vim.lsp.buf.format({ timeout_ms = PATIENCE_MS })
  assert(text() == "you play Crawler MID-1", text())
  local session = ask("qbcoach/session", { uri = uri })
  assert(session.sessionId == "s1", vim.inspect(session))
  io.stdout:write("Neovim " .. tostring(vim.version().major) .. "." .. tostring(vim.version().minor) .. ": done\n")
end

local fine, problem = pcall(run)
if not fine then
  io.stderr:write(tostring(problem) .. "\n")
  vim.cmd("cquit")
end
vim.cmd("qall!")

-- Plays a match with qbcoach.lua in a real Neovim with a real daemon.
-- QBCOACH is the daemon's program, QBCOACH_DATA its data folder, QBCOACH_EDITORS the
-- folder clients/editors. An error is written to stderr.

local here = vim.env.QBCOACH_EDITORS
package.path = here .. "/neovim/?.lua;" .. package.path

local PATIENCE_MS = 30000
local messages = {}
vim.notify = function(text)
  table.insert(messages, text)
end

local function shown()
  local number = vim.fn.bufnr("qbcoach://board")
  return number == -1 and "" or table.concat(vim.api.nvim_buf_get_lines(number, 0, -1, false), "\n")
end

local function wait(what, is_so)
  if not vim.wait(PATIENCE_MS, is_so, 10) then
    error(("timeout while waiting until %s\nmessages: %s\nboard:\n%s"):format(what, vim.inspect(messages), shown()))
  end
end

-- Addresses are those of every client.
local function check_addresses()
  local parse = require("qbcoach").parse_address
  local file = assert(io.open(here .. "/../../protocol/addresses.json"))
  local cases = vim.json.decode(file:read("*a"))
  file:close()
  for _, case in ipairs(cases.right) do
    local expected = case.websocket and { url = case.websocket } or case.tcp or { path = case["local"] }
    local found = parse(case.text)
    assert(vim.deep_equal(found, expected), case.text .. " is read as " .. vim.inspect(found))
  end
  for _, text in ipairs(cases.wrong) do
    assert(parse(text) == nil, text .. " is read as an address")
  end
end

local function board(text)
  wait("the board shows " .. text, function()
    return shown():find(text, 1, true) ~= nil
  end)
end

local function message(text)
  wait("a message contains " .. text, function()
    return table.concat(messages, "\n"):find(text, 1, true) ~= nil
  end)
end

local function run()
  check_addresses()
  local coach = require("qbcoach")
  local pid_file = vim.env.QBCOACH_DATA .. "/pid"
  local start = ('echo $$ > "%s"; exec "%s" stdio --data-dir "%s"'):format(pid_file, vim.env.QBCOACH, vim.env.QBCOACH_DATA)
  coach.setup({ cmd = { "sh", "-c", start } })

  vim.cmd("Qbcoach")
  message("there is no session yet; begin one with :Qbcoach new")
  vim.cmd("Qbcoach new Crawler, Levrikon, 001, 002, 021")
  board("score 0 : 0, turn 1, you to act, phase mulligan")
  vim.cmd("Qbcoach play Crawler mid1")
  board("score 2 : 0, turn 2, enemy to act")
  board("it is the enemy's turn; report its move first")
  vim.cmd("Qbcoach enemy Archdragon m5")
  board("phase draw")
  vim.cmd("Qbcoach pass")
  message("report the card you drew first")
  vim.cmd("Qbcoach draw Riot Trooper")
  board("turn 3, you to act, phase play")
  board("1. ")
  vim.cmd("Qbcoach play Crawlr t1")
  message("did you mean 019 Crawler?")
  vim.cmd("Qbcoach play Crawler")
  message("usage: :Qbcoach play CARD TILE")
  vim.cmd("Qbcoach dance")
  message("there is no :Qbcoach dance; try draw, enemy, new,")
  assert(vim.fn.getcompletion("Qbcoach un", "cmdline")[1] == "undo")

  vim.ui.select = function(items, options, chosen)
    for _, item in ipairs(items) do
      if options.format_item(item) == "pass" then
        return chosen(item)
      end
    end
  end
  vim.cmd("Qbcoach pick")
  board("turn 4, enemy to act")
  vim.cmd("Qbcoach undo")
  board("turn 3, you to act, phase play")

  vim.cmd("Qbcoach session s77")
  message("there is no session `s77`")
  vim.cmd("Qbcoach new Levrikon, 001")
  board("score 0 : 0, turn 1, you to act")
  assert(coach.session == "s2")
  vim.cmd("Qbcoach session s1")
  board("turn 3, you to act, phase play")
  local card
  coach.ask("cards/get", { "crawler" }, function(found)
    card = found.name
  end)
  wait("the card has come", function()
    return card == "Crawler"
  end)

  -- After a kill of the daemon the next command starts it and resumes the session.
  local pid = tonumber(vim.fn.readfile(pid_file)[1])
  vim.loop.kill(pid, "sigkill")
  message("the next :Qbcoach starts it again")
  vim.cmd("Qbcoach pass")
  board("turn 4, enemy to act")
  assert(coach.session == "s1")
end

local ok, fault = xpcall(run, debug.traceback)
if ok then
  io.stdout:write("done\n")
  vim.cmd("qall!")
else
  io.stderr:write(fault .. "\n")
  vim.cmd("cquit!")
end

-- qbcoach.lua in a real Neovim with a real daemon: a match as a person would type it.
-- QBCOACH is the program, QBCOACH_DATA its folder; a failure is told on stderr.

local here = vim.env.QBCOACH_EDITORS
package.path = here .. "/neovim/?.lua;" .. package.path

local PATIENCE_MS = 30000
local said = {}
vim.notify = function(text)
  table.insert(said, text)
end

local function shown()
  local number = vim.fn.bufnr("qbcoach://board")
  return number == -1 and "" or table.concat(vim.api.nvim_buf_get_lines(number, 0, -1, false), "\n")
end

local function wait(what, is_so)
  if not vim.wait(PATIENCE_MS, is_so, 10) then
    error(("waited in vain until %s\nsaid: %s\nshown:\n%s"):format(what, vim.inspect(said), shown()))
  end
end

local function board(text)
  wait("the board shows " .. text, function()
    return shown():find(text, 1, true) ~= nil
  end)
end

local function message(text)
  wait("it says " .. text, function()
    return table.concat(said, "\n"):find(text, 1, true) ~= nil
  end)
end

local function run()
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
  message("say :Qbcoach play CARD TILE")
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
  wait("a card is told", function()
    return card == "Crawler"
  end)

  -- A daemon that is killed: the next command goes on where the session was.
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

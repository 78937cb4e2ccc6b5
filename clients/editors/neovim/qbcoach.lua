-- qbcoach in Neovim, with nothing but its own LSP transport. The daemon is no language
-- server, so this talks to it one level below `vim.lsp.start`: requests by any name.
--
--   require("qbcoach").setup()
--   :Qbcoach new Crawler, Levrikon, 001, 002, 021
--   :Qbcoach play Crawler mid1

local M = {
  -- `stdpath("data")` is the user's folder for such things; sessions stay there.
  cmd = { "qbcoach", "stdio", "--data-dir", vim.fn.stdpath("data") .. "/qbcoach" },
  session = nil,
  -- The newest event that is shown: an older answer that comes late is left out.
  shown = -1,
}

local rpc, buffer, subscription

local function tell(text, level)
  vim.notify("qbcoach: " .. text, level or vim.log.levels.INFO)
end

local function words(err)
  local data = type(err.data) == "table" and err.data or {}
  local hint = data.hint and (" (" .. data.hint .. ")") or ""
  return (data.reason or err.message or vim.inspect(err)) .. hint
end

local on = {}

-- Before Neovim 0.10 the arguments were on their own.
local function spawn(cmd, dispatchers)
  if vim.fn.has("nvim-0.10") == 1 then
    return vim.lsp.rpc.start(cmd, dispatchers)
  end
  return vim.lsp.rpc.start(cmd[1], vim.list_slice(cmd, 2), dispatchers)
end

local function connect()
  if rpc then
    return
  end
  rpc = spawn(M.cmd, {
    notification = function(method, params)
      if on[method] then
        on[method](params)
      end
    end,
    on_exit = vim.schedule_wrap(function(code, signal)
      rpc, subscription = nil, nil
      local how = signal ~= 0 and ("signal " .. signal) or ("status " .. code)
      tell("the daemon ended with " .. how .. "; the next :Qbcoach starts it again", vim.log.levels.WARN)
    end),
  })
  if not rpc then
    error("qbcoach could not be started: set require('qbcoach').cmd to the program")
  end
end

-- Asks the daemon; `done` gets the result, a refusal is shown.
local function ask(method, params, done)
  connect()
  rpc.request(method, params, vim.schedule_wrap(function(err, result)
    if err then
      tell(words(err), vim.log.levels.ERROR)
    elseif done then
      done(result)
    end
  end))
end
M.ask = ask

local function board()
  if not (buffer and vim.api.nvim_buf_is_valid(buffer)) then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, "qbcoach://board")
  end
  if vim.fn.bufwinid(buffer) == -1 then
    vim.cmd("rightbelow vsplit")
    vim.api.nvim_win_set_buf(0, buffer)
    vim.cmd("wincmd p")
  end
  return buffer
end

local function draw(state, advice)
  if state.seq < M.shown then
    return
  end
  M.shown = state.seq
  local lines = vim.split(state.text, "\n")
  if state.score then
    local turn = ("turn %d, %s to act, phase %s"):format(state.turn, state.sideToAct, state.phase)
    local score = ("score %d : %d"):format(state.score.totalYou, state.score.totalEnemy)
    vim.list_extend(lines, { score .. ", " .. turn })
  end
  vim.list_extend(lines, { "", advice.message })
  for _, move in ipairs(advice.moves or {}) do
    table.insert(lines, ("%d. %s (%s)"):format(move.rank, move.label, move.quality))
  end
  vim.api.nvim_buf_set_lines(board(), 0, -1, false, lines)
end

-- The whole state again at each event: simple, and never wrong about patches.
local function refresh()
  local sessionId = M.session
  ask("session/get", { sessionId = sessionId }, function(state)
    rpc.request("coach/recommend", { sessionId = sessionId, top = 3 }, vim.schedule_wrap(function(err, advice)
      if sessionId == M.session then
        draw(state, err and { message = words(err) } or advice)
      end
    end))
  end)
end

on["session/update"] = function(params)
  if params.error then
    tell(params.error, vim.log.levels.WARN)
  elseif params.result.sessionId == M.session then
    refresh()
  end
end

local function follow(sessionId, done)
  ask("session/subscribe", { sessionId = sessionId, topics = { "state" } }, function(id)
    if subscription then
      ask("session/unsubscribe", { subscription = subscription })
    end
    subscription, M.session, M.shown = id, sessionId, -1
    done()
  end)
end

-- Continues with the newest session, also after the daemon or Neovim was restarted.
local function resume(done)
  if subscription then
    return done()
  end
  ask("session/list", vim.empty_dict(), function(answer)
    local newest = answer.sessions[#answer.sessions]
    if M.session or newest then
      follow(M.session or newest.sessionId, done)
    else
      tell("there is no session yet; begin one with :Qbcoach new CARD, CARD, …")
    end
  end)
end

local function act(action)
  resume(function()
    ask("match/act", { sessionId = M.session, action = action })
  end)
end

local function play(side)
  return function(rest)
    local card, tile = rest:match("^(.*%S)%s+(%S+)$")
    if not card then
      return tell("say :Qbcoach " .. (side == "you" and "play" or "enemy") .. " CARD TILE", vim.log.levels.ERROR)
    end
    act({ type = "play", side = side, card = card, tile = tile })
  end
end

local commands = {
  show = function()
    resume(refresh)
  end,
  new = function(rest)
    local hand = vim.tbl_map(vim.trim, vim.split(rest, ",", { trimempty = true }))
    ask("session/create", { you = { hand = hand } }, function(created)
      follow(created.sessionId, refresh)
    end)
  end,
  session = function(rest)
    follow(rest, refresh)
  end,
  play = play("you"),
  enemy = play("enemy"),
  draw = function(rest)
    act({ type = "draw", card = rest })
  end,
  pass = function()
    act({ type = "pass" })
  end,
  undo = function()
    resume(function()
      ask("session/undo", { sessionId = M.session })
    end)
  end,
  -- Whatever is legal now, to pick from.
  pick = function()
    resume(function()
      ask("match/actions", { sessionId = M.session }, function(answer)
        local label = function(item)
          return item.label
        end
        vim.ui.select(answer.actions, { prompt = "What happened?", format_item = label }, function(item)
          if item then
            ask("match/act", { sessionId = M.session, action = item.action, ifSeq = answer.seq })
          end
        end)
      end)
    end)
  end,
}

function M.setup(options)
  M.cmd = options and options.cmd or M.cmd
  vim.api.nvim_create_user_command("Qbcoach", function(call)
    local name, rest = call.args:match("^(%S*)%s*(.*)$")
    local command = commands[name == "" and "show" or name]
    if command then
      command(rest)
    else
      tell("there is no :Qbcoach " .. name .. "; try " .. table.concat(vim.fn.sort(vim.tbl_keys(commands)), ", "))
    end
  end, {
    nargs = "*",
    complete = function(typed)
      local names = vim.fn.sort(vim.tbl_keys(commands))
      return vim.tbl_filter(function(name)
        return vim.startswith(name, typed)
      end, names)
    end,
  })
end

return M

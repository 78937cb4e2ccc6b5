-- A live match in Neovim, with nothing but Neovim's own LSP transport: `vim.lsp.rpc` sends any
-- request. (For match texts the daemon is a language server; README.md has the lines for that.)
--
--   require("qbcoach").setup()
--   :Qbcoach new Crawler, Levrikon, 001, 002, 021
--   :Qbcoach play Crawler mid1

local M = {
  -- Sessions are kept in the user's data folder of Neovim.
  -- Or a running daemon: tcp://HOST:PORT, unix:PATH or pipe:NAME.
  server = nil,
  cmd = { "qbcoach", "stdio", "--data-dir", vim.fn.stdpath("data") .. "/qbcoach" },
  session = nil,
  -- The newest event that was shown; late answers about older events are ignored.
  shown = -1,
}

local rpc, buffer, subscription

local function notify(text, level)
  vim.notify("qbcoach: " .. text, level or vim.log.levels.INFO)
end

local function error_text(err)
  local data = type(err.data) == "table" and err.data or {}
  local hint = data.hint and (" (" .. data.hint .. ")") or ""
  return (data.reason or err.message or vim.inspect(err)) .. hint
end

local on = {}

-- Before Neovim 0.10 the program and its arguments were separate parameters.
local function spawn(cmd, dispatchers)
  if vim.fn.has("nvim-0.10") == 1 then
    return vim.lsp.rpc.start(cmd, dispatchers)
  end
  return vim.lsp.rpc.start(cmd[1], vim.list_slice(cmd, 2), dispatchers)
end

local function host_and_port(text)
  local host, port = text:match("^%[([^%]%s@/\\?%[]+)%]:(%d+)$")
  if not host then
    host, port = text:match("^([^:%s@/\\?%[%]]+):(%d+)$")
  end
  port = tonumber(port)
  if host and port >= 1 and port <= 65535 then
    return host, port
  end
end

local function pipe_path(name)
  if vim.fn.has("win32") == 1 and not name:lower():gsub("/", "\\"):match("^\\\\%.\\pipe\\") then
    return "\\\\.\\pipe\\" .. name
  end
  return name
end

-- Reads the addresses that every client reads (protocol/README.md, "Addresses"): a table
-- with `url`, with `host` and `port`, or with `path`; nil for anything else.
function M.parse_address(text)
  text = vim.trim(text)
  local scheme, secure, authority, rest = text:match("^(%a-)(s?)://([^/?]*)(.*)$")
  if scheme == "w" and secure == "s" then
    scheme, secure = "ws", ""
  end
  if scheme == "ws" or scheme == "http" then
    local is_host = host_and_port(authority) or authority:match("^[^:%s@/\\?%[%]]+$")
      or authority:match("^%[[^%]%s@/\\?%[]+%]$")
    if not is_host or text:find("%s") then
      return nil
    end
    return { url = "ws" .. secure .. "://" .. authority .. rest }
  elseif text:match("^tcp://") then
    local host, port = host_and_port((text:sub(7):gsub("/$", "")))
    return host and { host = host, port = port } or nil
  elseif text:match("^unix:") or text:match("^pipe:") then
    local name = text:sub(6)
    if name:match("^//[^.]") or name == "//" then
      name = name:sub(3)
    end
    return name ~= "" and { path = pipe_path(name) } or nil
  elseif text:find("://", 1, true) then
    return nil
  elseif host_and_port(text) then
    return { url = "ws://" .. text }
  end
  return text:find("[/\\]") and { path = pipe_path(text) } or nil
end

-- Connects to a running daemon. Neovim's own client knows no WebSocket.
local function reach(server, dispatchers)
  local address = M.parse_address(server)
  if not address then
    error(server .. " is not the address of a daemon: write tcp://HOST:PORT, unix:PATH or pipe:NAME")
  elseif address.url then
    error("Neovim cannot speak WebSocket: start the daemon with --tcp or --socket, and use that address")
  elseif not vim.lsp.rpc.connect then
    error("this needs Neovim 0.8 or newer; without `server` a daemon is started")
  elseif address.host then
    return vim.lsp.rpc.connect(address.host, address.port)(dispatchers)
  end
  local connect_path = vim.lsp.rpc.domain_socket_connect or vim.lsp.rpc.connect
  return connect_path(address.path)(dispatchers)
end

local function connect()
  if rpc then
    return
  end
  local dispatchers = {
    notification = function(method, params)
      if on[method] then
        on[method](params)
      end
    end,
    on_exit = vim.schedule_wrap(function(code, signal)
      rpc, subscription = nil, nil
      local how = signal ~= 0 and ("signal " .. signal) or ("status " .. code)
      notify("the daemon ended with " .. how .. "; the next :Qbcoach starts it again", vim.log.levels.WARN)
    end),
  }
  rpc = M.server and reach(M.server, dispatchers) or spawn(M.cmd, dispatchers)
  if not rpc then
    error("qbcoach could not be started: set require('qbcoach').cmd to the program")
  end
end

-- Sends a request; `done` gets the result, an error is shown to the user.
local function ask(method, params, done)
  connect()
  rpc.request(method, params, vim.schedule_wrap(function(err, result)
    if err then
      notify(error_text(err), vim.log.levels.ERROR)
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
    local worth = move.quality
    if move.winChance then
      worth = ("%s, win chance %d %%, %+.1f points"):format(worth, move.winChance * 100 + 0.5, move.expectedMargin)
    end
    table.insert(lines, ("%d. %s (%s)"):format(move.rank, move.label, worth))
  end
  vim.api.nvim_buf_set_lines(board(), 0, -1, false, lines)
end

-- Fetches the whole state at each event, which is simpler than applying patches.
local function refresh()
  local sessionId = M.session
  ask("session/get", { sessionId = sessionId, text = true }, function(state)
    rpc.request("coach/recommend", { sessionId = sessionId, top = 3 }, vim.schedule_wrap(function(err, advice)
      if sessionId == M.session then
        draw(state, err and { message = error_text(err) } or advice)
      end
    end))
  end)
end

on["session/update"] = function(params)
  if params.error then
    notify(params.error, vim.log.levels.WARN)
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

-- Subscribes to the present session, or the newest, unless it is subscribed already. This
-- is also done after a restart of the daemon or of Neovim.
local function resume(done)
  if subscription then
    return done()
  end
  ask("session/list", vim.empty_dict(), function(answer)
    local newest = answer.sessions[#answer.sessions]
    if M.session or newest then
      follow(M.session or newest.sessionId, done)
    else
      notify("there is no session yet; begin one with :Qbcoach new CARD, CARD, …")
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
      return notify("usage: :Qbcoach " .. (side == "you" and "play" or "enemy") .. " CARD TILE", vim.log.levels.ERROR)
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
  -- Lets the user pick one of the legal actions.
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
  M.server = options and options.server or M.server
  vim.api.nvim_create_user_command("Qbcoach", function(call)
    local name, rest = call.args:match("^(%S*)%s*(.*)$")
    local command = commands[name == "" and "show" or name]
    if command then
      command(rest)
    else
      notify("there is no :Qbcoach " .. name .. "; try " .. table.concat(vim.fn.sort(vim.tbl_keys(commands)), ", "))
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

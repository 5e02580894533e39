-- Sends the requests of one workload for wrk: load.lua FILE ITEMS SEED MODE.
-- ITEMS 0: FILE has whole requests, separated by zero bytes, which are sent in turn.
-- Otherwise FILE has header fields, an empty line, the number of items of a request, and the pattern of its body, from
-- which each request is formatted anew. With MODE "seconds" the requests of each second are counted.
-- load.lua FILE 0 SEED keys NUMBERS PARTITION TEXT: FILE has one request as a pattern, NUMBERS has numbers of items of four
-- bytes each, lowest byte first. PARTITION items have the same partition key. The pattern's arguments are the numbers of the
-- partition key, the sort key and the item, and a random text of TEXT letters.
local TEN = 10 -- items of one partition key

local threads = {}
counts = {} -- global, so that done() can read it

local function content(path)
  local opened = assert(io.open(path, 'rb'))
  local all = opened:read('*a')
  opened:close()
  return all
end

local function prepared(text)
  local requests, at = {}, 0
  for one in text:gmatch('[^%z]+') do requests[#requests + 1] = one end
  return function()
    at = at % #requests + 1
    return requests[at]
  end
end

local function formatted(text, items)
  local fields, many, pattern = text:match('^(.-)\n\n(%d+)\n(.*)$')
  for name, value in fields:gmatch('([^:\n]+): ([^\n]*)') do wrk.headers[name] = value end
  wrk.method = 'POST'
  local arguments = {}
  return function()
    local first = math.random(0, items - 1)
    for i = 0, many - 1 do
      local number = (first + i) % items
      arguments[3 * i + 1] = math.floor(number / TEN)
      arguments[3 * i + 2] = number % TEN
      arguments[3 * i + 3] = number
    end
    return wrk.format(nil, '/', nil, string.format(pattern, unpack(arguments)))
  end
end

local function keyed(pattern, numbers, partition, length)
  local letters, at = {}, 0
  for i = 1, 65536 do letters[i] = string.char(math.random(65, 90) + 32 * math.random(0, 1)) end
  local texts = table.concat(letters)
  return function()
    local a, b, c, d = numbers:byte(at + 1, at + 4)
    at = (at + 4) % #numbers
    local number = a + 256 * b + 65536 * c + 16777216 * d
    local from = math.random(1, 65536 - length)
    return pattern:format(math.floor(number / partition), number % partition, number, texts:sub(from, from + length - 1))
  end
end

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  local items = tonumber(args[2])
  math.randomseed(tonumber(args[3]))
  local text = content(args[1])
  local make
  if args[4] == 'keys' then
    make = keyed(text, content(args[5]), tonumber(args[6]), tonumber(args[7]))
  elseif items == 0 then
    make = prepared(text)
  else
    make = formatted(text, items)
  end
  request = make
  if args[4] == 'seconds' then
    local start = os.time()
    request = function()
      local second = os.time() - start + 1
      counts[second] = (counts[second] or 0) + 1
      return make()
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT %d %d %d %d %d %d %d\n', summary.requests - errors.status, summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), latency:percentile(99.9)))
  local seconds = threads[1]:get('counts')
  io.write('SECONDS')
  for second = 1, table.maxn(seconds) do io.write(' ', seconds[second] or 0) end
  io.write('\n')
end

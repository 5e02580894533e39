-- Makes the requests of one workload for wrk: lua load.lua <workload> <items> <seed>.
-- Bodies are made before the load begins, so that wrk spends its time on sending them.
local PREPARED = 2000
local TEN = 10 -- items of one partition key

local requests, at = {}, 0

local function key(item)
  return string.format('"pk":{"S":"user#%08d"},"sk":{"S":"order#%03d"}', math.floor(item / TEN), item % TEN)
end

local function item(number)
  return '{' .. key(number) .. ',"status":{"S":"shipped"},"count":{"N":"' .. number .. '"},"lines":{"L":[{"S":"first"},{"N":"2"}]},"text":{"S":"'
    .. string.rep('x', 400) .. '"}}'
end

local makers = {
  GetItem = function(n) return '{"TableName":"bench","Key":{' .. key(n) .. '}}' end,
  PutItem = function(n) return '{"TableName":"bench","Item":' .. item(n) .. '}' end,
  UpdateItem = function(n)
    return '{"TableName":"bench","Key":{' .. key(n) .. '},"UpdateExpression":"SET #c = #c + :one",'
      .. '"ConditionExpression":"attribute_exists(pk)","ExpressionAttributeNames":{"#c":"count"},'
      .. '"ExpressionAttributeValues":{":one":{"N":"1"}}}'
  end,
  Query = function(n)
    return '{"TableName":"bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"'
      .. string.format('user#%08d', math.floor(n / TEN)) .. '"}}}'
  end,
  TransactWriteItems = function(n, count)
    local puts = {}
    for i = 0, 3 do
      puts[#puts + 1] = '{"Put":{"TableName":"bench","Item":' .. item((n + i) % count) .. '}}'
    end
    return '{"TransactItems":[' .. table.concat(puts, ',') .. ']}'
  end,
  BatchWriteItem = function(n, count)
    local puts = {}
    for i = 0, 24 do
      puts[#puts + 1] = '{"PutRequest":{"Item":' .. item((n + i) % count) .. '}}'
    end
    return '{"RequestItems":{"bench":[' .. table.concat(puts, ',') .. ']}}'
  end,
}

function init(args)
  local workload, count = args[1], tonumber(args[2])
  math.randomseed(tonumber(args[3]))
  wrk.method = 'POST'
  wrk.headers['Content-Type'] = 'application/x-amz-json-1.0'
  wrk.headers['X-Amz-Target'] = 'DynamoDB_20120810.' .. workload
  wrk.headers['X-Amz-Date'] = '20260101T000000Z'
  wrk.headers['Authorization'] = 'AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, '
    .. 'SignedHeaders=host;x-amz-date;x-amz-target, Signature=' .. string.rep('0', 64)
  for i = 1, PREPARED do
    requests[i] = wrk.format(nil, '/', nil, makers[workload](math.random(0, count - 1), count))
  end
end

function request()
  at = at % PREPARED + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT %d %d %d %d %d\n', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50), latency:percentile(99)))
end

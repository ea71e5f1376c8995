// Scripts that read and write a session atomically on Redis or Valkey. The keys of a session have its host in braces,
// so that a cluster keeps them on one node.

/**
 * KEYS: fields, facts, inputs, then one per idempotency record. ARGV: the tag of the cached facts, the cursor after
 * which inputs are requested or '', and the number of inputs. Fields of a session: `form`, `tag`, `version`,
 * `latest_ms`, `polled_ms`, `hold_count`, `seen DEVICE`, `hold NAME`.
 */
export const READ = `
local fields = redis.call('HGETALL', KEYS[1])
local time = redis.call('TIME')
if #fields == 0 then return { time[1], time[2], fields } end
local facts = false
if redis.call('HGET', KEYS[1], 'tag') ~= ARGV[1] then facts = redis.call('GET', KEYS[2]) end
local inputs = {}
if ARGV[2] ~= '' then inputs = redis.call('XRANGE', KEYS[3], '(' .. ARGV[2] .. '-0', '+', 'COUNT', ARGV[3]) end
local answers = {}
for i = 4, #KEYS do answers[i - 3] = redis.call('GET', KEYS[i]) end
return { time[1], time[2], fields, facts, inputs, answers }
`;

/**
 * Exceeds the average number of inputs per write, so that expired inputs do not accumulate if writes keep extending the
 * stream.
 */
const OLDEST_SCANNED_MAX = 10;

/**
 * KEYS: fields, facts, inputs, channel of hints, then one per idempotency record. ARGV: the write, as JSON (see
 * `store-redis.ts`). Returns false if another relay wrote in between, the session no longer exists, or a later version
 * of tapin stored it in a newer format; else the version, and the numbers of the requests to hold.
 */
export const WRITE = `
local key, facts, stream, channel = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local w = cjson.decode(ARGV[1])
local function field(name) return redis.call('HGET', key, name) or '' end
if (tonumber(field('form')) or 1) > w.form then return false end
if not w.facts and field('tag') == '' then return false end
if w.facts then
  if field('tag') ~= w.expected_tag then return false end
  for name, value in pairs(w.as_read) do if field(name) ~= value then return false end end
  redis.call('SET', facts, w.facts)
  redis.call('HSET', key, 'tag', w.tag, 'form', w.form)
  redis.call('HINCRBY', key, 'version', 1)
  if w.clears_inputs then redis.call('DEL', stream) end
  for _, input in ipairs(w.inputs) do redis.call('XADD', stream, input[1] .. '-0', 'at_ms', input[2], 'payload', input[3]) end
  if #w.inputs > 0 then
    redis.call('PEXPIRE', stream, w.inputs_ms)
    local oldest = redis.call('XRANGE', stream, '-', '+', 'COUNT', ${OLDEST_SCANNED_MAX})
    for _, input in ipairs(oldest) do
      if tonumber(input[2][2]) + w.inputs_ms <= tonumber(w.now_ms) then redis.call('XDEL', stream, input[1]) end
    end
  end
end
for name, value in pairs(w.fields) do redis.call('HSET', key, name, value) end
for _, name in ipairs(w.gone) do redis.call('HDEL', key, name) end
if tonumber(w.now_ms) > (tonumber(field('latest_ms')) or 0) then redis.call('HSET', key, 'latest_ms', w.now_ms) end
for i, answer in ipairs(w.answers) do redis.call('SET', KEYS[4 + i], answer, 'PX', w.answers_ms) end
local numbers = {}
local elsewhere = false
for i, name in ipairs(w.holds) do
  numbers[i] = redis.call('HINCRBY', key, 'hold_count', 1)
  local before = field('hold ' .. name)
  if before ~= '' and string.match(before, ' (.*)$') ~= w.relay then elsewhere = true end
  redis.call('HSET', key, 'hold ' .. name, numbers[i] .. ' ' .. w.relay)
end
local version = field('version')
if w.facts then redis.call('SPUBLISH', channel, version) elseif elsewhere then redis.call('SPUBLISH', channel, '') end
return { version, numbers }
`;

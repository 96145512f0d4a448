import type { RedisConnection } from './redisConnection.ts';

/** The last publication of a key that a replica knows, or that Redis has. */
export interface Known {
  /** Another for each publication; empty: of a value that was never published. */
  readonly token: string;
  readonly hash: string;
}

/** A key's entry in Redis. */
interface Entry extends Known {
  /** When some replica has fetched it last: milliseconds since 1970, by the clock of Redis. */
  readonly at: number;
}

/** The names of one site's content in Redis, for replicas whose values are interchangeable. */
export function namesOf(prefix: string, origin: string) {
  const content = `${prefix}content:${origin}`;
  return {
    origin,
    /** A hash: `token at digest` by key. */
    entries: `${content}:entries`,
    /** A hash: the value as JSON by key. */
    values: `${content}:values`,
    /** Held by the replica that fetches a key. */
    lock: (key: string) => `${content}:lock:${key}`,
    /** The replica that polls for changes. */
    poller: `${content}:poller`,
    /** The channels, without the prefix. */
    channel: `content:${origin}`,
    editChannel: 'edits',
  };
}

const common = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function entryOf(key)
  return string.match(redis.call('HGET', KEYS[1], key) or '', '^(%S+) (%d+) (%S+)$')
end
`;

/**
 * `KEYS`: entries, values, lock. `ARGV`: key, within which time a value is fresh (0: none is), how long the lock holds
 * (ms), the token that the caller has, its name. Returns `held` and the value (empty where the caller has it), `fetch`
 * with the lock, or `wait`; then token, digest, age and time.
 */
export const lookScript = `${common}
local token, at, digest = entryOf(ARGV[1])
local fresh = tonumber(ARGV[2])
local age = at and now - tonumber(at) or 0
local function reply(state, value)
  return { state, token or '', digest or '', string.format('%.0f', age), string.format('%.0f', now), value }
end
if at and age < fresh then
  return reply('held', token ~= ARGV[4] and redis.call('HGET', KEYS[2], ARGV[1]) or '')
end
if fresh > 0 and not redis.call('SET', KEYS[3], ARGV[5], 'NX', 'PX', ARGV[3]) then return reply('wait', '') end
return reply('fetch', '')`;

/** `KEYS`: poller. `ARGV`: the caller's name, for how long it stays the one (ms). Returns 1 where it is. */
export const pollScript = `local poller = redis.call('GET', KEYS[1])
if poller and poller ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** More keys than any site has: what is beyond is not shared. */
const mostEntries = 2_000;
const lastingMs = 7 * 86_400_000;

/**
 * `KEYS`: entries, values, then the lock of each key. `ARGV`: channel, id of the publication, the caller's name, the
 * time after which it is void, then for each key: key, the token that must be there, token, digest, value, `1` where
 * others may serve another value, age (ms). Returns how many replicas were told, and `stored`, `same`, `lost` or `void`
 * for each.
 */
export const publishScript = `${common}
local outcomes = { 0 }
local changed = {}
for at = 3, #KEYS do
  local base = 5 + (at - 3) * 7
  local key, expected, token, digest, value, change, age = unpack(ARGV, base, base + 6)
  local fetched = now - tonumber(age)
  if redis.call('GET', KEYS[at]) == ARGV[3] then redis.call('DEL', KEYS[at]) end
  local held, since, heldDigest = entryOf(key)
  local outcome = 'stored'
  if now > tonumber(ARGV[4]) then outcome = 'void'
  elseif held and held ~= expected then outcome = heldDigest == digest and 'same' or 'lost'
  elseif heldDigest == digest then outcome = 'same'
  elseif not held and redis.call('HLEN', KEYS[1]) >= ${mostEntries} then outcome = 'void' end
  if outcome == 'same' then
    token = held
    fetched = math.max(fetched, tonumber(since))
  end
  if outcome == 'stored' or outcome == 'same' then
    redis.call('HSET', KEYS[1], key, token .. ' ' .. string.format('%.0f', fetched) .. ' ' .. digest)
    -- Also the same one: what is stored may be corrupt.
    redis.call('HSET', KEYS[2], key, value)
  end
  if outcome == 'stored' then
    if held or change == '1' then table.insert(changed, { key, token, digest, value, tonumber(age) }) end
  end
  table.insert(outcomes, outcome)
end
redis.call('PEXPIRE', KEYS[1], ${lastingMs})
redis.call('PEXPIRE', KEYS[2], ${lastingMs})
if #changed > 0 then
  outcomes[1] = redis.call('PUBLISH', ARGV[1], cjson.encode({ kind = 'prepare', id = ARGV[2], entries = changed }))
end
return outcomes`;

/** All entries by key; null: Redis cannot say. */
export async function readEntries(
  redis: Pick<RedisConnection, 'call'>,
  name: string,
): Promise<ReadonlyMap<string, Entry> | null> {
  // Not HGETALL: its reply has another form in each version of the protocol.
  const [keys, texts] = [await redis.call('HKEYS', name), await redis.call('HVALS', name)];
  if (!Array.isArray(keys) || !Array.isArray(texts)) return null;
  return new Map(
    keys.flatMap((key, at): [string, Entry][] => {
      const entry = parseEntry(texts[at]);
      return entry ? [[String(key), entry]] : [];
    }),
  );
}

/** What an entry says; null: it is none. */
function parseEntry(text: unknown): Entry | null {
  const [token = '', time = '', hash = ''] = typeof text === 'string' ? text.split(' ') : [];
  return hash === '' ? null : { token, hash, at: Number(time) };
}

/** A text from Redis as JSON; undefined: it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Canonical text and tag of the state (C22): against an independent implementation, and as properties.

import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import * as v from 'valibot';
import { EMPTY_STATE, stateBlock, stateText, type UntaggedState } from '../../../wire/relay/state.ts';
import { relayRound } from '../../../wire/relay/round.ts';
import { ROUND } from '../../support/relay/wire-samples.ts';
import { fieldsIn } from '../../support/read-json.ts';

/**
 * Name, tag, and a state as it may arrive. The tags were made by Python: the array `[players, ev.seq, replay,
 * host_online, exp, round]` was put into the order of the spec by hand, cfg sorted with `key=lambda name:
 * name.encode('utf-16-be')`, then `hashlib.blake2b(json.dumps(it, separators=(',', ':'), ensure_ascii=False).encode(),
 * digest_size=4).hexdigest()`. The states themselves came from `json.dumps`, some with shuffled and additional unknown
 * fields.
 */
const VECTORS: readonly (readonly [string, string, string])[] = [
  [
    'nothing yet',
    '483ae783',
    String.raw`{"players":[],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":false,"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'a host alone',
    '1308156f',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'a host and a guest with a player each',
    'd61c5930',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[{"n":"Ann","h":3}]},{"name":"Silver Violin","host":false,"fol":true,"players":[{"n":"Bob","h":54}]}],"ev":{"seq":5,"kind":"aim","name":"Silver Violin","steps":-3},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'the same, the guest detached',
    'e42fefe1',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[{"n":"Ann","h":3}]},{"name":"Silver Violin","host":false,"fol":false,"players":[{"n":"Bob","h":54}]}],"ev":{"seq":5,"kind":"putt","name":"Silver Violin","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'replay, four devices',
    '5aff2467',
    String.raw`{"st":"","exp":{"cfg":{},"mode":0,"gen":0},"replay_by":"Stout Parrot","sim":"none","ev":{"kind":"","steps":0,"seq":6,"name":""},"replay":true,"round":null,"host_online":true,"players":[{"players":[{"h":3,"n":"Ann"}],"name":"Stout Parrot","host":true},{"host":false,"fol":true,"name":"Silver Violin","players":[{"n":"Bob","h":54}]},{"players":[{"h":0,"n":"Cy"}],"fol":false,"host":false,"name":"Bold Acorn"},{"name":"Zesty Zebra","players":[{"h":18,"n":"Di"}],"fol":true,"host":false}]}`,
  ],
  [
    'the host away, with settings',
    '3812e369',
    String.raw`{"round":null,"ev":{"steps":0,"kind":"","name":"","seq":2},"host_online":false,"exp":{"gen":41,"mode":9,"cfg":{"stimp":10,"shots":9,"resume":0}},"players":[{"name":"Stout Parrot","host":true,"players":[]}],"st":"","sim":"none","replay_by":"","replay":false}`,
  ],
  [
    'settings whose names look like numbers',
    'ed64f54e',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":9,"gen":1,"cfg":{"2":1,"10":2,"a":3,"1":4,"-1":5,"01":6,"4294967295":7}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'settings named like properties of every object',
    'add462c5',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":24,"gen":1,"cfg":{"toString":1,"__proto__":2,"constructor":3,"":4,"valueOf":5}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'settings sorted by code unit, not by code point',
    'd108d50b',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":24,"gen":1,"cfg":{"\uffee":1,"\ud83c\udfcc":2,"\u00e9":3,"z":4,"Z":5,"~":6}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'the largest numbers',
    '343eb065',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[]}],"ev":{"seq":9007199254740991,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":255,"gen":9007199254740991,"cfg":{"min":-9007199254740991,"max":9007199254740991}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'names beyond ASCII and with escapes',
    'dc79b1a6',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[{"n":"Zo\u00eb \ud83c\udfcc","h":1},{"n":"\"\\/\b\f\n\r\t\u0001\u007f\u2028\u2029","h":2}]},{"name":"Silver Violin","host":false,"fol":true,"players":[{"n":"\u674e","h":3},{"n":"","h":0}]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":""}`,
  ],
  [
    'a round in its lobby',
    'b8548c24',
    String.raw`{"players":[{"name":"Stout Parrot","host":true,"players":[{"n":"Ann","h":3}]}],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":true,"exp":{"mode":0,"gen":0,"cfg":{}},"round":{"id":7,"ph":"lobby","hole":1,"turn":0,"n":1,"nh":1,"ro":[{"n":"Ann","d":"","c":0,"h":3}],"ho":[10.5],"sc":[[0]],"rem":[10.5],"hd":[0],"td":[0],"ord":[0],"shot":null,"note":null},"sim":"none","st":""}`,
  ],
  [
    'a round in play, with shot and note',
    '114529cd',
    String.raw`{"sim":"none","round":{"ord":[1,0],"n":2,"ho":[10.5,22,8.1],"ph":"play","hd":[1,0],"id":7,"note":{"seq":2,"t":"Bob is away"},"turn":1,"sc":[[2,1,0],[3,0,0]],"shot":{"x":17.75,"ratio":1.62,"face":-0.5,"mps":1.75,"seq":5,"p":1,"y":-0.4,"hole":2,"aoa":2.5,"v":"miss","rem":4.25,"holed":false},"rem":[0,4.25],"td":[0,0],"ro":[{"d":"","h":3,"n":"Ann","c":0},{"h":54,"c":4,"d":"Silver Violin","n":"Bob"}],"nh":3,"hole":2},"host_online":true,"players":[{"host":true,"name":"Stout Parrot","players":[{"n":"Ann","h":3}]},{"name":"Silver Violin","host":false,"fol":true,"players":[{"n":"Bob","h":54}]}],"replay_by":"","replay":false,"st":"","exp":{"cfg":{},"gen":0,"mode":0},"ev":{"name":"","seq":9,"kind":"","steps":0}}`,
  ],
  [
    'the same, with unknown fields outside the round',
    '114529cd',
    String.raw`{"replay":false,"ev":{"name":"","steps":0,"kind":"","seq":9,"extra":1},"host_online":true,"players":[{"name":"Stout Parrot","host":true,"extra":1,"players":[{"h":3,"n":"Ann","extra":1}]},{"players":[{"extra":1,"h":54,"n":"Bob"}],"host":false,"name":"Silver Violin","extra":1,"fol":true}],"exp":{"cfg":{},"mode":0,"gen":0,"extra":1},"round":{"td":[0,0],"n":2,"ph":"play","ro":[{"d":"","n":"Ann","h":3,"c":0},{"h":54,"d":"Silver Violin","n":"Bob","c":4}],"shot":{"holed":false,"rem":4.25,"seq":5,"x":17.75,"ratio":1.62,"mps":1.75,"p":1,"face":-0.5,"y":-0.4,"aoa":2.5,"hole":2,"v":"miss"},"ord":[1,0],"turn":1,"ho":[10.5,22,8.1],"sc":[[2,1,0],[3,0,0]],"id":7,"note":{"t":"Bob is away","seq":2},"hole":2,"hd":[1,0],"rem":[0,4.25],"nh":3},"extra":1,"st":"","replay_by":"","sim":"none"}`,
  ],
  [
    'a finished round, with fractions',
    'e080b74a',
    String.raw`{"players":[{"players":[{"n":"Ann","h":3}],"host":true,"name":"Stout Parrot"}],"st":"","replay":false,"ev":{"name":"","seq":0,"steps":0,"kind":""},"host_online":true,"replay_by":"","round":{"ord":[0],"hole":1,"sc":[[4]],"nh":1,"n":1,"rem":[1e+22],"turn":0,"ph":"done","ro":[{"h":3,"n":"Ann","d":"","c":0}],"ho":[0.1],"id":7,"td":[0],"shot":{"rem":123456.789,"v":"","x":-0.001,"aoa":2.5,"seq":5,"hole":2,"p":1,"face":-0.5,"ratio":1.62,"y":5e-324,"mps":1.75,"holed":true},"hd":[1],"note":{"seq":1,"t":""}},"exp":{"gen":0,"cfg":{},"mode":0},"sim":"none"}`,
  ],
];

/** State with its round as the relay carries it. */
const carried = v.object({ ...stateBlock.entries, round: v.nullable(relayRound) });
const read = (data: unknown): UntaggedState => v.parse(carried, data);
const tagOf = (data: unknown): string => stateText(read(data)).st;

for (const [name, st, json] of VECTORS)
  test(`[C22] [R49] computes the same tag as Python: ${name}`, (t) => {
    const { st: tag, text } = stateText(read(JSON.parse(json)));
    t.is(tag, st);
    t.is(fieldsIn(text)['st'], st);
    t.is(tagOf(JSON.parse(text)), st, 'the sent state has the same tag');
  });

test('[C26] gives the empty state its fixed tag, and reports its host as offline', (t) => {
  const { st, text } = stateText(EMPTY_STATE);
  t.is(st, '483ae783');
  t.is(
    text,
    '{"players":[],"ev":{"seq":0,"kind":"","name":"","steps":0},"replay":false,"replay_by":"","host_online":false,' +
      '"exp":{"mode":0,"gen":0,"cfg":{}},"round":null,"sim":"none","st":"483ae783"}',
  );
});

test('[C22] sends cfg sorted by code unit, even if names look like numbers', (t) => {
  const exp = { mode: 9, gen: 1, cfg: { '2': 1, '10': 2, a: 3, '1': 4 } };
  t.true(stateText({ ...EMPTY_STATE, exp }).text.includes('"cfg":{"1":4,"10":2,"2":1,"a":3}'));
});

test('[R26] derives sim from the mode of the experience', (t) => {
  const simOf = (mode: number): unknown =>
    fieldsIn(stateText({ ...EMPTY_STATE, exp: { mode, gen: 1, cfg: {} } }).text)['sim'];
  t.is(simOf(2), 'simdirect');
  t.is(simOf(4), 'simport');
  for (const mode of [0, 1, 3, 5, 9, 11, 20, 24]) t.is(simOf(mode), 'none', `mode ${mode}`);
});

const text = (maxLength: number) =>
  fc.string({ maxLength, unit: 'grapheme' }).filter((it) => Array.from(it).length <= maxLength);
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
const entry = record({ n: text(16), h: fc.nat(54) });
const round = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.nat(9), fc.boolean(), fc.nat(3))
  .map(([n, nh, score, noted, id]) => ({
    ...ROUND,
    id,
    n,
    nh,
    hole: 1,
    turn: 0,
    ro: Array.from({ length: n }, (_, c) => ({ n: `P${c}`, d: '', c, h: 0 })),
    ho: Array.from({ length: nh }, (_, hole) => hole + 0.5),
    sc: Array.from({ length: n }, () => Array.from({ length: nh }, () => score)),
    rem: Array.from({ length: n }, () => 1.25),
    hd: Array.from({ length: n }, () => 0),
    td: Array.from({ length: n }, () => 0),
    ord: Array.from({ length: n }, (_, seat) => seat),
    note: noted ? ROUND.note : null,
  }));
const cfg = fc.dictionary(fc.oneof(fc.nat(120).map(String), text(12)), fc.integer({ min: -9, max: 9 }), {
  maxKeys: 6,
  noNullPrototype: true,
});

/** Complete state block as it may appear in an answer. */
const block = record({
  players: fc
    .array(
      record({
        name: text(16),
        host: fc.constant(false),
        fol: fc.boolean(),
        players: fc.array(entry, { maxLength: 4 }),
      }),
      {
        maxLength: 3,
      },
    )
    .map((guests) => [{ name: 'Stout Parrot', host: true, players: [{ n: 'Ann', h: 3 }] }, ...guests]),
  ev: record({
    seq: fc.nat(9),
    kind: fc.constantFrom('', 'aim', 'putt', 'mulligan'),
    name: text(16),
    steps: fc.integer({ min: -50, max: 50 }),
  }),
  replay: fc.boolean(),
  replay_by: text(16),
  host_online: fc.boolean(),
  exp: record({ mode: fc.nat(31), gen: fc.nat(9), cfg }),
  round: fc.option(round, { freq: 3 }),
  sim: fc.constantFrom('none', 'simdirect', 'simport'),
  st: fc.constantFrom('', '0011aaff'),
});
type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

const tagged = ({ players, ev, replay, host_online, exp, round }: Block) => [
  players,
  ev.seq,
  replay,
  host_online,
  exp,
  round,
];

test('[R49] makes a tag of 8 lower-case hex digits that changes exactly with its six inputs', (t) => {
  const fields = ['players', 'ev', 'replay', 'replay_by', 'host_online', 'exp', 'round', 'sim', 'st'] as const;
  const [same, different] = [[0], [0]] as [[number], [number]];
  fc.assert(
    fc.property(block, block, fc.subarray([...fields]), (one, other, taken) => {
      const mixed = { ...one, ...Object.fromEntries(taken.map((field) => [field, other[field]])) };
      const equal = isDeepStrictEqual(tagged(one), tagged(mixed));
      (equal ? same : different)[0]++;
      const [before, after] = [tagOf(one), tagOf(mixed)];
      return /^[0-9a-f]{8}$/.test(before) && (before === after) === equal;
    }),
    { numRuns: 600, seed: 49 },
  );
  t.true(same[0] > 20 && different[0] > 200, `${same[0]} alike, ${different[0]} not`);
});

test('[R49] excludes an event’s kind, name and steps, replay_by, sim and st from the tag', (t) => {
  fc.assert(
    fc.property(block, block, (one, other) => {
      const { kind, name, steps } = other.ev;
      const { replay_by, sim, st } = other;
      return tagOf(one) === tagOf({ ...one, ev: { seq: one.ev.seq, kind, name, steps }, replay_by, sim, st });
    }),
    { numRuns: 200, seed: 50 },
  );
  t.pass();
});

test('[R49] includes every part of each of the six inputs in the tag', (t) => {
  const base = read(JSON.parse(VECTORS[12]?.[2] ?? ''));
  const seen = new Set([stateText(base).st]);
  let variants = 0;
  const changed = (data: unknown): unknown =>
    typeof data === 'number' ? data + 1 : typeof data === 'string' ? `${data}!` : data === null ? ROUND.note : !data;
  /** Yields the data with each of its leaves changed in turn. */
  function* leaves(data: unknown): Generator {
    if (typeof data !== 'object' || data === null) return yield changed(data);
    for (const [key, value] of Object.entries(data))
      for (const inner of leaves(value)) {
        if (Array.isArray(data)) yield data.map((old: unknown, i) => (i === Number(key) ? inner : old));
        else yield { ...data, [key]: inner };
      }
  }
  for (const field of ['players', 'replay', 'host_online', 'exp', 'round'] as const)
    for (const variant of leaves(base[field])) {
      seen.add(stateText({ ...base, [field]: variant }).st);
      variants++;
    }
  seen.add(stateText({ ...base, ev: { ...base.ev, seq: base.ev.seq + 1 } }).st);
  t.true(variants > 50);
  t.is(seen.size, variants + 2);
});

/**
 * Returns the same data with the fields of every object reordered, plus an unknown field wherever unknown fields are
 * dropped.
 */
function shuffled(data: unknown, order: number, kept = false): unknown {
  if (Array.isArray(data)) return data.map((value) => shuffled(value, order, kept));
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([key, value]): [string, unknown] => [
    key,
    shuffled(value, order, kept || key === 'cfg' || key === 'round'),
  ]);
  const more: [string, unknown][] = kept ? fields : [...fields, ['extra', [order]]];
  const at = order % more.length;
  return Object.fromEntries([...more.slice(at), ...more.slice(0, at)].toReversed());
}

test('[C22] keeps tag and text independent of field order and unknown fields', (t) => {
  fc.assert(
    fc.property(block, fc.nat(), (one, order) => {
      const [straight, crooked] = [stateText(read(one)), stateText(read(shuffled(one, order)))];
      return straight.text === crooked.text && straight.st === crooked.st;
    }),
    { numRuns: 300, seed: 22 },
  );
  t.pass();
});

test('[C22] writes the state as JSON without white space and without loss', (t) => {
  fc.assert(
    fc.property(block, (one) => {
      const { st, text: json } = stateText(read(one));
      const parsed = fieldsIn(json);
      const { sim: _sim, st: _st, ...rest } = one;
      const { sim: _parsed_sim, st: parsed_st, ...parsed_rest } = parsed;
      const dense = json.length === JSON.stringify(parsed).length;
      return dense && isDeepStrictEqual(parsed_rest, rest) && parsed_st === st;
    }),
    { numRuns: 200, seed: 23 },
  );
  t.pass();
});

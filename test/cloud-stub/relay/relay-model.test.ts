// The relay against a model of it: random scripts of hosts and guests, with every answer compared. TAPIN_RUNS sets the
// number of runs.

import test, { type ExecutionContext } from 'ava';
import { testOfOneRelay } from '../../support/relay/relay-table.ts';
import fc from 'fast-check';
import { modelled, type Real, type ScriptedAsk, type Step } from '../../support/relay/relay-model-run.ts';
import type { Model } from '../../support/relay/relay-model-state.ts';
import { virtualRelay, type VirtualRelayWorld } from '../../support/relay/relay-world.ts';
import { someRound } from '../../support/device/some-round.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { itemAt } from '../../support/items.ts';

const RUNS = Number(process.env['TAPIN_RUNS'] ?? 80);
/** Fixed by default; random if TAPIN_RUNS is set. */
const SEED = 'TAPIN_RUNS' in process.env ? {} : { seed: 3 };
const STEPS_MAX = 60;
/** Two hosts, 0 and 1, and four guests. */
const DEVICES = 6;

const often = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> => fc.constantFrom(usual, usual, usual, usual, ...others);
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const fields = (must: Fields, may: Fields = {}): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.record({ ...must, ...may }, { requiredKeys: Object.keys(must), noNullPrototype: true });
const is = fc.constant;
const host = fc.constantFrom(0, 0, 0, 0, 0, 0, 1);
/** Sometimes a host calls as a guest, even in its own session. */
const guest = fc.constantFrom(2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 0, 1);
const age = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 1, 2);
const code = fc.oneof({ weight: 19, arbitrary: fc.tuple(host, age) }, { weight: 1, arbitrary: fc.constant(null) });
const own_code = fc.tuple(often<'own' | number>('own', 'own', 'own', 0, 1), age);
const seen = often(true, false);
const rid = fc.boolean();
const players = often(1, 0, 2, 3, 4).map((count) => Array.from({ length: count }, (_, n) => ({ n: `P${n}`, h: n })));
const wait_ms = fc.constantFrom(0, 20_000, 20_000, 25_000);
const keep_guests = often(true, true, true, false);
const steps = fc.integer({ min: -50, max: 50 });
const name = fc.constantFrom('Studio', 'Den');
const cfg = fields({ stimp: fc.integer({ min: 8, max: 10 }) });
const exp = fields({ mode: fc.constantFrom(2, 4, 9), gen: fc.integer({ min: 1, max: 3 }), cfg });
const round = fc.integer({ min: 1, max: 3 }).map((id) => someRound({ id }));
const ev = fields({
  seq: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('aim', 'putt'),
  name: is('Ann'),
  steps,
});
type Body = fc.Arbitrary<ScriptedAsk['body']>;
type Rest = { readonly [Name in 'code' | 'seen' | 'rid']?: fc.Arbitrary<Exclude<ScriptedAsk[Name], undefined>> };
const ask = (
  route: ScriptedAsk['route'],
  who: fc.Arbitrary<number>,
  body: Body,
  rest: Rest,
): fc.Arbitrary<ScriptedAsk> => fc.record({ who, route: fc.constant(route), body, ...rest });
const registration = { name, exp, keep_guests };
const start = ask('host', host, fields({ action: is('start') }, registration), {});
const stop = ask('host', host, fields({ action: is('stop') }), {});
const regenerate = ask('host', host, fields({ action: is('regenerate') }, registration), { rid });
const select = ask('host', host, fields({ action: is('experience'), exp }, { name, keep_guests }), {});
const publish = ask('host', host, fields({ action: is('round'), round }), {});
const since = fc.constantFrom(0, 0, 1, 2, 5);
const report = { name, replay: often(false, true), players, ev };
const poll = ask('poll', host, fields({ since, wait_ms }, report), { code: own_code, seen });
const presence = { name: is('A guest'), fol: fc.boolean() };
const join = ask('join', guest, fields({ action: is('join'), players }, presence), { code });
const contact = fields({ action: is('heartbeat'), wait_ms }, { ...presence, players });
const heartbeat = ask('join', guest, contact, { code, seen });
const leave = ask('join', guest, fields({ action: is('leave') }), { code });
const kinds = fc.oneof(
  fields({ kind: is('aim'), steps }),
  fields({ kind: is('club'), club: fc.integer({ min: 0, max: 31 }) }),
  fields({ kind: is('putt'), putt: is({ mps: 1.5, face: -0.5, aoa: 1, ratio: 1.6 }) }),
  fields({ kind: fc.constantFrom('repeat', 'repeat_aim', 'reset', 'mulligan') }),
);
const input = ask('input', guest, kinds, { code, rid });

const anything = fc.oneof(
  ...[regenerate, select, publish, leave, stop].map((arbitrary) => ({ weight: 1, arbitrary })),
  { weight: 3, arbitrary: start },
  ...[join, heartbeat].map((arbitrary) => ({ weight: 6, arbitrary })),
  ...[poll, input].map((arbitrary) => ({ weight: 12, arbitrary })),
);
const one: fc.Arbitrary<Step> = anything.map((only) => ({ kind: 'asks', asks: [only] }));
const several: fc.Arbitrary<Step> = fc
  .array(anything, { minLength: 2, maxLength: 4, size: 'max' })
  .map((asks) => ({ kind: 'asks', asks }));
const again: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(0, 0, 1, 2), often(false, true))
  .map(([back, changed]) => ({ kind: 'again', back, changed }));
const soon_ms = fc.constantFrom(1, 250, 3000, 19_999, 20_000);
const later_ms = fc.constantFrom(39_999, 40_000, 40_001, 44_999, 45_000, 45_001);
const much_later_ms = fc.constantFrom(119_999, 120_000, 120_001, 599_999, 600_000, 600_001);
const ms = fc.oneof(
  ...[soon_ms, later_ms, much_later_ms].map((arbitrary, n) => ({ weight: itemAt([12, 3, 1], n), arbitrary })),
);
const passing: fc.Arbitrary<Step> = fc.record({ kind: is('pass' as const), ms });
const restart: fc.Arbitrary<Step> = is({ kind: 'restart' });

/** Every script starts with an active host and guest. */
const PRELUDE: readonly ScriptedAsk[] = [
  { who: 0, route: 'host', body: { action: 'start', name: 'Studio' } },
  { who: 0, route: 'poll', body: { since: 0, wait_ms: 20_000 }, code: ['own', 0] },
  { who: 2, route: 'join', body: { action: 'join', players: [{ n: 'Bob', h: 9 }] }, code: [0, 0] },
];

const command = (step: Step): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run: (model, real) => real.step(model, step),
  toString: () => JSON.stringify(step),
});

/** Runs scripts of these steps, each on a new relay. Listing a step twice makes it more frequent. */
async function runScripts(t: ExecutionContext, arbitraries: readonly fc.Arbitrary<Step>[]): Promise<void> {
  const folder = await temporaryFolder(t);
  let run = 0;
  const scripts = fc.commands(
    arbitraries.map((step) => step.map(command)),
    { maxCommands: STEPS_MAX, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const { model, real } = await modelled(t, `${folder}/${run++}.sqlite`, DEVICES);
      try {
        for (const first of PRELUDE) await real.step(model, { kind: 'asks', asks: [first] });
        await fc.asyncModelRun(() => ({ model, real }), script);
      } finally {
        await real.close();
      }
    }),
    { numRuns: RUNS, includeErrorInReport: true, ...SEED },
  );
  t.pass();
}

test('[R1] [R3] [R8] [R9] [R18] [R22] [R23] [R28] [R30] [R34] [R45] [C13] [C14] [C18] any script of hosts and guests gets the answers of the model', async (t) => {
  await runScripts(t, [
    ...Array.from({ length: 16 }, () => one),
    again,
    again,
    passing,
    passing,
    passing,
    passing,
    restart,
  ]);
});

testOfOneRelay(
  '[R19] [R29] [R31] [R41] [R46] [R50] simultaneous requests are answered as if in some sequential order',
  async (t) => {
    await runScripts(t, [...Array.from({ length: 12 }, () => several), again, passing, passing, passing, restart]);
  },
);

/** Starts an active host and a guest that has joined. */
async function joined(world: VirtualRelayWorld) {
  const [at_host, at_guest] = [world.device(), world.device()];
  const started = await at_host.ask('host', { action: 'start' });
  const body = { code: started.code, since: 0, players: [{ n: 'Ann', h: 3 }] };
  await at_host.ask('poll', body);
  const { state } = await at_guest.ask('join', { action: 'join', code: started.code, players: [{ n: 'Bob', h: 9 }] });
  return { host: at_host, guest: at_guest, code: started.code, st: state.st, poll: body };
}

test('[C18] [C19] [C28] tells a held heartbeat with too many players that its guest was dropped', async (t) => {
  const world = virtualRelay(t);
  const at = await joined(world);
  const too_many = Array.from({ length: 4 }, (_, n) => ({ n: `B${n}`, h: 0 }));
  const body = { action: 'heartbeat' as const, code: at.code, st: at.st, wait_ms: 20_000, players: too_many };
  const held = at.guest.send('join', body);
  await world.pass(1);
  t.is(held.now(), null);
  await at.host.ask('host', { action: 'start', keep_guests: false });
  t.is(held.now()?.status, 'invalid');
});

test('[C29] a heartbeat held for an absent host does not report it offline once it is back', async (t) => {
  const world = virtualRelay(t);
  const at = await joined(world);
  await at.guest.ask('join', { action: 'leave', code: at.code });
  await world.pass(45_000);
  const { state } = await at.guest.ask('join', { action: 'join', code: at.code });
  const body = { action: 'heartbeat' as const, code: at.code, st: state.st, wait_ms: 20_000 };
  const held = at.guest.send('join', body);
  await world.pass(1);
  t.is(held.now(), null);
  await at.host.ask('poll', at.poll);
  const reply = held.now();
  t.true(reply?.state.host_online);
  t.not(reply?.status, 'offline');
});

test('[R22] [R25] a repeated input counts as a contact', async (t) => {
  const world = virtualRelay(t);
  const at = await joined(world);
  const input = { code: at.code, kind: 'aim' as const, steps: 1, rid: 'a tap' };
  await at.guest.ask('input', input);
  await world.pass(30_000);
  await at.host.ask('poll', at.poll);
  await at.guest.ask('input', input);
  await world.pass(30_000);
  const { state } = await at.host.ask('poll', at.poll);
  t.is(state.players.length, 2);
});

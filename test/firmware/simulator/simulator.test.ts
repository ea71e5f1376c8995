// The input queue in isolation: guest inputs in any order and size, replays, events for the session, and when a
// simulator is in use.

import test from 'ava';
import fc from 'fast-check';
import { simulatorFrom } from '../../../firmware/persisted/simulator.ts';
import type { SimInput } from '../../../firmware/simulator/orders.ts';
import {
  eventOf,
  guestActs,
  isInUse,
  simulatorContext,
  simulatorView,
  transportOf,
  withAct,
  ownAct,
  type SimulatorContext,
} from '../../../firmware/simulator/simulator.ts';
import type { InputItem } from '../../../wire/relay/answers.ts';
import { simulatorBench } from '../../support/simulator/simulator-service.ts';

const PUTT = { mps: 1.5, face: 0, aoa: 0, ratio: 1.6 };

/** Returns items as the relay sends them, numbered from 1 by default. */
const items = (...given: readonly (Partial<InputItem> & Pick<InputItem, 'kind'>)[]): readonly InputItem[] =>
  given.map((item, i) => ({ seq: i + 1, name: 'Brisk Otter', steps: 0, club: 0, ms: 0, ...item }));

const context = (given: Partial<SimulatorContext> = {}): SimulatorContext => ({
  ...simulatorContext({ transport: 'simdirect', settings: simulatorFrom({}), name: 'Studio', hosting: true }),
  ...given,
});

test('[R147] taps exactly once per step, to the right side, for aims of up to 50 steps', async (t) => {
  for (const steps of [-50, -49, -7, -1, 0, 1, 2, 33, 50]) {
    const { clock, sendInputs, received } = simulatorBench();
    await clock.advance(1000);
    sendInputs(items({ kind: 'aim', steps }));
    await clock.advance(20_000);
    const name = steps < 0 ? 'aim_left' : 'aim_right';
    t.deepEqual(
      received,
      Array.from({ length: Math.abs(steps) }, () => name),
      String(steps),
    );
  }
});

test('[R147] carries out a batch by seq, each kind with the simulator’s own keys', async (t) => {
  const { clock, sendInputs, received, keyboard } = simulatorBench();
  await clock.advance(1000);
  const all = items(
    { kind: 'aim', steps: -2 },
    { kind: 'club', club: 19 },
    { kind: 'putt', putt: PUTT },
    { kind: 'reset' },
    { kind: 'mulligan' },
    { kind: 'repeat_aim' },
    { kind: 'repeat' },
  );
  sendInputs(all.toReversed());
  await clock.advance(20_000);
  t.deepEqual(received, [
    'aim_left',
    'aim_left',
    '104.0 mph',
    '5.4 mph',
    'reset_aim',
    'mulligan',
    'aim_left',
    'aim_left',
    'aim_left',
    'aim_left',
    '5.4 mph',
  ]);
  // HID usages: left arrow, A, and M with the left Ctrl.
  t.deepEqual(
    [keyboard.taps()[0], keyboard.taps()[2], keyboard.taps()[3]].map((tap) => [tap?.usage, tap?.modifiers]),
    [
      [0x50, 0],
      [0x04, 0],
      [0x10, 1],
    ],
  );
});

test('[C84] ignores a putt that was meant for a round', async (t) => {
  const { clock, sendInputs, received } = simulatorBench();
  await clock.advance(1000);
  const putts = items(
    { kind: 'putt', putt: { ...PUTT, p: 0, hole: 1 } },
    { kind: 'putt', putt: PUTT },
    { kind: 'putt' },
  );
  sendInputs(putts);
  await clock.advance(5000);
  t.deepEqual(received, ['5.4 mph']);
});

test('[R148] drops an item that is two minutes old when due, to the millisecond', async (t) => {
  const aged = async (ms: number): Promise<readonly string[]> => {
    const { clock, sendInputs, received, parent_events: sent_events } = simulatorBench();
    await clock.advance(1000);
    sendInputs(items({ kind: 'reset', ms }, { kind: 'mulligan' }));
    await clock.advance(1000);
    const notes = sent_events.filter(({ type }) => type === 'device.note').map((event): unknown => event['text']);
    t.is(notes.includes("A guest's input came too late for the simulator."), ms >= 120_000, String(ms));
    return received;
  };
  t.deepEqual(await aged(119_999), ['reset_aim', 'mulligan']);
  t.deepEqual(await aged(120_000), ['mulligan']);
  t.deepEqual(await aged(500_000), ['mulligan']);
});

test('[R148] drops an implausible guest putt and carries out the next input', async (t) => {
  const { clock, sendInputs, received, parent_events: sent_events } = simulatorBench();
  await clock.advance(1000);
  const wild = [{ mps: 0 }, { mps: 60 }, { face: 90 }, { ratio: 0 }];
  const putts = items(...wild.map((change) => ({ kind: 'putt' as const, putt: { ...PUTT, ...change } })), {
    kind: 'reset',
  });
  sendInputs(putts);
  await clock.advance(5000);
  t.deepEqual(received, ['reset_aim']);
  t.is(sent_events.filter(({ type }) => type === 'device.note').length, wild.length);
});

test('[R35] reports a replay once on its first tap, and its end once the shot comes to rest', async (t) => {
  const { clock, send, parent_events: sent_events } = simulatorBench();
  await clock.advance(1000);
  const act = (input: SimInput): void => send({ type: 'simulator.act', input });
  const replays = () =>
    sent_events.filter(({ type }) => type === 'host.replay').map((event): unknown => event['replay']);
  act({ kind: 'putt', putt: PUTT });
  await clock.advance(1000);
  t.false(replays().includes(true), 'a putt is not a replay');
  act({ kind: 'repeat' });
  await clock.advance(1000);
  t.is(replays().at(-1), true, 'the ball still rolls');
  await clock.advance(14_000);
  t.is(replays().at(-1), false);
  t.is(replays().filter(Boolean).length, 1);
  act({ kind: 'aim', steps: 1 });
  act({ kind: 'repeat_aim' });
  await clock.advance(1000);
  t.is(replays().filter(Boolean).length, 2);
  t.is(replays().at(-1), false, 'an aim ends with its taps');
});

test('[R35] extends a replay with the length of the roll; a full swing takes some seconds', async (t) => {
  const lasts = async (input: SimInput): Promise<number> => {
    const { clock, send, parent_events: sent_events } = simulatorBench();
    await clock.advance(1000);
    send({ type: 'simulator.act', input });
    await clock.advance(1000);
    send({ type: 'simulator.act', input: { kind: 'repeat' } });
    let tenths = 0;
    const replaying = () => sent_events.findLast(({ type }) => type === 'host.replay');
    await clock.advance(100);
    while (replaying()?.['replay'] && tenths++ < 600) await clock.advance(100);
    return tenths / 10;
  };
  const [soft, hard, swing] = [
    await lasts({ kind: 'putt', putt: { ...PUTT, mps: 0.5 } }),
    await lasts({ kind: 'putt', putt: { ...PUTT, mps: 3 } }),
    await lasts({ kind: 'club', club: 0 }),
  ];
  t.true(soft > 0.5 && soft < hard && hard < 20, `${soft} and ${hard} seconds`);
  t.true(swing > 3 && swing < 15, `${swing} seconds`);
});

test('[relay §4.2] publishes the host’s own taps and shots as events, and no undocumented kinds', async (t) => {
  const { clock, send, sendInputs, parent_events: sent_events } = simulatorBench();
  await clock.advance(1000);
  const events = () => sent_events.filter(({ type }) => type === 'host.event').map((event): unknown => event['ev']);
  for (const input of [
    { kind: 'aim', steps: -1 },
    { kind: 'reset' },
    { kind: 'putt', putt: PUTT },
    { kind: 'mulligan' },
    { kind: 'repeat_aim' },
    { kind: 'club', club: 4 },
  ] satisfies SimInput[]) {
    send({ type: 'simulator.act', input });
    await clock.advance(2000);
  }
  sendInputs(items({ kind: 'aim', steps: 5 }));
  await clock.advance(2000);
  t.deepEqual(events(), [
    { seq: 2, kind: 'aim', name: 'Studio', steps: -1 },
    { seq: 3, kind: 'putt', name: 'Studio', steps: 0 },
    { seq: 4, kind: 'club', name: 'Studio', steps: 0 },
  ]);
  t.like(eventOf(context(), { kind: 'repeat' }), { kind: 'repeat', steps: 0 });
});

test('[simulator] is in use at its open page, or while hosting unless disconnected', (t) => {
  for (const [given, used] of [
    [{ hosting: false }, false],
    [{ hosting: false, opened: true }, true],
    [{ hosting: true }, true],
    [{ hosting: true, turned_off: true }, false],
    [{ hosting: true, turned_off: true, opened: true }, true],
    [{ hosting: true, opened: true, transport: null }, false],
    [{ hosting: true, transport: 'simport' }, true],
  ] as const)
    t.is(isInUse(context(given)), used, JSON.stringify(given));
});

test('[C24] maps modes to integrations', (t) => {
  t.is(transportOf(2), 'simdirect');
  t.is(transportOf(4), 'simport');
  for (const mode of [0, 1, 3, 5, 9, 11, 20, 255]) t.is(transportOf(mode), null, String(mode));
});

test('[simulator] counts waiting and running inputs and shows the address', (t) => {
  const act = ownAct({ kind: 'reset' });
  t.like(simulatorView(context()), { transport: 'simdirect', address: '127.0.0.1:921', waiting: 0 });
  t.like(simulatorView(context({ transport: 'simport' })), { address: '127.0.0.1:8888' });
  const order = { act, key: 'reset_aim', taps: 1, shot: null } as const;
  t.is(simulatorView(context({ waiting: [act, act], order })).waiting, 3);
});

test('[simulator] queues a hundred inputs and rejects one more', (t) => {
  const act = ownAct({ kind: 'reset' });
  const waiting = Array.from({ length: 99 }, () => act);
  t.is(withAct(context({ waiting }), act).waiting?.length, 100);
  t.deepEqual(withAct(context({ waiting: [...waiting, act] }), act), {});
});

test('[R147] takes guest inputs by seq in any order, with the fields of their kind', (t) => {
  const kinds = ['aim', 'club', 'reset', 'mulligan', 'repeat', 'repeat_aim'] as const;
  const item = fc.record({
    seq: fc.integer({ min: 1, max: 1e6 }),
    kind: fc.constantFrom(...kinds),
    steps: fc.integer({ min: -50, max: 50 }),
    club: fc.integer({ min: 0, max: 31 }),
    ms: fc.nat({ max: 200_000 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ seq }) => seq, maxLength: 25 }), (given) => {
      const sorted = [...given].sort((a, b) => a.seq - b.seq);
      const acts = guestActs({ items: items(...given), at_ms: 1_000_000, backlog_seq: 0 });
      t.deepEqual(
        acts.map(({ input }) => input),
        sorted.map(({ kind, steps, club }) => {
          if (kind === 'aim') return { kind, steps };
          return kind === 'club' ? { kind, club } : { kind };
        }),
      );
      t.deepEqual(
        acts.map(({ expires_ms }) => expires_ms),
        sorted.map(({ ms }) => 1_120_000 - ms),
      );
    }),
    { seed: 7 },
  );
});

test('[simulator] accepts no inputs from guests or its own player when not in use', async (t) => {
  const { clock, send, sendInputs, received, lenient, state } = simulatorBench({ hosting: false });
  await clock.advance(1000);
  sendInputs(items({ kind: 'reset' }));
  send({ type: 'simulator.act', input: { kind: 'mulligan' } });
  await clock.advance(5000);
  t.is(state(), 'closed');
  t.deepEqual(received, []);
  t.deepEqual(lenient.events, []);
});

test('[simulator] drops waiting inputs when the integration changes', async (t) => {
  const { clock, send, sendInputs, received, persisted } = simulatorBench({}, { tap_gap_ms: 500 });
  await clock.advance(1000);
  const all = items({ kind: 'aim', steps: 4 }, { kind: 'club', club: 3 }, { kind: 'mulligan' });
  sendInputs(all);
  await clock.advance(600);
  send({ type: 'persisted.changed', persisted: { ...persisted, transport: 'simport' } });
  await clock.advance(10_000);
  t.false(received.includes('mulligan') || received.some((effect) => effect.endsWith('mph')), received.join());
});

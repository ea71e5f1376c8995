// Experience and round data that the relay carries for a host, and that no other device may write (R63–R66, R73, R79).

import { everywhere, joinGuest, openHost } from '../support/relay/relay-table.ts';
import { fieldsIn } from '../support/read-json.ts';
import { roundText, tagOf } from '../support/relay/relay-tag.ts';
import { someRound } from '../support/device/some-round.ts';
import type { Round } from '../../wire/relay/round.ts';
import { wrongly } from '../support/wrongly.ts';

everywhere(
  '[R63] [R64] [R65] a selection and a change of settings reach every guest as the host sent them',
  async (t, world) => {
    const host = await openHost(world, { exp: { mode: 9, gen: 6, cfg: { shots: 5 } } });
    const following = await joinGuest(world, host.code);
    const detached = await joinGuest(world, host.code, { fol: false });
    for (const exp of [
      { mode: 9, gen: 6, cfg: { shots: 9 } },
      { mode: 11, gen: 7, cfg: { stimp: 10, holes: 3 } },
      { mode: 11, gen: 7, cfg: {} },
      { mode: 255, gen: 0, cfg: {} },
    ]) {
      const held = [following, detached].map((guest) => guest.hold('', { fol: guest === following }));
      await host.device.ask('host', { action: 'experience', exp });
      for (const { answer } of held) t.is((await answer).status, 'ok');
      for (const guest of [following, detached]) t.deepEqual((await guest.beat()).state.exp, exp);
    }
  },
);

everywhere('[R66] a guest that follows again reads the current experience in that very answer', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code, { fol: false });
  await host.device.ask('host', { action: 'experience', exp: { mode: 9, gen: 1, cfg: { shots: 7 } } });
  const { state } = await guest.beat({ fol: true });
  t.deepEqual(state.exp, { mode: 9, gen: 1, cfg: { shots: 7 } });
  t.true(state.players[1]?.fol);
});

everywhere('[R73] a round of a guest reaches no device, and the one of the host stays', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  await host.device.ask('host', { action: 'round', round: someRound() });
  const before = await host.state();
  const refused = await guest.device.ask('host', { action: 'round', round: someRound({ id: 8, turn: 1 }) });
  t.is(refused.status, 'invalid', 'it hosts nothing');
  await guest.device.ask('host', { action: 'start' });
  const own = await guest.device.ask('host', { action: 'round', round: someRound({ id: 9 }) });
  t.is(own.status, 'ok');
  t.is(own.state.round?.id, 9, 'it hosts its own session');
  t.deepEqual(await host.state(), before);
});

everywhere('[R73] a guest cannot change round, experience, replay or the players of the host', async (t, world) => {
  const host = await openHost(world, { exp: { mode: 11, gen: 1, cfg: {} } });
  const guest = await joinGuest(world, host.code);
  await host.device.ask('host', { action: 'round', round: someRound() });
  const { exp, round, replay, players } = await host.state();
  const extra = { round: someRound({ id: 99 }), exp: { mode: 1, gen: 9, cfg: {} }, replay: true, host: true };
  for (const [route, body] of [
    ['join', { action: 'heartbeat', code: host.code, ...extra }],
    ['join', { action: 'join', code: host.code, ...extra }],
    ['input', { kind: 'reset', code: host.code, ...extra }],
  ] as const)
    t.is((await guest.device.ask(route, wrongly(body))).status, 'ok');
  const after = await host.state();
  t.deepEqual({ exp: after.exp, round: after.round, replay: after.replay }, { exp, round, replay });
  t.deepEqual(after.players[0], players[0]);
});

everywhere('[C22] a round is carried in the documents order', async (t, world) => {
  const host = await openHost(world);
  const round = someRound({
    ph: 'play',
    shot: {
      seq: 1,
      p: 1,
      hole: 2,
      mps: 2.5,
      face: -1,
      aoa: 0,
      ratio: 1.7,
      v: '',
      holed: false,
      x: 9.5,
      y: -0.25,
      rem: 0.5,
    },
    note: { seq: 3, t: 'Bob "left" 🏌' },
  });
  const { shot, ...rest } = round;
  const turned = { shot: Object.fromEntries(Object.entries(shot!).toReversed()), ...rest };
  const { text, state } = await host.device.ask('host', { action: 'round', round: wrongly(turned) });
  t.true(text.includes(`"round":${roundText(round)},"sim"`), text);
  t.deepEqual(state.round, round);
  t.is(state.st, tagOf(state));
});

everywhere('[C4] [C22] forwards a round of another form unchanged, with unknown fields last', async (t, world) => {
  const host = await openHost(world);
  const guest = await joinGuest(world, host.code);
  const foreign =
    '{"id":-3,"ph":"play","hole":27,"turn":-1,"n":5,"nh":27,"ro":[{"n":"Bartholomew the Third","h":-2.5,"x":1},{}],"ho":["6 ft",null],' +
    '"sc":[],"rem":[{"ft":6}],"hd":[true],"td":[false,1],"ord":["Bo"],"shot":{"seq":1,"v":"gimme","by":["Bo"]},"note":{"level":2},' +
    '"rules":{"mulligans":3},"secret":"x"}';
  const turned = Object.fromEntries(Object.entries(fieldsIn(foreign)).toReversed());
  const unknown = foreign.replace('"rules":{"mulligans":3},"secret":"x"', '"secret":"x","rules":{"mulligans":3}');
  const reply = await host.device.ask('host', { action: 'round', round: wrongly(turned) });
  for (const { text, state } of [reply, await guest.beat()]) {
    t.true(text.includes(`"round":${unknown},"sim"`), text);
    t.is(state.st, tagOf(state, unknown));
  }
});

everywhere('[R74] replaces a round as a whole, including a missing shot and note', async (t, world) => {
  const host = await openHost(world);
  await host.device.ask('host', { action: 'round', round: someRound({ note: { seq: 1, t: 'Welcome' } }) });
  const { shot: _shot, note: _note, ...rest } = someRound({ turn: 1 });
  const { state } = await host.device.ask('host', { action: 'round', round: rest });
  t.deepEqual(state.round, someRound({ turn: 1 }));
});

/** Returns a round whose canonical text has `characters` characters. */
function roundOf(characters: number, letter: string): Round {
  const empty = someRound({ note: { seq: 1, t: '' } });
  return { ...empty, note: { seq: 1, t: letter.repeat(characters - roundText(empty).length) } };
}

for (const [script, letter] of [
  ['Latin', 'a'],
  ['accented', 'é'],
  ['emoji', '🏌'],
] as const)
  everywhere(
    `[R79] [C71] forwards a round of 1600 ${script} characters, and refuses one of 1601 as malformed`,
    async (t, world) => {
      const host = await openHost(world);
      const longest = await host.device.ask('host', { action: 'round', round: roundOf(1600, letter) });
      t.is(longest.status, 'ok');
      t.deepEqual(longest.state.round, roundOf(1600, letter));
      const longer = await host.device.ask('host', { action: 'round', round: roundOf(1601, letter) });
      t.like(longer, { http_status: 400, status: 'malformed' });
      t.deepEqual((await host.state()).round, roundOf(1600, letter), 'the previous round stays');
    },
  );

everywhere('[R79] [C22] characters are counted on the canonical text, not on what was sent', async (t, world) => {
  const host = await openHost(world);
  const text = JSON.stringify({ action: 'round', round: roundOf(1600, 'a') }, null, 2).replace(
    '10',
    `10.${'0'.repeat(500)}`,
  );
  const { answer } = host.device.raw('host', text);
  await host.poll();
  t.is((await answer).status, 'ok');
  const escaped = JSON.stringify({ action: 'round', round: roundOf(1600, 'b') }).replaceAll('b', '\\u0062');
  const sent = host.device.raw('host', escaped.replace('lo\\u0062\\u0062y', 'lobby'));
  await host.poll();
  t.is((await sent.answer).status, 'ok');
});

const WRONG: Readonly<Record<string, object>> = {
  'half a turn': { turn: 0.5 },
  'a hole that is a text': { hole: '1' },
  'no number': { id: null },
  'a strange phase': { ph: 'over' },
  'a roster of names': { ro: ['Ann', 'Bob'] },
  'scores by name': { sc: { Ann: [1], Bob: [2] } },
  'a shot that is a text': { shot: 'holed' },
  'a note that is a text': { note: 'Bob is away' },
};

for (const [what, more] of Object.entries(WRONG))
  everywhere(`[C4] [C9] a round with ${what} is malformed, and the previous one stays`, async (t, world) => {
    const host = await openHost(world);
    await host.device.ask('host', { action: 'round', round: someRound() });
    const before = await host.state();
    const reply = await host.device.ask('host', {
      action: 'round',
      round: wrongly({ ...someRound(), id: 8, ...more }),
    });
    t.like(reply, { http_status: 400, status: 'malformed' });
    t.deepEqual(await host.state(), before);
  });

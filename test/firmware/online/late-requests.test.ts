// Requests of the host that arrive a second time, later (C13): the session briefly has an older state, then the newest
// again.

import test from 'ava';
import { exactly } from '../../support/items.ts';
import { joinAll, rest, sessionFixture, SHORT, startRound, toMenu } from '../../support/device/session-fixture.ts';

/** Opens a host and a guest; a request of the host may arrive twice, the second time up to 4 s later. */
async function fixtureWithCopies(seed: number) {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT, seed });
  await joinAll(fixture);
  const [host, guest] = exactly(2, fixture.devices);
  host.link.setFaults({ duplicate: 1, tail: 0.5, tail_ms: 4000 });
  return { fixture, host, guest };
}

/** Counts how often the relay accepted a request of the host again after a different one. */
function copiesIn(fixture: Awaited<ReturnType<typeof fixtureWithCopies>>['fixture'], action: string): number {
  const bodies = fixture.requests
    .filter(({ body }) => body['action'] === action)
    .map(({ body }) => JSON.stringify(body));
  return bodies.filter((body, at) => bodies.indexOf(body) < at - 1 && bodies[at - 1] !== body).length;
}

test('[R61] [R74] [C13] a round whose requests all arrive twice ends correctly on every screen', async (t) => {
  let copies = 0;
  for (const seed of [1, 2, 3]) {
    const { fixture, host, guest } = await fixtureWithCopies(seed);
    await startRound(fixture);
    await fixture.clock.advance(10_000);
    for (const hole of [1, 2]) {
      for (const device of [host, guest]) t.true(device.shows(`Hole ${hole} of 2`), device.lines().join(' | '));
      for (const player of [host, guest]) {
        await player.putt(1);
        await rest(fixture);
        await fixture.clock.advance(10_000);
      }
    }
    for (const device of [host, guest]) {
      t.true(device.shows('Stroke play: result'), device.lines().join(' | '));
      for (const name of ['Ana', 'Bo']) t.true(device.shows(`${name}: 1 1, total 2`), device.lines().join(' | '));
    }
    copies += copiesIn(fixture, 'round');
  }
  t.true(copies > 0, 'an older version arrived late');
});

test('[R61] [C13] the session ends with the newest experience, whatever arrived twice', async (t) => {
  let copies = 0;
  for (const seed of [1, 2, 3, 4]) {
    const { fixture, host, guest } = await fixtureWithCopies(seed);
    await toMenu(guest);
    for (const drill of ['Lag putting', 'Make distance', 'Close-in putting']) {
      await (await toMenu(host)).choose(drill);
      await host.choose('Start');
      await fixture.clock.advance(500);
    }
    await fixture.clock.advance(20_000);
    t.true(guest.shows(/Close-in putting/), guest.lines().join(' | '));
    const gens = fixture.requests.filter(({ body }) => body.exp).map(({ body }) => body.exp?.gen);
    t.is(gens.at(-1), Math.max(...gens.map((gen) => gen ?? 0)), gens.join(' '));
    copies += copiesIn(fixture, 'experience');
  }
  t.true(copies > 0, 'an older experience arrived late');
});

// Devices with a third-party cloud that implements the relay document and nothing more.

import test from 'ava';
import { createPlainCloud } from '../../support/plain-cloud/plain-cloud.ts';
import { exactly } from '../../support/items.ts';
import {
  joinAll,
  rest,
  sessionFixture,
  SHORT,
  startRound,
  toMenu,
  type SessionFixture,
} from '../../support/device/session-fixture.ts';

const roundAt = async (
  state: 'merged' | 'nested',
  refused: string[],
  players = [['Ana'], ['Bo'], ['Cy']],
): Promise<SessionFixture> => {
  const fixture = await sessionFixture({
    players,
    records: SHORT,
    cloud: ({ clock, keys }) =>
      createPlainCloud({
        clock,
        state,
        keyOf: (id) => keys.get(id),
        onRefused: (reason) => void refused.push(reason),
      }),
  });
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(2000); // polls a session every half second
  return fixture;
};

for (const state of ['merged', 'nested'] as const) {
  test(`[C1] [C76] on a cloud built from the spec, with state ${state}, a host and two guests finish a round`, async (t) => {
    const refused: string[] = [];
    const fixture = await roundAt(state, refused);
    const [host, bo, cy] = exactly(3, fixture.devices);
    for (const device of fixture.devices) t.true(device.shows(/^Now: Ana to putt/), device.lines().join(' | '));
    for (const hole of [1, 2]) {
      for (const device of fixture.devices) t.true(device.shows(`Hole ${hole} of 2`), device.lines().join(' | '));
      for (const player of [host, bo, cy]) {
        await player.putt(1);
        await rest(fixture);
      }
    }
    for (const device of fixture.devices) {
      t.true(device.shows('Stroke play: result'), device.lines().join(' | '));
      for (const name of ['Ana', 'Bo', 'Cy']) t.true(device.shows(`${name}: 1 1, total 2`), device.lines().join(' | '));
    }
    t.deepEqual(refused, [], 'only documented requests sent');
  });

  test(`[C106] a cloud without away, with state ${state}: a guest that left keeps its seats for 120 s`, async (t) => {
    const fixture = await roundAt(state, []);
    const [host, bo, cy] = exactly(3, fixture.devices);
    await host.putt(0.6);
    await rest(fixture);
    const label = bo.components().device.session().label;
    t.not(label, '');
    await toMenu(bo);
    await bo.choose('Play together');
    await bo.choose('Leave the session');
    await fixture.clock.advance(100_000);
    t.true(host.shows('Bo: 0 strokes, sits out'), host.lines().join(' | '));
    await fixture.clock.advance(41_000);
    t.false(host.shows(/^Bo/), host.lines().join(' | '));
    t.false(cy.shows(/^Bo/), cy.lines().join(' | '));
    t.true(host.shows('Ana: 1 stroke'));
    t.true(cy.shows(/^Now: Cy to putt/), cy.lines().join(' | '));
  });
}

test('[C106] a guest that was unreachable because the cloud was down has not left', async (t) => {
  const fixture = await roundAt('nested', []);
  const [host, bo] = exactly(3, fixture.devices);
  await host.putt(0.6);
  await rest(fixture);
  bo.link.setFaults({ partitioned: true });
  await fixture.clock.advance(60_000);
  t.true(host.shows('Bo: 0 strokes, sits out'), host.lines().join(' | '));
  fixture.killRelay();
  await fixture.clock.advance(300_000);
  bo.link.setFaults({ partitioned: false });
  fixture.startRelay();
  await fixture.clock.advance(60_000);
  for (const device of fixture.devices)
    t.true(device.shows(/^Bo: 0 strokes(?!, sits out)/), device.lines().join(' | '));
});

test('[C76] on a cloud without labels, a guest keeps its label when another with the same players joins', async (t) => {
  const fixture = await roundAt('nested', [], [['Ana'], ['Bo'], ['Bo']]);
  const [host, first, second] = exactly(3, fixture.devices);
  t.is(first.components().device.session().label, 'Agile Anchor');
  t.is(second.components().device.session().label, '', 'ambiguous, so no label taken');
  await host.putt(1);
  await rest(fixture);
  t.true(host.shows('Now: Bo to putt (Agile Anchor)'), host.lines().join(' | '));
  await first.putt(1);
  await rest(fixture);
  t.true(host.shows('Bo: 1 stroke, in the hole'), host.lines().join(' | '));
});

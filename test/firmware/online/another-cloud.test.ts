// Our devices at somebody else's cloud, which does what the document of the relay says and nothing more.

import test from 'ava';
import { createPlainCloud } from '../../../sims/plain-cloud/plain-cloud.ts';
import { exactly } from '../../support/items.ts';
import {
  joinAll,
  rest,
  sessionFixture,
  SHORT,
  startRound,
  type SessionFixture,
} from '../../support/session-fixture.ts';

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
  await fixture.clock.advance(2000); // it looks at a session every half second
  return fixture;
};

for (const state of ['merged', 'nested'] as const) {
  test(`[C1] [C76] a cloud of the document alone, its state ${state}: a host and two guests play a round to its end`, async (t) => {
    const refused: string[] = [];
    const fixture = await roundAt(state, refused);
    const [host, bo, cy] = exactly(3, fixture.devices);
    for (const device of fixture.devices) t.true(device.says(/^Now: Ana to putt/), device.lines().join(' | '));
    for (const hole of [1, 2]) {
      for (const device of fixture.devices) t.true(device.says(`Hole ${hole} of 2`), device.lines().join(' | '));
      for (const player of [host, bo, cy]) {
        await player.putt(1);
        await rest(fixture);
      }
    }
    for (const device of fixture.devices) {
      t.true(device.says('Stroke play: result'), device.lines().join(' | '));
      for (const name of ['Ana', 'Bo', 'Cy']) t.true(device.says(`${name}: 1 1, total 2`), device.lines().join(' | '));
    }
    t.deepEqual(refused, [], 'nothing that the document does not have was sent');
  });
}

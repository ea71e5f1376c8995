// The device as a guest of a third-party host whose rounds fill the gaps of the spec differently (C4): on our relay,
// and on a cloud built only from the spec.

import test from 'ava';
import { createPlainCloud } from '../../support/plain-cloud/plain-cloud.ts';
import { exactly } from '../../support/items.ts';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import { joinBy, rest, sessionFixture } from '../../support/device/session-fixture.ts';

/**
 * Round with twenty holes, omitted fields, true and false for 1 and 0, an order by names, a long name, and a negative
 * handicap.
 */
const ROUND = {
  id: 3,
  ph: 'lobby',
  hole: 1,
  turn: -1,
  n: 2,
  nh: 20,
  ro: [
    { n: 'Bartholomew the Third', d: '', c: 9, h: -2 },
    { n: 'Bo', d: '', c: 1, h: 9 },
  ],
  ho: Array.from({ length: 20 }, () => 6.25),
  sc: [[], []],
  rem: [6.25, 6.25],
  hd: [false, false],
  td: [false, false],
  ord: ['Bartholomew', 'Bo'],
  shot: null,
  note: null,
};

for (const cloud of ['our relay', 'a cloud that follows only the document'])
  test(`[C4] [R73] at ${cloud} a guest plays the round of a host with other data shapes`, async (t) => {
    const fixture = await sessionFixture({
      players: [['Bo']],
      ...(cloud === 'our relay'
        ? {}
        : { cloud: ({ clock, keys }) => createPlainCloud({ clock, state: 'nested', keyOf: (id) => keys.get(id) }) }),
    });
    const [bo] = exactly(1, fixture.devices);
    const host = fixture.rawDevice();
    const exp = { mode: 11, gen: 1, cfg: {} };
    const { code } = (await host.ask('host', { action: 'start', sim: 'none', name: 'Club house', exp })).answer();
    const poll = async (since: number) =>
      host.ask('poll', { code, since, wait_ms: 20_000, name: 'Club house', st: '', replay: false, players: [{ n: 'Bartholomew', h: 0 }] }); // oxfmt-ignore
    await poll(0);
    await joinBy(bo, String(code));
    await fixture.clock.advance(2000);
    const publish = async (fields: Readonly<Record<string, unknown>>): Promise<void> => {
      const { ro } = ROUND;
      const device = fieldsOf(listOf(fieldsOf((await poll(0)).answer()['state'])['players'])[1])['name'];
      const round = { ...ROUND, ro: [ro[0], { ...ro[1], d: device }], ...fields };
      t.is((await host.ask('host', { action: 'round', round })).status(), 200);
      await fixture.clock.advance(2000);
    };

    await publish({});
    t.true(bo.shows('Waiting for the host to start.'), bo.lines().join(' | '));
    t.true(bo.shows(/^Bartholomew the : Club house \(host\) · hcp -2$/), bo.lines().join(' | '));
    await publish({ ph: 'play', hole: 20, turn: 1, sc: [[3, 3], 'two'] });
    t.true(bo.shows('Hole 20 of 20'), bo.lines().join(' | '));
    t.true(bo.shows('Now: Bo to putt'), bo.lines().join(' | '));

    await bo.putt(1);
    await fixture.clock.advance(2000);
    const [item] = listOf((await poll(0)).answer()['items']);
    const putt = fieldsOf(fieldsOf(item)['putt']);
    t.like(putt, { p: 1, hole: 20 });
    const shot = { ...putt, seq: 1, v: '', holed: false, x: 6.25, y: 0, rem: 0 };
    await publish({ ph: 'play', hole: 20, turn: 1, shot });
    await publish({ ph: 'play', hole: 20, turn: 0, hd: [false, true], shot: { ...shot, v: 'gimme', holed: true } });
    await rest(fixture);
    t.true(bo.shows(/^Bo: .*in the hole/), bo.lines().join(' | '));
    await publish({ ph: 'done', hole: 20, turn: -1, sc: [Array(20).fill(2), Array(20).fill(1)], shot: null });
    t.true(bo.shows(/^Bo: (1 ){19}1, total 20/), bo.lines().join(' | '));
    t.true(bo.shows('Bo wins'), bo.lines().join(' | '));
  });

// The device's connection to its simulator: kept open, ready first, one message per write, increasing shot numbers, and
// other addresses.

import test from 'ava';
import { plugGspconnect, plugLenient } from '../../support/simulator/simulator-fixture.ts';
import {
  ACK,
  alone,
  bytesOf,
  isOneObject,
  isShot,
  numberOf,
  play,
  PLAYER,
  plugSpoken,
  simulatorTable,
  toMenu,
  tableWith,
} from '../../support/simulator/simulator-table.ts';
import { exactly, itemAt } from '../../support/items.ts';

test('[simulator] sends ready first and each message as its own write, at least 250 ms apart', async (t) => {
  const { fixture, host } = await alone();
  const spoken = plugSpoken(fixture);
  await play(fixture);
  for (let i = 0; i < 4; i++) await host.choose('Full swing');
  await fixture.clock.advance(65_000);
  const { writes } = spoken;
  t.deepEqual(
    writes.map((write) => isShot(write)),
    [false, true, true, true, true, ...Array.from({ length: 6 }, () => false)],
    'ready, four swings, ready again every 10 s',
  );
  for (const write of writes) t.true(isOneObject(write), write.text);
  for (const [i, { at_ms }] of writes.slice(1).entries()) t.true(at_ms - (writes[i]?.at_ms ?? 0) >= 250);
  t.deepEqual(
    writes.map((write) => numberOf(write)),
    [1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5],
    'a message without a shot has the last shot number',
  );
});

test('[simulator] holds a shot on a new connection until ready has been read', async (t) => {
  const { fixture, host } = await alone();
  const { writes } = plugSpoken(fixture);
  await host.choose('Simulator');
  await host.choose('Play');
  await host.choose('Full swing');
  await fixture.clock.advance(1000);
  t.deepEqual(
    writes.map((write) => isShot(write)),
    [false, true],
  );
  t.is((writes[1]?.at_ms ?? 0) - (writes[0]?.at_ms ?? 0), 250);
});

test('[simulator] sends ready every 10 seconds on a quiet connection', async (t) => {
  const { fixture } = await alone();
  const { writes } = plugSpoken(fixture);
  await play(fixture);
  await fixture.clock.advance(3 * 60_000);
  t.is(writes.length, 19);
  t.true(writes.every((write) => !isShot(write)));
  t.deepEqual(
    writes.slice(1).map(({ at_ms }, i) => at_ms - (writes[i]?.at_ms ?? 0)),
    Array.from({ length: 18 }, () => 10_000),
  );
});

for (const every_ms of [500, 1900, 2500, 9000])
  test(`[simulator] sends ready at least every 15 seconds to a silent simulator while a shot is sent every ${every_ms} ms`, async (t) => {
    const { fixture, host } = await alone();
    const { writes } = plugSpoken(fixture);
    await play(fixture);
    for (let at_ms = 0; at_ms < 60_000; at_ms += every_ms) {
      await host.choose('Full swing');
      await fixture.clock.advance(every_ms);
    }
    const ready_ms = writes.filter((write) => !isShot(write)).map(({ at_ms }) => at_ms);
    t.true(ready_ms.length >= 5);
    for (const [i, at_ms] of ready_ms.slice(1).entries()) t.true(at_ms - (ready_ms[i] ?? 0) < 15_000);
    t.true(writes.filter((write) => isShot(write)).length >= 6);
  });

test('[simulator] keeps shot numbers increasing across reboots, so that every shot counts', async (t) => {
  const { fixture, host, gsp, received } = await tableWith(plugLenient);
  await host.choose('Full swing');
  await host.strike();
  await fixture.clock.advance(1000);
  for (let boots = 0; boots < 3; boots++) {
    await host.reboot();
    await play(fixture);
    await host.strike();
  }
  const numbers = gsp.played().map(({ shot_number }) => shot_number ?? 0);
  t.is(numbers.length, 5, 'no shot number skipped');
  t.is(received.length, 5);
  for (const [i, number] of numbers.slice(1).entries()) t.true(number > (numbers[i] ?? 0), numbers.join());
});

test('[simulator] keeps shot numbers increasing over every new connection', async (t) => {
  const { fixture, host, gsp } = await tableWith(plugLenient);
  for (let i = 0; i < 3; i++) {
    await host.strike();
    if (i === 0) {
      fixture.tcp.setFault('off');
      fixture.tcp.setFault('ok');
    } else {
      await host.choose('Disconnect');
      await host.choose('Play');
    }
    await fixture.clock.advance(3000);
  }
  await host.strike();
  const numbers = gsp.played().map(({ shot_number }) => shot_number ?? 0);
  t.is(numbers.length, 4, JSON.stringify(numbers));
  for (const [i, number] of numbers.slice(1).entries()) t.true(number > (numbers[i] ?? 0), numbers.join());
});

test('[simulator] plays every shot on one that takes each read for one message', async (t) => {
  const { fixture, host, guests, gsp, received } = await tableWith(
    (fixture) => plugLenient(fixture, { reads: 'message' }),
    { guests: 2 },
  );
  const [bo, cy] = exactly(2, guests);
  await host.choose('Full swing');
  await host.choose('Full swing');
  await Promise.all([bo.choose('Full swing'), cy.choose('Full swing')]);
  await fixture.clock.advance(3000);
  await host.strike();
  await fixture.clock.advance(3000);
  t.is(gsp.played().length, 5, JSON.stringify(gsp.events));
  t.is(received.length, 5);
  t.true(host.shows('received'), host.lines().join(' | '));
});

test('[simulator] keeps the connection open on other pages and in other experiences', async (t) => {
  const { fixture, host, gsp } = await simulatorTable();
  const gone = () => gsp.events.filter(({ kind }) => kind === 'disconnected').length;
  await host.strike();
  for (const page of ['Status', 'Settings', 'Players', 'Play together']) {
    await toMenu(host);
    await host.choose(page);
    await fixture.clock.advance(31_000);
  }
  await toMenu(host);
  await host.choose('Lag putting');
  await host.choose('Start');
  await host.strike();
  await fixture.clock.advance(31_000);
  t.is(gsp.played().length, 1, 'no drill putts sent to the simulator');
  await toMenu(host);
  await play(fixture);
  await host.strike();
  t.is(gsp.played().length, 2);
  t.is(gsp.events.filter(({ kind }) => kind === 'connected').length, 1);
  t.is(gone(), 0);
});

test('[simulator] closes the connection on Disconnect and reopens it on Play', async (t) => {
  const { fixture, host, gsp } = await tableWith((fixture) => plugGspconnect(fixture, { broken_reconnect: false }));
  await host.choose('Disconnect');
  await fixture.clock.advance(60_000);
  t.is(host.page(), 'setup');
  t.is(gsp.events.filter(({ kind }) => kind === 'disconnected').length, 1);
  t.is(gsp.events.filter(({ kind }) => kind === 'connected').length, 1, 'stays disconnected');
  await host.choose('Play');
  await fixture.clock.advance(1000);
  t.true(host.shows('GSPro · connected'));
  await host.strike();
  t.is(gsp.played().length, 1);
});

const LEAVES: Readonly<Record<string, (table: Awaited<ReturnType<typeof alone>>) => Promise<void>>> = {
  'the player disconnects': ({ host }) => host.choose('Disconnect'),
  async 'another address is chosen'({ host }) {
    await host.press('back');
    await host.choose('Program: GSPro');
  },
  async 'the connector is chosen'({ fixture, host }) {
    await toMenu(host);
    await play(fixture, 'Simulator connector');
  },
  'the device is switched off': ({ host }) => host.components().stop(),
};

for (const [what, leave] of Object.entries(LEAVES))
  for (const struck of [false, true])
    test(`[simulator] ends with a not-ready message when ${what}${struck ? ', right after a shot' : ''}`, async (t) => {
      const table = await alone();
      const spoken = plugSpoken(table.fixture, { port: 921 });
      await play(table.fixture);
      if (struck) await table.host.choose('Full swing');
      await leave(table);
      await table.fixture.clock.advance(1000);
      const first = spoken.writes.filter(({ connection }) => connection === 1);
      t.deepEqual(
        first.map(({ text }) => text.includes('"LaunchMonitorIsReady":true')),
        struck ? [true, true, false] : [true, false],
      );
      for (const write of first) t.true(isOneObject(write), write.text);
      t.is(numberOf(itemAt(first, -1)), struck ? 2 : 1, 'number not below the last one');
      const [before, last] = first.slice(-2).map(({ at_ms }) => at_ms);
      t.true((last ?? 0) - (before ?? 0) >= 250, 'separate write');
      t.deepEqual(spoken.left, [1], 'connection closed afterwards');
    });

test('[simulator] does not reconnect for guests after the host has disconnected', async (t) => {
  const { fixture, host, guests, gsp, received } = await tableWith(
    (fixture) => plugGspconnect(fixture, { broken_reconnect: false }),
    { guests: 1 },
  );
  const [bo] = exactly(1, guests);
  await host.choose('Disconnect');
  await bo.strike();
  await bo.choose('Mulligan');
  await fixture.clock.advance(5000);
  t.is(gsp.events.filter(({ kind }) => kind === 'connected').length, 1);
  t.deepEqual(received, []);
});

test('[simulator] closes its own connection when the host switches to a connector', async (t) => {
  const { fixture, host, gsp } = await simulatorTable();
  await toMenu(host);
  await play(fixture, 'Simulator connector');
  await fixture.clock.advance(1000);
  t.is(gsp.events.filter(({ kind }) => kind === 'disconnected').length, 1);
  t.is(fixture.devices[0]?.components().device.states()['simulator_link'], 'off');
});

test('[simulator] shows player information as it arrives, even glued together or split', async (t) => {
  for (const fault of ['ok', 'split', 'merge', 'delayed', 'slow'] as const) {
    const { fixture, host } = await alone();
    let received = '';
    const spoken = plugSpoken(fixture, {
      answer(peer, text) {
        received += text;
        if (!isShot({ text: received })) return;
        received = '';
        peer.write(bytesOf(ACK + PLAYER));
      },
    });
    fixture.tcp.setFault(fault);
    await play(fixture);
    await fixture.clock.advance(3000);
    await host.strike();
    await fixture.clock.advance(4000);
    t.true(host.shows('Club: PT') && host.shows('Player: LH') && host.shows('Distance: 33.3'), fault);
    t.true(host.shows('received'), `${fault}: ${host.lines().join(' | ')}`);
    t.true(host.shows(/^Last message: \d s ago/), fault);
    spoken.send(ACK.repeat(3));
    await fixture.clock.advance(4000);
    t.true(host.shows('received'));
  }
});

test('[simulator] sends a putt with another club in hand, and warns until the club is right', async (t) => {
  const { fixture, host, gsp } = await simulatorTable();
  gsp.simulator.command('club 7I');
  gsp.simulator.command('club I7');
  await fixture.clock.advance(200);
  t.true(host.shows('Club: I7'), host.lines().join(' | '));
  await host.strike();
  t.true(host.shows('The simulator has club I7 selected.'), host.lines().join(' | '));
  t.is(gsp.played().length, 1);
  gsp.simulator.command('club I9');
  await fixture.clock.advance(200);
  t.true(host.shows('The simulator has club I9 selected.'), host.lines().join(' | '));
  gsp.simulator.command('club PT');
  await fixture.clock.advance(200);
  t.false(host.shows('in hand'), host.lines().join(' | '));
  gsp.simulator.command('club I7');
  await fixture.clock.advance(200);
  t.false(host.shows('in hand'), 'putt with an unknown club counts as struck with the putter');
});

test('[simulator] connects immediately to another program or address, on its own port', async (t) => {
  const { fixture, host, gsp } = await simulatorTable();
  const other = plugSpoken(fixture, { port: 922 });
  await host.press('back');
  await host.choose('Program: GSPro');
  await fixture.clock.advance(1000);
  t.true(host.shows('> Program: GSPro, other port'), host.lines().join(' | '));
  t.is(gsp.events.filter(({ kind }) => kind === 'disconnected').length, 1);
  t.is(other.count(), 1);
  await host.press('up');
  await host.choose('Play');
  t.true(host.shows('GSPro, other port · connected'), host.lines().join(' | '));
  await host.strike();
  const shots = other.writes.filter((write) => isShot(write));
  t.is(shots.length, 1);
});

test('[naming] takes an address typed with four keys, and rejects an invalid one', async (t) => {
  const { fixture, host } = await alone({ simulator: { direct: '127.0.0.1:92' } });
  const spoken = plugSpoken(fixture, { port: 921 });
  await host.choose('Simulator');
  await host.choose('Address: 127.0.0.1:92');
  t.is(host.page(), 'naming');
  await host.press('right', 'down', 'ok');
  t.true(host.shows('> Play') || host.shows('> Address: 127.0.0.1:921'), host.lines().join(' | '));
  await host.choose('Address: 127.0.0.1:921');
  await host.press('right', 'down', 'up', 'up', 'up', 'up', 'ok');
  t.is(host.page(), 'naming');
  t.true(host.shows('Note: Use an address like 192.168.1.20 or golf-pc:9210.'), host.lines().join(' | '));
  await host.press('back');
  t.is(host.page(), 'setup');
  await host.choose('Play');
  await fixture.clock.advance(1000);
  t.is(spoken.count(), 1);
  t.true(host.shows('Address: 127.0.0.1:921'));
});

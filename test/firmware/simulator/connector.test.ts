// Playing through a connector's putting port: every kind of answer, no connector, and guests' putts, each posted once
// and in order (R147, C44).

import test from 'ava';
import type { SeatedDevice, SessionFixture } from '../../support/device/session-fixture.ts';
import { plugPuttingPort } from '../../support/simulator/simulator-fixture.ts';
import { play, tableWith, toMenu, type SimulatorTable } from '../../support/simulator/simulator-table.ts';
import { sessionFixture } from '../../support/device/session-fixture.ts';
import { exactly, itemAt } from '../../support/items.ts';

type Answer = NonNullable<Parameters<typeof plugPuttingPort>[1]>;
type Connector = ReturnType<typeof plugPuttingPort>;

const table = (answer: Answer = 'result', guests = 0): Promise<SimulatorTable<Connector>> =>
  tableWith((fixture) => plugPuttingPort(fixture, answer), { guests, row: 'Simulator connector' });

const posted = ({ events }: Connector): number => events.filter(({ kind }) => kind === 'shot').length;

test('[simport] says on its page that a connector takes putts only and reports nothing back', async (t) => {
  const { host } = await table();
  t.true(host.shows('Simulator connector'));
  t.true(host.shows('Address: 127.0.0.1:8888'));
  t.true(host.shows('putts only'));
  t.true(host.shows('Club: no data'));
  t.false(host.shows('Full swing') || host.shows('Disconnect'));
});

const RECEIVED = ['result', 'empty', 'double', 'received'] as const;

for (const answer of RECEIVED)
  test(`[simport] counts the putt as received exactly once when the connector answers ${answer}`, async (t) => {
    const { host, gsp } = await table(answer);
    await host.strike();
    t.true(host.shows('Last shot: Putt, 5.4 mph, 0.0°: received'), host.lines().join(' | '));
    t.is(posted(gsp), 1);
    t.like(gsp.played()[0], { hla_deg: 0, total_spin_rpm: 0, club_data: null });
    t.is(gsp.played()[0]?.speed_mph.toFixed(1), '5.4');
  });

const REFUSED: readonly (readonly [Answer, RegExp])[] = [
  ['busy', /^Connector: Putter not selected in GSPro, ignoring\.$/],
  ['html', /^Not a putting port \(HTTP 404\): check the address\.$/],
  ['error', /^Not a putting port \(HTTP 500\): /],
];

for (const [answer, words] of REFUSED)
  test(`[simport] quotes the refusal when the connector answers ${answer}, and does not post again`, async (t) => {
    const { fixture, host, gsp } = await table(answer);
    await host.strike();
    t.true(host.shows('Last shot: Putt, 5.4 mph, 0.0°: refused'), host.lines().join(' | '));
    t.true(host.shows(words), host.lines().join(' | '));
    await fixture.clock.advance(30_000);
    t.is(posted(gsp), 1);
    gsp.simulator.command('answer result');
    await host.strike();
    t.true(host.shows('received'));
    t.false(host.shows(words), 'refers to another putt');
    t.is(posted(gsp), 2);
  });

test('[simport] reads a club refusal in JSON within JSON too', async (t) => {
  const { host, gsp } = await table('double');
  gsp.simulator.command('club DR');
  await host.strike();
  t.true(host.shows('refused'), host.lines().join(' | '));
  t.true(host.shows('Connector: Putter not selected in GSPro, ignoring.'));
});

test('[simport] gives up a silent connector after five seconds with a remedy, without posting again', async (t) => {
  const { fixture, host, gsp } = await table('slow');
  await host.strike();
  t.true(host.shows('on its way'), host.lines().join(' | '));
  await fixture.clock.advance(5000);
  t.true(host.shows('no answer, not sent again'), host.lines().join(' | '));
  t.true(host.shows('The connector does not answer.'));
  t.true(host.shows("Start the launch monitor's connector, or change the address."));
  await fixture.clock.advance(60_000);
  t.is(posted(gsp), 1);
  gsp.simulator.command('answer result');
  await host.strike();
  t.true(host.shows('received'));
  t.false(host.shows('does not answer'));
});

test('[simport] counts a putt as unanswered if the connector closes or answers without end', async (t) => {
  const fixture = await sessionFixture({ players: [['Ann']] });
  const host = itemAt(fixture.devices, 0);
  const origin = 'http://127.0.0.1:8888';
  const END = {
    closes: () => fixture.network.serve(origin, null),
    'answers without end': (respond: (answer: { status: number; text: string }) => void) =>
      respond({ status: 200, text: 'x'.repeat(100_000) }),
  };
  await play(fixture, 'Simulator connector');
  for (const [what, end] of Object.entries(END)) {
    let posts = 0;
    fixture.network.serve(origin, ({ respond }) => {
      posts++;
      fixture.clock.setTimeout(() => end(respond), 10);
      return () => {};
    });
    await host.strike();
    await fixture.clock.advance(1000);
    t.true(host.shows('no answer, not sent again'), `${what}: ${host.lines().join(' | ')}`);
    t.is(posts, 1);
  }
});

test('[simport] reports a missing connector with a remedy, and the next putt counts', async (t) => {
  const fixture = await sessionFixture({ players: [['Ann']] });
  const host = itemAt(fixture.devices, 0);
  await play(fixture, 'Simulator connector');
  await host.strike();
  t.true(host.shows('127.0.0.1:8888 refuses the connection.'), host.lines().join(' | '));
  t.true(host.shows('5.4 mph, 0.0°: lost'), 'shot not sent');
  t.true(host.shows("Start the launch monitor's connector, or change the address."));
  const port = plugPuttingPort(fixture);
  await fixture.clock.advance(60_000);
  t.is(posted(port), 0);
  await host.strike();
  t.is(posted(port), 1);
  t.true(host.shows('received'));
});

test('[C44] refuses a full swing with a message if the integration takes putts only', async (t) => {
  const { fixture, host, guests, gsp } = await table('result', 1);
  const [bo] = exactly(1, guests);
  // A guest that has not yet received the new integration still has the row.
  await toMenu(host);
  await play(fixture, 'Simulator');
  t.true(bo.shows('Full swing'), bo.lines().join(' | '));
  bo.link.setFaults({ delay_ms: 1500 });
  await toMenu(host);
  await host.choose('Simulator connector');
  await host.choose('Play');
  await bo.choose('Full swing');
  let host_noted = false;
  let guest_noted = false;
  for (let tenths = 0; tenths < 60; tenths++) {
    await fixture.clock.advance(100);
    host_noted ||= host.shows('Note: A connector sends only putts.');
    guest_noted ||= bo.shows("Note: Not counted: the host's simulator takes putts only.");
  }
  t.true(host_noted);
  t.true(guest_noted, 'guest that swung gets a note too');
  t.true(bo.shows('Strike the ball: this simulator takes putts only.'), bo.lines().join(' | '));
  t.is(posted(gsp), 0);
  await host.strike();
  t.is(posted(gsp), 1, 'next putt counts');
});

test('[C44] does not repeat a full swing through a connector', async (t) => {
  const { fixture, host, gsp } = await table();
  await toMenu(host);
  await play(fixture, 'Simulator');
  await host.choose('Full swing');
  await fixture.clock.advance(1000);
  await toMenu(host);
  await play(fixture, 'Simulator connector');
  await host.choose('Repeat aim and shot');
  await fixture.clock.advance(1000);
  t.is(posted(gsp), 0);
});

test('[R147] posts putts of two guests and the host once, in order; keys go separately', async (t) => {
  const { fixture, host, guests, gsp, received } = await table('result', 2);
  const [bo, cy] = exactly(2, guests);
  await bo.strike({ club_speed_mps: 1 });
  await cy.strike({ club_speed_mps: 2 });
  await cy.press('right', 'right');
  await host.strike({ club_speed_mps: 1.5 });
  await bo.choose('Reset the aim');
  await bo.strike({ club_speed_mps: 2.5 });
  await fixture.clock.advance(1000);
  const wanted = ['3.6 mph', '7.2 mph', 'aim_right', 'aim_right', '5.4 mph', 'reset_aim', '8.9 mph'];
  t.deepEqual(received, wanted);
  await bo.choose('Repeat aim and shot');
  await fixture.clock.advance(15_000);
  t.deepEqual(received, [...wanted, 'aim_right', 'aim_right', '8.9 mph']);
  t.is(posted(gsp), 5);
});

test('[R147] queues putts while one is in flight, without losing or doubling any', async (t) => {
  const { fixture, host, guests, gsp, received } = await table('slow', 1);
  const [bo] = exactly(1, guests);
  for (const club_speed_mps of [1, 1.5, 2]) {
    await bo.strike({ club_speed_mps });
    await host.strike({ club_speed_mps: club_speed_mps + 0.25 });
  }
  await fixture.clock.advance(40_000);
  t.deepEqual(received, ['3.6 mph', '4.5 mph', '5.4 mph', '6.3 mph', '7.2 mph', '8.1 mph']);
  t.is(posted(gsp), 6);
});

/** Strikes four times on a connector that takes five seconds for each putt. */
async function pileUp(): Promise<{ fixture: SessionFixture; host: SeatedDevice; gsp: Connector }> {
  const { fixture, host, gsp } = await table('slow');
  for (let i = 0; i < 4; i++) await host.strike();
  return { fixture, host, gsp };
}

test('[simport] counts putts that wait for a slow connector, and can cancel them', async (t) => {
  const { fixture, host, gsp } = await pileUp();
  t.false(host.shows('Waiting: 0 inputs'), host.lines().join(' | '));
  await host.choose('Cancel inputs');
  const before = posted(gsp);
  await fixture.clock.advance(30_000);
  t.is(posted(gsp), before);
});

test('[simport] drops putts that wait for a slow connector when the host starts something else', async (t) => {
  const { fixture, host, gsp } = await pileUp();
  await toMenu(host);
  await host.choose('Lag putting');
  await host.choose('Start');
  const before = posted(gsp);
  await fixture.clock.advance(30_000);
  t.is(posted(gsp), before);
});

test('[R148] does not post a putt that has waited two minutes for a slow connector', async (t) => {
  const { fixture, guests, gsp } = await table('slow', 1);
  const [bo] = exactly(1, guests);
  for (let i = 0; i < 60; i++) await bo.strike({ club_speed_mps: 1 });
  await fixture.clock.advance(121_000);
  const by_then = posted(gsp);
  t.true(by_then > 40 && by_then < 60, `${by_then} of 60`);
  await fixture.clock.advance(300_000);
  t.is(posted(gsp), by_then, 'no posts two minutes after the last strike');
});

test('[simport] makes no direct connection while the host plays through a connector', async (t) => {
  const { fixture, host } = await table();
  let calls = 0;
  fixture.tcp.listen('127.0.0.1', 921, () => {
    calls++;
    return { data: () => {}, closed: () => {} };
  });
  await host.strike();
  await fixture.clock.advance(60_000);
  t.is(calls, 0);
});

test('[simport] posts to the connector’s own stored address', async (t) => {
  const fixture = await sessionFixture({ players: [['Ann']], records: { simulator: { connector: '127.0.0.1:9999' } } });
  const host = itemAt(fixture.devices, 0);
  const port = plugPuttingPort(fixture, 'result', 9999);
  await play(fixture, 'Simulator connector');
  await host.strike();
  t.true(host.shows('Address: 127.0.0.1:9999'));
  t.is(posted(port), 1);
});

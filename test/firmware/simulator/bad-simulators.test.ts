// Misbehaving simulators: the page reports the problem and a remedy, no shot is sent twice, and play continues.

import test from 'ava';
import { plugGspconnect, plugLenient } from '../../support/simulator/simulator-fixture.ts';
import {
  ACK,
  alone,
  bytesOf,
  isShot,
  play,
  PLAYER,
  plugSpoken,
  simulatorTable,
  tableWith,
} from '../../support/simulator/simulator-table.ts';

test('[simulator] does not resend an unacknowledged shot, and shows what to do', async (t) => {
  const { fixture, host } = await alone();
  const { writes } = plugSpoken(fixture);
  await play(fixture);
  t.true(host.shows('GSPro · connected'));
  await host.strike();
  await fixture.clock.advance(60_000);
  t.is(writes.filter((write) => isShot(write)).length, 1);
  t.true(host.shows('Last shot: Putt, 5.4 mph, 0.0°: no answer, not sent again'), host.lines().join(' | '));
  t.true(host.shows('Connected, but no answer.'));
  t.true(host.shows('Reset GSPro Connect'), 'remedy is shown');
});

test('[simulator] hangs up on an endless message, says why, and reconnects', async (t) => {
  const { fixture, host } = await alone();
  const spoken = plugSpoken(fixture);
  await play(fixture);
  spoken.send('{"Code":201,"x":"');
  for (let sent = 0; sent <= 360_000; sent += 30_000) {
    t.true(host.shows('GSPro · connected') || sent > 262_144, `${sent}`);
    spoken.send('x'.repeat(30_000));
    await fixture.clock.advance(20);
  }
  t.true(host.shows('The simulator sends no valid messages.'), host.lines().join(' | '));
  t.true(host.shows('not connected, retrying'));
  const dialled = spoken.count();
  await fixture.clock.advance(5000);
  t.true(spoken.count() > dialled);
  t.true(host.shows('GSPro · connected'));
});

test('[simulator] does not take 201, 202 and 203 for an acknowledgement', async (t) => {
  const { fixture, host } = await alone();
  const words = '{"Code":202,"Message":"GSPro ready","Player":null}{"Code":203,"Message":"GSPro round ended"}';
  plugSpoken(fixture, { answer: (peer, text) => isShot({ text }) && peer.write(bytesOf(PLAYER + words)) });
  await play(fixture);
  await host.strike();
  await fixture.clock.advance(3000);
  t.true(host.shows('no answer, not sent again'), host.lines().join(' | '));
  t.false(host.shows('Connected, but no answer'), 'the simulator answered something');
});

test('[simulator] reports a refused connection, backs off, and never sends the lost shot', async (t) => {
  const { fixture, host } = await alone();
  const first = plugSpoken(fixture);
  first.listening.close();
  await play(fixture);
  t.true(host.shows('GSPro · not connected, retrying'), host.lines().join(' | '));
  t.true(host.shows("No server at 127.0.0.1:921. Start the simulator's link for launch monitors"));
  await host.strike();
  t.true(host.shows('Last shot: Putt, 5.4 mph, 0.0°: lost'), host.lines().join(' | '));
  await fixture.clock.advance(120_000);
  const spoken = plugSpoken(fixture);
  await fixture.clock.advance(31_000);
  t.is(spoken.count(), 1);
  t.false(
    spoken.writes.some((write) => isShot(write)),
    'lost shot not sent again',
  );
  await host.strike();
  t.is(spoken.writes.filter((write) => isShot(write)).length, 1);
});

test('[simulator] clears the message about a refused connection once connected', async (t) => {
  const { fixture, host } = await alone();
  await play(fixture);
  plugGspconnect(fixture);
  await fixture.clock.advance(40_000);
  t.true(host.shows('GSPro · connected'));
  t.false(host.shows('Start the simulator'), host.lines().join(' | '));
});

test('[simulator] reconnects after 1, 2, 4, 8, 16 and then every 30 seconds', async (t) => {
  const { fixture } = await alone();
  const at: number[] = [];
  plugSpoken(fixture, {
    greet(peer) {
      at.push(fixture.clock.now_ms());
      peer.close();
    },
  });
  await play(fixture);
  await fixture.clock.advance(130_000);
  const gaps = at.slice(1).map((at_ms, i) => Math.round((at_ms - (at[i] ?? 0)) / 1000));
  t.deepEqual(gaps, [1, 2, 4, 8, 16, 30, 30, 30]);
});

test('[simulator] backs off from one that greets and closes; a lasting connection resets it to 1 s', async (t) => {
  const { fixture } = await alone();
  const at: number[] = [];
  let rude = true;
  const spoken = plugSpoken(fixture, {
    greet(peer) {
      at.push(fixture.clock.now_ms());
      peer.write(bytesOf(PLAYER));
      if (rude) peer.close();
    },
  });
  const gaps = (): number[] => at.slice(1).map((at_ms, i) => Math.round((at_ms - (at[i] ?? 0)) / 1000));
  await play(fixture);
  await fixture.clock.advance(65_000);
  t.deepEqual(gaps(), [1, 2, 4, 8, 16, 30]);
  rude = false;
  await fixture.clock.advance(45_000);
  spoken.close();
  await fixture.clock.advance(1500);
  t.is(at.length, 9, 'reconnected within 1.5 s');
});

test('[simulator] lets a refusal overrule the late answer to the preceding ready message', async (t) => {
  const { fixture, host } = await alone();
  const busy = '{"Code":503,"Message":"Busy","Player":null}';
  plugSpoken(fixture, {
    answer: (peer, text) =>
      fixture.clock.setTimeout(() => peer.write(bytesOf(isShot({ text }) ? busy : ACK)), isShot({ text }) ? 500 : 400),
  });
  await host.choose('Simulator');
  await host.choose('Play');
  await host.choose('Full swing');
  await fixture.clock.advance(2000);
  t.true(host.shows('refused'), host.lines().join(' | '));
  t.false(host.shows('received'));
});

test('[simulator] recovers one that ignores shots until it receives ready', async (t) => {
  const { fixture, host } = await alone();
  let deaf = true;
  plugSpoken(fixture, {
    answer(peer, text) {
      if (!isShot({ text })) deaf = fixture.clock.now_ms() < 20_000;
      else if (!deaf) peer.write(bytesOf(ACK));
    },
  });
  await play(fixture);
  for (let i = 0; i < 8; i++) {
    await host.strike();
    await fixture.clock.advance(4000);
  }
  await host.strike();
  t.true(host.shows('received'), host.lines().join(' | '));
});

test('[simulator] shows a remedy if the simulator closes immediately, and resumes once it stays connected', async (t) => {
  const { fixture, host } = await alone();
  let rude = true;
  const spoken = plugSpoken(fixture, {
    greet: (peer) => rude && peer.close(),
    answer: (peer, text) => isShot({ text }) && peer.write(bytesOf(ACK)),
  });
  await play(fixture);
  t.true(host.shows('The simulator closed the connection. Retrying.'), host.lines().join(' | '));
  t.true(host.shows('Reset GSPro Connect'));
  await host.strike();
  t.true(host.shows('lost'));
  rude = false;
  await fixture.clock.advance(31_000);
  await host.strike();
  t.true(host.shows('received'));
  t.false(host.shows('closed the connection'), 'error is gone');
  const last = spoken.writes.filter(({ connection }) => connection === spoken.count());
  t.false(isShot(last[0] ?? { text: '' }), 'ready is sent first on the new connection');
});

test('[simulator] ignores garbage and other protocols, and play continues', async (t) => {
  for (const fault of ['garbage', 'wrong'] as const) {
    const { fixture, host, gsp } = await tableWith(plugLenient);
    fixture.tcp.setFault(fault);
    await host.strike();
    await fixture.clock.advance(3000);
    t.true(host.shows('no answer, not sent again'), `${fault}: ${host.lines().join(' | ')}`);
    t.true(host.shows('· connected'));
    fixture.tcp.setFault('ok');
    await host.strike();
    await fixture.clock.advance(3000);
    t.is(gsp.played().length, 2);
  }
});

test('[simulator] still reads messages after one that breaks off in the middle', async (t) => {
  const { fixture, host } = await alone();
  const spoken = plugSpoken(fixture, { answer: (peer, text) => isShot({ text }) && peer.write(bytesOf(ACK)) });
  await play(fixture);
  spoken.send('{"Code":201,"Message":"GSPro Pl');
  await fixture.clock.advance(10_000);
  await host.strike();
  t.true(host.shows('received'), host.lines().join(' | '));
});

test('[simulator] quotes a refusal, does not resend the shot, and counts the next one', async (t) => {
  const { fixture, host } = await alone();
  const failure = '{"Code":501,"Message":"Failure occurred","Player":null}';
  let answer = failure;
  const { writes } = plugSpoken(fixture, { answer: (peer, text) => isShot({ text }) && peer.write(bytesOf(answer)) });
  await play(fixture);
  await host.strike();
  t.true(host.shows('Last shot: Putt, 5.4 mph, 0.0°: refused'), host.lines().join(' | '));
  t.true(host.shows('Simulator error 501: Failure occurred.'));
  t.true(host.shows('GSPro · connected'));
  answer = ACK;
  await host.strike();
  t.true(host.shows('received'));
  t.false(host.shows('501'), 'refers to another shot');
  t.is(writes.filter((write) => isShot(write)).length, 2);
});

test('[simulator] does not mistake a refused ready message for a refused shot', async (t) => {
  const { fixture, host } = await alone();
  const failure = '{"Code":501,"Message":"Failure occurred","Player":null}';
  plugSpoken(fixture, { answer: (peer, text) => peer.write(bytesOf(isShot({ text }) ? ACK : failure)) });
  await play(fixture);
  t.true(host.shows('Last shot: No shot yet.'));
  await host.strike();
  await fixture.clock.advance(35_000);
  t.true(host.shows('received'), host.lines().join(' | '));
});

for (const code of [200, 501])
  test(`[simulator] keeps a shot unanswered when ${code} answers a heartbeat or greets a new connection`, async (t) => {
    const { fixture, host } = await alone();
    const reply = JSON.stringify({ Code: code, Message: 'OK', Player: null });
    const spoken = plugSpoken(fixture, {
      greet: (peer) => peer.write(bytesOf(reply)),
      answer: (peer, text) => isShot({ text }) || peer.write(bytesOf(reply)),
    });
    await play(fixture);
    await host.strike();
    await fixture.clock.advance(35_000);
    t.true(host.shows('no answer, not sent again'), host.lines().join(' | '));
    t.true(spoken.writes.length > 2, 'heartbeat sent after the shot');
    spoken.close();
    await fixture.clock.advance(5000);
    t.is(spoken.count(), 2);
    t.true(host.shows('no answer, not sent again'), host.lines().join(' | '));
    t.false(host.shows('Simulator error'), host.lines().join(' | '));
  });

test('[simulator] does not resend a shot whose connection breaks, as its status is unknown', async (t) => {
  const { fixture, host } = await alone();
  const { writes } = plugSpoken(fixture, {
    answer(peer, text) {
      if (isShot({ text }) && writes.filter((write) => isShot(write)).length === 1) peer.close();
    },
  });
  await play(fixture);
  await host.strike();
  t.true(host.shows('no answer, not sent again'), host.lines().join(' | '));
  await fixture.clock.advance(60_000);
  t.is(writes.filter((write) => isShot(write)).length, 1);
  await host.strike();
  const shots = writes.filter((write) => isShot(write));
  t.deepEqual(
    shots.map(({ connection }) => connection),
    [1, 2],
  );
});

test('[simulator] reconnects after a reset and clears the old player information', async (t) => {
  const { fixture, host, gsp } = await simulatorTable();
  await host.strike();
  t.true(host.shows('Club: PT'));
  gsp.simulator.command('reset');
  await fixture.clock.advance(500);
  t.true(host.shows('The simulator closed the connection'), host.lines().join(' | '));
  await fixture.clock.advance(5000);
  t.true(host.shows('GSPro · connected'));
  t.true(host.shows('Club: unknown'));
  await host.strike();
  t.is(gsp.played().length, 2);
});

test('[simulator] reports a lost network and reconnects', async (t) => {
  const { fixture, host, gsp } = await tableWith(plugLenient);
  fixture.tcp.setFault('off');
  await fixture.clock.advance(500);
  t.true(host.shows('was lost: the other side closed it.') || host.shows('No server at'), host.lines().join(' | '));
  fixture.tcp.setFault('ok');
  await fixture.clock.advance(31_000);
  await host.strike();
  t.is(gsp.played().length, 1);
});

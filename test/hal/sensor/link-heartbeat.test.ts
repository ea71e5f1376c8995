// Tests of an established link: heartbeat, blocked gates, board restarts, gaps and damage, board messages.

import test, { type ExecutionContext } from 'ava';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { encodeBody } from '../../../hal/sensor/messages.ts';
import { beat, beatFor, greet, helloAck, script, swing, type Script } from './scripted-board.ts';

test('[protocol] one BEAT per second keeps the link ready', async (t) => {
  const board = await script(t);
  await greet(board);
  await beatFor(board, 120);
  t.deepEqual(
    board.states().map(([state]) => state),
    ['opening', 'greeting', 'ready'],
  );
  t.is(board.times('hello').length, 1);
});

test('[protocol] keeps the link with two BEATs missing and loses it with three', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(beat(2000));
  await board.clock.advance(2900);
  board.send(beat(5000));
  await board.clock.advance(3000);
  t.is(board.sensor.status().link, 'ready');
  await board.clock.advance(1000);
  t.is(board.sensor.status().link, 'lost');
  t.is(board.sensor.status().board, null);
  t.is(board.sensor.status().counters.links_lost, 1);
  t.regex(board.sensor.status().detail, /silent.*again in 1 s/);
});

/**
 * Returns a link that became ready 3.5 s ago and has read nothing since; `late_ms`: how late its alarm is because the
 * device stalled.
 */
async function lateAlarm(t: ExecutionContext, late_ms: number): Promise<Script> {
  const board = await script(t);
  await greet(board);
  await board.clock.advance(3000);
  board.standStill(late_ms);
  await board.clock.advance(500);
  return board;
}

test('[C64] an alarm 49 ms late reports a silent board; one 50 ms late reads pending data first', async (t) => {
  t.is((await lateAlarm(t, 49)).sensor.status().link, 'lost');
  t.is((await lateAlarm(t, 50)).sensor.status().link, 'ready');
});

test('[C64] keeps the link on a BEAT read within a second after a stall', async (t) => {
  const board = await lateAlarm(t, 2000);
  await board.clock.advance(990);
  board.send(beat(5000));
  await board.clock.advance(3000);
  t.is(board.sensor.status().link, 'ready');
});

test('[C64] reports a board that sends nothing for a second after a stall as silent', async (t) => {
  const board = await lateAlarm(t, 2000);
  await board.clock.advance(990);
  t.is(board.sensor.status().link, 'ready');
  await board.clock.advance(20);
  t.is(board.sensor.status().link, 'lost');
});

test('[protocol] loses a link without a BEAT since the greeting', async (t) => {
  const board = await script(t);
  await greet(board);
  await board.clock.advance(4000);
  t.is(board.sensor.status().link, 'lost');
});

test('[protocol] closes a lost link, reopens it by its path after 1 s and greets', async (t) => {
  const board = await script(t);
  await greet(board);
  await board.clock.advance(4000);
  const lost_ms = board.states().at(-1)?.[1] ?? 0;
  await board.clock.advance(3000);
  t.deepEqual(
    board.opened_ms.map((ms) => Math.round(ms - lost_ms)),
    [Math.round(-lost_ms), 1000],
  );
  t.is(board.sensor.status().path, '/dev/board');
  await greet(board, {}, 9000);
  t.is(board.sensor.status().link, 'ready');
});

test('[protocol] does not count other frames as heartbeat', async (t) => {
  const board = await script(t);
  await greet(board);
  for (let n = 0; n < 8; n++) {
    board.send({ kind: 'log', level: 1, text: 'still here' });
    await board.clock.advance(500);
  }
  t.is(board.sensor.status().link, 'lost');
});

test('[protocol] becomes blocked when BEAT reports a blocked channel, and ready when it is free', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(beat(2000, 0x40));
  await board.clock.advance(1000);
  t.is(board.sensor.status().link, 'blocked');
  t.regex(board.sensor.status().detail, /covered/);
  board.send(beat(3000, 0x41));
  await board.clock.advance(1000);
  t.is(board.sensor.status().link, 'blocked');
  board.send(beat(4000));
  await board.clock.advance(1);
  t.is(board.sensor.status().link, 'ready');
});

test('[protocol] counts swings on a blocked link and loses it like any other', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(beat(2000, 1));
  board.send(swing(1));
  await board.clock.advance(1);
  t.is(board.strikes.length, 1);
  await board.clock.advance(4000);
  t.is(board.sensor.status().link, 'lost');
});

test('[protocol] greets a board again when its uptime decreases, and counts no missed frames', async (t) => {
  const board = await script(t);
  await greet(board, { boot_count: 7 });
  await beatFor(board, 20);
  board.send(swing(1));
  await board.clock.advance(10);
  board.send(beat(0), 0);
  await board.clock.advance(10);
  t.is(board.sensor.status().link, 'greeting');
  t.is(board.times('hello').length, 2);
  board.send(helloAck({ boot_count: 8 }), 1);
  board.send(swing(1), 2);
  await board.clock.advance(10);
  t.is(board.sensor.status().link, 'ready');
  t.is(board.sensor.status().board?.boot_count, 8);
  t.is(board.strikes.length, 2);
  t.is(board.sensor.status().counters.frames_missed, 0);
  t.deepEqual(board.opened_ms, [0]);
});

test('[protocol] only counts gaps in the board’s seq, modulo 256', async (t) => {
  const board = await script(t);
  await greet(board);
  const missed = (): number => board.sensor.status().counters.frames_missed;
  const sendSeq = async (seq: number): Promise<void> => {
    board.send({ kind: 'log', level: 0, text: '' }, seq);
    await board.clock.advance(1);
  };
  await sendSeq(2);
  t.is(missed(), 0);
  await sendSeq(5);
  t.is(missed(), 2);
  await sendSeq(255);
  t.is(missed(), 2 + 249);
  await sendSeq(0);
  t.is(missed(), 251);
  await sendSeq(2);
  t.is(missed(), 252);
  t.is(board.sensor.status().link, 'ready');
});

test('[protocol] counts damaged frames and keeps the link', async (t) => {
  const board = await script(t);
  await greet(board);
  const bad = encodeFrame({ type: 0x10, seq: 2, body: encodeBody(swing(1)) });
  bad[20] = (bad[20] ?? 0) ^ 0x10;
  board.send_bytes(bad);
  board.send_bytes(Uint8Array.from([...new Uint8Array(300).fill(0x55), 0, 7, 7, 0]));
  board.send(swing(2), 3);
  await board.clock.advance(1);
  const { counters, link } = board.sensor.status();
  t.is(link, 'ready');
  t.is(counters.frames_dropped, 3);
  t.is(counters.frames_missed, 1);
  t.deepEqual(
    board.strikes.map(({ swing_id }) => swing_id),
    [2],
  );
});

test('[protocol] logs the board’s messages and errors, never at error level', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send({ kind: 'log', level: 0, text: 'zero' });
  board.send({ kind: 'log', level: 3, text: 'three' });
  board.send({ kind: 'log', level: 200, text: 'odd' });
  board.send({ kind: 'error', code: 2, text: 'aperture' });
  await board.clock.advance(1);
  const logged = board.log.lines().slice(-4);
  t.deepEqual(
    logged.map(({ level }) => level),
    ['debug', 'warn', 'warn', 'warn'],
  );
  for (const [n, word] of ['zero', 'three', 'odd', 'aperture'].entries()) t.true(logged[n]?.text.includes(word));
  t.regex(logged[3]?.text ?? '', /error 2/);
});

test('[protocol] loses the link as soon as the cable is unplugged', async (t) => {
  const board = await script(t);
  await greet(board);
  board.pipe.unplug();
  t.is(board.sensor.status().link, 'lost');
  t.regex(board.sensor.status().detail, /\/dev\/board was unplugged/);
});

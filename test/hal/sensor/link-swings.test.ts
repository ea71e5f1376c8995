// Tests of swings on the link: each is acknowledged and counted once; and of everything that `stop` ends.

import test from 'ava';
import type { SensorStatus } from '../../../hal/sensor/sensor.ts';
import { assert } from '../../../wire/errors.ts';
import { beat, beatFor, greet, helloAck, script, swing, type Script } from './scripted-board.ts';
import { exactly } from '../../support/items.ts';

const ids = (board: Script): number[] => board.strikes.map(({ swing_id }) => swing_id);
const acked = (board: Script): number[] => board.of('ack').map(({ swing_id }) => swing_id);

test('[protocol] reports a swing as a strike at its decoding time and acknowledges it', async (t) => {
  const board = await script(t);
  await greet(board);
  await board.clock.advance(500);
  board.send(swing(41));
  await board.clock.advance(1);
  const [strike] = board.strikes;
  t.is(board.strikes.length, 1);
  t.is(Math.round(strike?.at_ms ?? 0), 502);
  t.true(Math.abs((strike?.club_speed_mps ?? 0) - 1.5) < 1e-4);
  t.true(Math.abs((strike?.face_angle_deg ?? 0) - 1.2) < 1e-3);
  t.deepEqual(acked(board), [41]);
  t.is(board.sensor.status().counters.strikes, 1);
});

test('[protocol] acknowledges a swing received five times five times and counts it once', async (t) => {
  const board = await script(t);
  await greet(board);
  for (let n = 0; n < 5; n++) {
    board.send(swing(3));
    await board.clock.advance(100);
  }
  t.deepEqual(ids(board), [3]);
  t.deepEqual(acked(board), [3, 3, 3, 3, 3]);
  t.is(board.sensor.status().counters.duplicates, 4);
});

test('[protocol] acknowledges and counts implausible and backward swings, never reports them', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(swing(1, { present: 0xfe }));
  board.send(swing(2, { flags: 1 }));
  board.send(swing(3, { delta_ticks: [0, 0, 0, 0, 0, 0, 0, 0] }));
  board.send(swing(1, { present: 0xfe }));
  await board.clock.advance(1);
  t.deepEqual(ids(board), []);
  t.deepEqual(acked(board), [1, 2, 3, 1]);
  const { counters, refusal } = board.sensor.status();
  t.like(counters, { strikes: 0, implausible: 2, backstrokes: 1, duplicates: 1 });
  t.regex(refusal, /row B/);
});

test('[protocol] reports swings in order of arrival regardless of their ids', async (t) => {
  const board = await script(t);
  await greet(board);
  for (const id of [5, 2, 9, 0xffffffff, 0]) board.send(swing(id));
  await board.clock.advance(1);
  t.deepEqual(ids(board), [5, 2, 9, 0xffffffff, 0]);
});

/** Drops the link and greets the board again, with the given HELLO_ACK fields. */
async function reconnect(board: Script, ack: Parameters<typeof helloAck>[0]): Promise<void> {
  board.pipe.unplug();
  board.pipe.plug();
  await board.openBoard();
  await board.clock.advance(1100);
  await greet(board, ack, 60_000);
  assert(board.sensor.status().link === 'ready', board.sensor.status().detail);
}

test('[protocol] drops and acknowledges a known swing of this boot after a reconnect', async (t) => {
  const board = await script(t);
  await greet(board, { boot_count: 7 });
  board.send(swing(1));
  await board.clock.advance(1);
  await reconnect(board, { boot_count: 7 });
  board.send(swing(1));
  board.send(swing(2));
  await board.clock.advance(1);
  t.deepEqual(ids(board), [1, 2]);
  t.deepEqual(acked(board), [1, 1, 2]);
  t.is(board.sensor.status().counters.duplicates, 1);
});

test('[protocol] counts a swing id again under another boot_count or from another board', async (t) => {
  const board = await script(t);
  await greet(board, { boot_count: 7 });
  board.send(swing(1));
  await board.clock.advance(1);
  await reconnect(board, { boot_count: 8 });
  board.send(swing(1));
  await board.clock.advance(1);
  await reconnect(board, { boot_count: 8, serial: 'TEST0002' });
  board.send(swing(1));
  await board.clock.advance(1);
  t.deepEqual(ids(board), [1, 1, 1]);
});

test('[protocol] counts the first swing of a rebooted board before any BEAT shows the reboot', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(swing(1));
  await board.clock.advance(500);
  board.send({ ...swing(1), base_ticks: 77_777n });
  board.send({ ...swing(1), base_ticks: 77_777n });
  await board.clock.advance(1);
  t.deepEqual(ids(board), [1, 1]);
  t.deepEqual(acked(board), [1, 1, 1]);
  t.is(board.sensor.status().counters.duplicates, 1);
});

test('[protocol] does not count a repeated frame as a gap in the sequence', async (t) => {
  const board = await script(t);
  await greet(board);
  const before = board.sensor.status().counters.frames_missed;
  board.send(beat(5000), 200);
  board.send(beat(5000), 200);
  board.send(beat(6000), 201);
  board.send(beat(7000), 203);
  await board.clock.advance(1);
  const first_jump = board.sensor.status().counters.frames_missed - before;
  board.send(beat(7000), 203);
  await board.clock.advance(1);
  t.is(board.sensor.status().counters.frames_missed - before, first_jump);
  t.true(first_jump >= 1 && first_jump < 256);
});

test('[protocol] uses the apertures and tick of the most recent board', async (t) => {
  const board = await script(t);
  await greet(board, { boot_count: 7 });
  board.send(swing(1));
  await board.clock.advance(1);
  await reconnect(board, { boot_count: 8, tick_ns: 200 });
  board.send(swing(1));
  await board.clock.advance(1);
  const speeds = board.strikes.map(({ club_speed_mps }) => club_speed_mps);
  const [first, second] = exactly(2, speeds);
  t.true(Math.abs(first / second - 2) < 1e-6);
});

test('[protocol] does not acknowledge a swing during the greeting, so the board resends it', async (t) => {
  const board = await script(t);
  board.send(swing(1));
  board.send(beat(1000));
  board.send(swing(1));
  await board.clock.advance(1);
  t.deepEqual(acked(board), []);
  board.send(helloAck());
  board.send(swing(1));
  await board.clock.advance(1);
  t.deepEqual([ids(board), acked(board)], [[1], [1]]);
});

test('[protocol] forgets a partly received swing when the link is lost', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send_bytes(Uint8Array.of(9, 9, 9, 9));
  await board.clock.advance(1);
  await reconnect(board, { boot_count: 8 });
  board.send(swing(1));
  await board.clock.advance(1);
  t.deepEqual(ids(board), [1]);
  t.is(board.sensor.status().counters.frames_dropped, 0);
});

test('[protocol] after stop calls nothing, frees the line and reports closed', async (t) => {
  const board = await script(t);
  await greet(board);
  const reported = board.statuses.length;
  await board.sensor.stop();
  board.send(swing(1));
  board.send(beat(500));
  await board.clock.advance(60_000);
  t.is(board.statuses.length, reported);
  t.deepEqual(board.strikes, []);
  t.is(board.sensor.status().link, 'closed');
  t.deepEqual(board.opened_ms, [0]);
  t.true((await board.pipe.host.open({ bytes: () => {}, closed: () => {} })).ok);
});

test('[protocol] stop ends everything in any state: opening, greeting, lost', async (t) => {
  for (const at_ms of [0, 500, 2600, 7500]) {
    const board = await script(t);
    if (at_ms > 0) await board.clock.advance(at_ms);
    await board.sensor.stop();
    const [reported, opened] = [board.statuses.length, board.opened_ms.length];
    await board.clock.advance(60_000);
    t.deepEqual([board.statuses.length, board.opened_ms.length], [reported, opened], `${at_ms}`);
    t.is(board.clock.pending(), 0, `${at_ms}`);
    t.true((await board.pipe.host.open({ bytes: () => {}, closed: () => {} })).ok, `${at_ms}`);
  }
});

test('[protocol] allows a listener to stop the sensor during any status', async (t) => {
  for (const state of ['opening', 'greeting', 'ready', 'blocked', 'lost'] as const) {
    const board = await script(t, { start: false });
    let called = 0;
    board.sensor.start({
      strike: () => {},
      status({ link }) {
        called++;
        if (link === state) void board.sensor.stop();
      },
    });
    await greet(board);
    board.send(beat(2000, 1));
    await board.clock.advance(4000);
    const [before, opened] = [called, board.opened_ms.length];
    t.is(board.sensor.status().link, 'closed', state);
    await board.clock.advance(60_000);
    t.deepEqual([called, board.opened_ms.length], [before, opened], state);
    t.is(board.clock.pending(), 0, state);
    t.true((await board.pipe.host.open({ bytes: () => {}, closed: () => {} })).ok, state);
  }
});

test('[protocol] allows a listener to stop the sensor when a lost link is counted', async (t) => {
  const board = await script(t, { start: false });
  const status = ({ counters }: SensorStatus): void => void (counters.links_lost > 0 && void board.sensor.stop());
  board.sensor.start({ strike: () => {}, status });
  await greet(board);
  board.pipe.unplug();
  await board.clock.advance(60_000);
  t.is(board.sensor.status().link, 'closed');
  t.deepEqual(board.opened_ms, [0]);
});

test('[protocol] allows a listener to stop the sensor on a strike', async (t) => {
  const board = await script(t, { start: false });
  let strikes = 0;
  board.sensor.start({ strike: () => (strikes++, void board.sensor.stop()), status: () => {} });
  await greet(board);
  board.send(swing(1));
  board.send(swing(2));
  await board.clock.advance(60_000);
  t.is(strikes, 1);
  t.is(board.clock.pending(), 0);
});

test('[protocol] resumes after stop and start and remembers the swings of this boot', async (t) => {
  const board = await script(t);
  await greet(board);
  board.send(swing(1));
  await board.clock.advance(1);
  await board.sensor.stop();
  const again: number[] = [];
  board.sensor.start({ strike: ({ swing_id }) => again.push(swing_id), status: () => {} });
  await board.clock.advance(1);
  await greet(board, {}, 9000);
  await beatFor(board, 1, 9500);
  board.send(swing(1));
  board.send(swing(2));
  await board.clock.advance(1);
  t.deepEqual(again, [2]);
});

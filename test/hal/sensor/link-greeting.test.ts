// Tests of how the host finds its board: the wait, the HELLOs, version compatibility, and the delays between attempts.

import test from 'ava';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { encodeBody } from '../../../hal/sensor/messages.ts';
import { beat, beatFor, greet, helloAck, script, swing } from './scripted-board.ts';

test('[protocol] keeps the link closed and the port untouched before start', async (t) => {
  const board = await script(t, { start: false });
  await board.clock.advance(5000);
  t.is(board.sensor.status().link, 'closed');
  t.is(board.sensor.status().path, '/dev/board');
  t.deepEqual(board.opened_ms, []);
});

test('[protocol] sends one 0x00 at the start of a link', async (t) => {
  const board = await script(t);
  await board.clock.advance(1999);
  t.deepEqual(board.raw, [0]);
  t.is(board.sensor.status().link, 'opening');
});

test('[protocol] waits for a BEAT and greets immediately when it arrives', async (t) => {
  const board = await script(t);
  await board.clock.advance(300);
  t.deepEqual(board.times('hello'), []);
  board.send(beat(10));
  await board.clock.advance(10);
  t.deepEqual(board.times('hello'), [300]);
  t.is(board.sensor.status().link, 'greeting');
});

test('[protocol] greets after 2 s without a BEAT, every 500 ms, ten times, then gives up', async (t) => {
  const board = await script(t);
  await board.clock.advance(7900);
  t.deepEqual(board.times('hello'), [2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500]);
  t.deepEqual(board.states(), [
    ['opening', 0],
    ['greeting', 2000],
    ['lost', 7000],
  ]);
  t.regex(board.sensor.status().detail, /\/dev\/board.*again in 1 s/);
});

test('[protocol] sends 1.0 and the host’s name in HELLO; seq restarts at 0 on each opening', async (t) => {
  const board = await script(t);
  await board.clock.advance(7900);
  t.deepEqual(board.of('hello')[0], { kind: 'hello', major: 1, minor: 1, name: 'tapin test' });
  t.deepEqual(
    board.received.map(({ seq }) => seq),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  await board.clock.advance(2200);
  t.is(board.times('hello').length, 11);
  t.is(board.received.at(-1)?.seq, 0);
});

test('[protocol] retries a silent board after 1, 2, 4, 8, 16, 30 and 30 s', async (t) => {
  const board = await script(t);
  await board.clock.advance(200_000);
  const greeted = 7000;
  const expected = [0];
  for (const delay_ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expected.push((expected.at(-1) ?? 0) + greeted + delay_ms);
  t.deepEqual(board.opened_ms.slice(0, expected.length), expected);
});

test('[protocol] retries a missing port by its path after 1, 2, 4, 8, 16, 30 and 30 s', async (t) => {
  const board = await script(t, { start: false });
  board.pipe.unplug();
  board.sensor.start({ strike: () => {}, status: () => {} });
  await board.clock.advance(122_000);
  t.deepEqual(board.opened_ms, [0, 1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000, 121_000]);
  t.is(board.sensor.status().link, 'lost');
  t.regex(board.sensor.status().detail, /\/dev\/board/);
});

test('[protocol] tries a plugged board immediately; if it is silent, restarts delays at 1 s', async (t) => {
  const board = await script(t, { start: false });
  board.pipe.unplug();
  board.sensor.start({ strike: () => {}, status: () => {} });
  await board.clock.advance(33_500);
  t.deepEqual(board.opened_ms, [0, 1000, 3000, 7000, 15_000, 31_000]);
  board.pipe.plug();
  await board.clock.advance(0);
  t.deepEqual(board.opened_ms.slice(6), [33_500]);
  await board.clock.advance(10_000);
  // 7 s of greeting without an answer, then 1 s.
  t.deepEqual(board.opened_ms.slice(6), [33_500, 41_500]);
});

test('[protocol] plugging in ends no current attempt and is ignored after stop', async (t) => {
  const board = await script(t, { start: false });
  board.sensor.start({ strike: () => {}, status: () => {} });
  await board.clock.advance(100);
  board.pipe.plug(); // already plugged in
  await board.clock.advance(100);
  t.deepEqual(board.opened_ms, [0]);
  board.pipe.unplug();
  await board.sensor.stop();
  board.pipe.plug();
  await board.clock.advance(60_000);
  t.deepEqual(board.opened_ms, [0]);
});

test('[protocol] counts each wait down by seconds and logs one line for attempts that fail alike', async (t) => {
  const board = await script(t, { start: false });
  board.pipe.unplug();
  const countdown: (readonly [number, string])[] = [];
  board.sensor.start({
    strike: () => {},
    status: ({ detail }) => {
      const left = /Trying again in (\d+) s\.$/.exec(detail)?.[1];
      if (left) countdown.push([board.clock.now_ms(), left]);
    },
  });
  await board.clock.advance(6500);
  t.deepEqual(countdown, [[0, '1'], [1000, '2'], [2000, '1'], [3000, '4'], [4000, '3'], [5000, '2'], [6000, '1']]); // oxfmt-ignore
  const logged = (): readonly string[] => board.log.lines().map(({ level, text }) => `${level} ${text}`);
  await board.clock.advance(3_600_000);
  const missing = logged();
  t.is(missing.length, 1, missing.join('\n'));
  t.regex(missing[0] ?? '', /^warn .+ Trying again in 1 s\.$/);
  board.pipe.plug();
  await board.openBoard();
  await board.clock.advance(3000);
  await greet(board);
  board.pipe.unplug();
  await board.clock.advance(60_000);
  t.deepEqual(
    logged()
      .slice(1)
      .map((line) => line.split(' ')[0]),
    ['info', 'warn', 'warn'],
    'info for a known board, warnings for its loss and the port error',
  );
});

test('[protocol] restarts the delays at 1 s once a board has answered', async (t) => {
  const board = await script(t);
  board.pipe.unplug();
  await board.clock.advance(7000);
  t.deepEqual(board.opened_ms, [0, 1000, 3000, 7000]);
  board.pipe.plug();
  await board.openBoard();
  await board.clock.advance(8000);
  t.deepEqual(board.opened_ms.slice(4), [7000, 15_000]);
  await greet(board);
  t.is(board.sensor.status().link, 'ready');
  board.pipe.unplug();
  const lost_ms = board.clock.now_ms();
  await board.clock.advance(3500);
  t.deepEqual(
    board.opened_ms.slice(6).map((ms) => Math.round(ms - lost_ms)),
    [1000, 3000],
  );
});

test('[protocol] becomes ready when a board answers and reports the board in the status', async (t) => {
  const board = await script(t);
  await greet(board);
  const { link, board: info } = board.sensor.status();
  t.is(link, 'ready');
  t.deepEqual(info, {
    protocol: '1.0',
    aperture_error_um: { LA: 0, RA: 0, LB: 0, RB: 0, LD: 0, RD: 0, HA: 0, HB: 0 },
    stores_settings: false,
    hardware: 2,
    firmware: '3.4.5',
    serial: 'TEST0001',
    tick_ns: 100,
    boot_count: 7,
  });
  await beatFor(board, 3);
  t.is(board.times('hello').length, 1);
});

test('[protocol] becomes ready on the answer to any of the ten HELLOs', async (t) => {
  const board = await script(t);
  await board.clock.advance(6900);
  t.is(board.times('hello').length, 10);
  board.send(helloAck());
  await board.clock.advance(200);
  t.is(board.sensor.status().link, 'ready');
  t.deepEqual(board.opened_ms, [0]);
});

test('[protocol] ignores an answer without a HELLO', async (t) => {
  const board = await script(t);
  board.send(helloAck());
  await board.clock.advance(100);
  t.is(board.sensor.status().link, 'opening');
});

test('[protocol] other major: incompatible, names both versions, takes and acknowledges no swing', async (t) => {
  for (const [major, minor] of [
    [0, 9],
    [2, 3],
  ] as const) {
    const board = await script(t);
    await greet(board, { major, minor });
    const { link, detail } = board.sensor.status();
    t.is(link, 'incompatible');
    t.true(detail.includes(`${major}.${minor}`) && detail.includes('1.1'), detail);
    board.send(swing(1));
    await board.clock.advance(100);
    t.deepEqual([board.strikes, board.of('ack')], [[], []]);
    await beatFor(board, 10);
    t.is(board.sensor.status().link, 'incompatible');
    t.deepEqual(board.opened_ms, [0]);
  }
});

test('[protocol] accepts a newer minor and ignores unknown types and trailing bytes', async (t) => {
  const board = await script(t);
  await board.clock.advance(2000);
  const longer = (type: number, seq: number, body: Uint8Array): void =>
    board.send_bytes(encodeFrame({ type, seq, body: Uint8Array.from([...body, 1, 2, 3]) }));
  board.send_bytes(encodeFrame({ type: 0x21, seq: 0, body: Uint8Array.of(1, 2) }));
  longer(0x02, 1, encodeBody(helloAck({ minor: 9 })));
  board.send_bytes(encodeFrame({ type: 0x4f, seq: 2, body: new Uint8Array(0) }));
  longer(0x20, 3, encodeBody(beat(2000)));
  longer(0x10, 4, encodeBody(swing(1)));
  await board.clock.advance(10);
  t.is(board.sensor.status().link, 'ready');
  t.is(board.sensor.status().board?.protocol, '1.9');
  t.is(board.strikes.length, 1);
  t.deepEqual(board.sensor.status().counters.frames_missed, 0);
  t.is(board.sensor.status().counters.frames_dropped, 0);
});

test('[protocol] keeps a board in its boot loader without taking strikes', async (t) => {
  const board = await script(t);
  await greet(board, { mode: 1 });
  t.is(board.sensor.status().link, 'bootloader');
  board.send(swing(1));
  await beatFor(board, 6);
  t.is(board.sensor.status().link, 'bootloader');
  t.deepEqual(board.strikes, []);
});

test('[protocol] does not take noise during the greeting for a board', async (t) => {
  const board = await script(t);
  for (let n = 0; n < 60; n++) {
    board.send_bytes(Uint8Array.from({ length: 100 }, (_, at) => (at * 37 + n * 11) & 0xff));
    await board.clock.advance(100);
  }
  t.is(board.sensor.status().link, 'greeting');
  t.deepEqual(board.times('hello'), [2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500]);
});

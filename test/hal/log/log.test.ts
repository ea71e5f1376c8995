// Tests of the log contract (hal/log/log.ts): one call writes one line regardless of the text; levels; the lines in
// memory that the panel shows.

import fc from 'fast-check';
import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createJsonLog, createLineLog } from '../../../hal/log/log-lines.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import type { LogLevel } from '../../../hal/log/log.ts';
import { itemAt } from '../../support/items.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

function written(least?: LogLevel) {
  const clock = createVirtualClock();
  const lines: string[] = [];
  return { clock, lines, log: createLineLog(clock, (line) => lines.push(line), least) };
}

test('[log] writes time, level, area, sentence and data', async (t) => {
  const { clock, lines, log } = written();
  await clock.advance(12_345);
  log.write('info', 'sensor', 'The link is ready.', { board: 'SB000001', tries: 2, known: true, next: null });
  t.deepEqual(lines, ['12.345 info sensor: The link is ready. board="SB000001" tries=2 known=true next=null\n']);
});

test('[log] passes its level and worse ones; info by default', (t) => {
  for (const [index, least] of LEVELS.entries()) {
    const { lines, log } = written(least);
    for (const level of LEVELS) log.write(level, 'test', level);
    t.deepEqual(
      lines.map((line) => line.split(' ')[1]),
      LEVELS.slice(index),
    );
  }
  const { lines, log } = written();
  for (const level of LEVELS) log.write(level, 'test', level);
  t.is(lines.length, 3);
});

test('[log] never writes a second line or a control character for outside text', (t) => {
  const evil = ['a\nb', 'a\r\nb', '\u001b[2J\u001b[31mred', '\u0000', '\u007f', '\u009b2J', '\b\b\b', '\t'];
  for (const text of evil) {
    const { lines, log } = written();
    log.write('info', 'test', text);
    t.is(lines.length, 1);
    // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
    t.regex(itemAt(lines, 0), /^[^\u0000-\u001f\u007f-\u009f]*\n$/, JSON.stringify(text));
  }
});

test('[log] escapes line breaks, terminal controls and direction marks as code points', (t) => {
  for (const [text, shown] of [
    ['a\nb', 'a\\u000ab'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['evil\u202egpj.exe', 'evil\\u202egpj.exe'],
    ['a\u2066b\u2069', 'a\\u2066b\\u2069'],
    ['\u200fx\u061c\ufeff', '\\u200fx\\u061c\\ufeff'],
    ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['Zoë 漢字 🏌 –', 'Zoë 漢字 🏌 –'],
  ] as const) {
    const { lines, log } = written();
    log.write('info', 'test', text);
    t.true(itemAt(lines, 0).endsWith(`test: ${shown}\n`), JSON.stringify(lines[0]));
  }
});

test('[log] never writes a second line or an escape for an outside value', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
      const { lines, log } = written();
      log.write('warn', 'test', text, { value });
      // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
      t.regex(lines.join(''), /^[^\u0000-\u001f\u007f-\u009f]*\n$/);
    }),
  );
});

test('[log] keeps the newest lines unchanged in memory and forwards each', async (t) => {
  const clock = createVirtualClock();
  const { lines, log: also } = written();
  const log = createMemoryLog(clock, { lines_max: 3, also });
  await clock.advance(10);
  for (const text of ['a', 'b', 'c\nd', 'e']) log.write('warn', 'test', text, { n: 1 });
  t.deepEqual(
    log.lines().map(({ text }) => text),
    ['b', 'c\nd', 'e'],
  );
  t.deepEqual(log.lines()[0], { at_ms: 10, level: 'warn', area: 'test', text: 'b', fields: { n: 1 } });
  t.is(lines.length, 4);
});

test('[log] calls a listener for each line until it unsubscribes', (t) => {
  const log = createMemoryLog(createVirtualClock());
  const received: string[] = [];
  const end = log.onLine(({ text }) => received.push(text));
  log.write('debug', 'test', 'one');
  end();
  log.write('debug', 'test', 'two');
  t.deepEqual(received, ['one']);
  t.is(log.lines().length, 2);
});

test('[log] JSON: writes time, level, area, sentence and data, from its level on', (t) => {
  const lines: string[] = [];
  const log = createJsonLog(() => '2026-01-02T03:04:05.678Z', (line) => lines.push(line), 'warn'); // oxfmt-ignore
  log.write('info', 'sensor', 'not this one');
  log.write('warn', 'sensor', 'The line was lost.', { port: '/dev/x', tries: 2, known: true, next: null });
  t.deepEqual(lines, [
    '{"at":"2026-01-02T03:04:05.678Z","level":"warn","area":"sensor","text":"The line was lost.","fields":{"port":"/dev/x","tries":2,"known":true,"next":null}}\n',
  ]);
});

test('[log] JSON: never writes a second line or control character and round-trips the text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
      const lines: string[] = [];
      createJsonLog(() => 'now', (line) => lines.push(line)).write('warn', 'test', text, { value }); // oxfmt-ignore
      // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
      t.regex(lines.join(''), /^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e]*\n$/);
      t.deepEqual(JSON.parse(itemAt(lines, 0)), { at: 'now', level: 'warn', area: 'test', text, fields: { value } });
    }),
  );
});

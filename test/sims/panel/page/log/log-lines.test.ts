// Log lines of one device and of all.

import test from 'ava';
import {
  filteredLines,
  receivedText,
  lineText,
  mergedLines,
  type ShownLine,
} from '../../../../../sims/panel/page/log/log-lines.ts';
import { afterMessage, EMPTY_PANEL } from '../../../../../sims/panel/page/connection/panel.ts';

const line = (number: number, more: Partial<ShownLine> = {}): ShownLine => ({ number, at_ms: number * 1000, level: 'info', area: 'device', text: 'Ready', fields: {}, heard_unix_ms: null, device: '', ...more }); // oxfmt-ignore

test('[panel] orders the lines of all devices by time, and labels each with its device', (t) => {
  const lines = mergedLines([
    { device: 'Host', log: [line(1), line(4)] },
    { device: 'Guest 1', log: [line(2, { at_ms: 4000 }), line(9, { at_ms: 4000.5 })] },
  ]);
  t.deepEqual(
    lines.map(({ device, number }) => `${device} ${number}`),
    ['Host 1', 'Guest 1 2', 'Host 4', 'Guest 1 9'],
  );
  t.is(lineText({ ...line(1), device: 'Host', fields: { page: 'menu', row: 2 } }), '1.000 Host info device Ready page=menu row=2'); // oxfmt-ignore
  t.is(lineText(line(1)), '1.000 info device Ready');
});

test('[panel] filters lines by minimum level, area and search text', (t) => {
  const lines = [
    line(1, { level: 'debug' }),
    line(2, { level: 'warn', area: 'sensor', fields: { port: 'ttyACM0' } }),
    line(3, { level: 'error', device: 'Guest 1' }),
  ];
  const numbers = (level: string, area = '', find = '') =>
    filteredLines(lines, { level, area, find }).map(({ number }) => number);
  t.deepEqual(numbers('debug'), [1, 2, 3]);
  t.deepEqual(numbers('info'), [2, 3]);
  t.deepEqual(numbers('debug', 'sensor'), [2]);
  t.deepEqual(numbers('debug', '', 'TTYacm'), [2]);
  t.deepEqual(numbers('debug', '', 'guest'), [3]);
});

test('[panel] shows the time of arrival for new lines, and none for older ones', (t) => {
  const log_line = { at_ms: 5, level: 'info', area: 'device', text: 'Ready', fields: {} };
  const before = Date.now();
  const panel = [true, false].reduce(
    (now, first) => afterMessage(now, { type: 'log', first, lines: [log_line] }),
    EMPTY_PANEL,
  );
  const [old, news] = panel.log;
  t.is(old?.heard_unix_ms, null);
  t.true((news?.heard_unix_ms ?? 0) >= before && (news?.heard_unix_ms ?? Infinity) <= Date.now());
  t.is(receivedText({ heard_unix_ms: null }), '');
  t.is(receivedText({ heard_unix_ms: new Date(2026, 10, 24, 9, 5, 7, 45).getTime() }), '09:05:07.045');
});

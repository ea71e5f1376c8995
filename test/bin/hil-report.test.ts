// `tapin hil report` on the firmware of the sensor board, over a kernel tty: the file tells what a maintainer must know.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { fieldsIn, listOf } from '../support/read-json.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { runTapin, startTapin, startTapinCommand } from '../support/process/tapin-process.ts';

test('[rig] writes the findings, the settings and the time of each gate into one file', async (t) => {
  const folder = await temporaryFolder(t);
  const [path, out] = [join(folder, 'board'), join(folder, 'report.json')];
  const board = await startTapin(t, ['sensor', '--board', 'avr', '--link', `pty:${path}`]);
  const report = startTapinCommand(t, ['hil', 'report', '--sensor', path, '--out', out, '--seconds', '3', '--swings', '2']); // oxfmt-ignore
  await report.untilStderr(/(Now make 2 swings)/);
  board.writeLine({ club_speed_mps: 1, face_angle_deg: 0, face_rotation_deg_per_in: 0 });
  const ended = await report.ended;
  t.is(ended.code, 0, ended.stderr);
  t.regex(ended.stderr, /1 of 2 {2}backstroke\n {2}2 of 2 {2}1\.00 m\/s, face 0\.0°\n/);
  const written = fieldsIn(readFileSync(out, 'utf8'));
  t.like(written, { tapin_board_report: 1, port: path, board: { serial: 'AVR00001', protocol: '1.1', tick_ns: 125 } });
  t.true(listOf(written['findings']).length > 5);
  const [back, stroke] = listOf(written['swings']).map((swing) => fieldsIn(JSON.stringify(swing)));
  t.like(back, { verdict: { kind: 'backstroke' } });
  t.like(stroke, { verdict: { kind: 'strike' } });
  const contacts = fieldsIn(JSON.stringify(stroke?.['contacts_us']));
  // Row B is 50.8 mm behind row A, at 1 m/s; a square face meets both gates of a row at once.
  t.true(Math.abs(Number(contacts['LB']) - Number(contacts['LA']) - 50_800) < 2);
  t.true(Math.abs(Number(contacts['RA']) - Number(contacts['LA'])) < 2);
  t.is(Math.min(...Object.values(contacts).map(Number)), 0);
});

test('[rig] keeps a report that exists, and reports a board that does not answer', async (t) => {
  const folder = await temporaryFolder(t);
  const out = join(folder, 'report.json');
  writeFileSync(out, 'kept');
  const again = await runTapin(['hil', 'report', '--sensor', join(folder, 'none'), '--out', out]);
  t.is(again.code, 2);
  t.regex(again.stderr, /report\.json exists already: name another file with --out\.\n$/);
  t.is(readFileSync(out, 'utf8'), 'kept');
  const none = await runTapin(['hil', 'report', '--sensor', join(folder, 'none'), '--out', `${out}2`]);
  t.is(none.code, 3);
  t.like(fieldsIn(readFileSync(`${out}2`, 'utf8')), { board: null, quiet: null, swings: [] });
});

// Page of a guest on its host's simulator: the host, the other devices, and the possible inputs.

import { simulatorRows } from '../settings/simulator-rows.ts';
import { listOf, type DeviceView } from '../page-entry.ts';
import { playPage } from '../play/play-page.ts';
import { ask } from '../navigation.setup.ts';
import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { listRows, topOfRowsBelow } from '../../ui/list.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';

const TOP = HEADER_HEIGHT + 5;
const HEAD_HEIGHT = 58;
const STATE_TOP = TOP + HEAD_HEIGHT + 6;

/** Back stops following the host (R67). */
export const sharingPage = playPage({
  name: 'sharing',
  shows: ['sharing'],
  tags: ['busy'],
  rows: simulatorRows,
  state: { on: { 'key.back': { target: 'menu', actions: ask({ type: 'play.leave' }) } } },
  draw,
});

function draw(view: DeviceView): PageView {
  const { session } = view;
  const { rows, focus } = listOf(view, 'sharing', simulatorRows);
  const page = createPage();
  header(page, "The host's simulator", { right: session.sim === 'simport' ? 'putts only' : '' });
  page.rect(MARGIN, TOP, WIDTH - 2 * MARGIN, HEAD_HEIGHT, { fill: COLOR.panel, radius: 8 });
  const host = session.host_name || 'The host';
  page.text(MARGIN + 12, TOP + 23, `Simulator of ${host}`, { size: SIZE.small, width: WIDTH - 2 * MARGIN - 24 });
  page.say(`Simulator of ${host}`);
  devices(page, session);
  state(page, session);
  listRows(page, rows, focus, topOfRowsBelow(STATE_TOP + 24));
  footer(page, '← → change, aim · OK: choose · Back: leave');
  return page.view();
}

function devices(page: Page, session: SessionView): void {
  const { devices: listed, label } = session;
  const width = (WIDTH - 2 * MARGIN - 24) / Math.max(1, listed.length);
  listed.forEach(({ name, host }, i) => {
    const x = MARGIN + 12 + i * width;
    const mark = name === label ? ' (you)' : host ? ' (host)' : '';
    const text = `${deviceName(session, host ? '' : name)}${mark}`;
    page.dot(x + 5, TOP + 42, 5, seatColor(i));
    page.text(x + 16, TOP + 48, text, { size: SIZE.small, width: width - 18 });
    page.say(text);
  });
}

/** Draws the reason why inputs do not reach the simulator now, or that they do. */
function state(page: Page, { replay, problem, sim }: SessionView): void {
  const ready =
    sim === 'simport' ? 'Strike the ball: this simulator takes putts only.' : 'Strike the ball or choose below.';
  const text = problem || (replay ? 'Wait: the host is repeating a shot.' : ready);
  const waits = problem !== '' || replay;
  page.icon(waits ? 'wait' : 'check', MARGIN + 2, STATE_TOP, 20, waits ? COLOR.accent : COLOR.good);
  page.text(MARGIN + 28, STATE_TOP + 16, text, { size: SIZE.small, width: WIDTH - 2 * MARGIN - 30 });
  page.say(text);
}

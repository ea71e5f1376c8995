// Settings > Shot forwarding: the target of shots, delivery counts, and the settings.

import { nameEntry } from './naming.ts';
import type { Row, RowEvent, Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { createPage, footer, header, HEADER_HEIGHT, LINE_HEIGHT, type PageView } from '../../ui/page.ts';
import { listRows, topOfRows } from '../../ui/list.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const LIST_TOP = topOfRows(4);

const forwardingRows: Rows = ({ persisted: { forwarding } }) => {
  const { address, port } = forwarding;
  const naming = (of: 'server' | 'server_port', text: string): RowEvent => ({
    type: 'open.naming',
    naming: nameEntry(of, text, null),
  });
  const off: Row[] = [
    { label: 'Address', value: address || 'none', ok: naming('server', address) },
    { label: 'Port', value: String(port), ok: naming('server_port', String(port)) },
  ];
  if (address === '') return off;
  const none = { kind: 'set_forwarding', forwarding: { address: '' } } as const;
  return [
    ...off,
    { label: 'Connection test', ok: { type: 'forwarder.test' } },
    { label: 'Clear the address', ok: { type: 'device.change', change: none } },
  ];
};

export const forwardingPage: PageEntry = {
  name: 'forwarding',
  rows: forwardingRows,
  state: { on: { 'key.back': 'settings' } },
  draw,
};

function draw(device: DeviceView): PageView {
  const page = createPage();
  const { forwarding: view, persisted } = device;
  const { rows, focus } = listOf(device, 'forwarding', forwardingRows);
  const { address, port } = persisted.forwarding;
  header(page, 'Shot forwarding', { right: address === '' ? 'off' : 'on' });
  const { sent, failed, dropped } = view.counts;
  const lines = [
    address === '' ? 'Shots stay on this device.' : `Shots go to ${address}:${port} on your network.`,
    `${sent} sent, ${failed} failed, ${dropped} dropped${view.waiting > 0 ? `, ${view.waiting} waiting` : ''}`,
    view.last,
  ];
  lines.forEach((line, i) => {
    if (line === '') return;
    page.text(MARGIN + 4, HEADER_HEIGHT + 24 + LINE_HEIGHT * i, line, {
      size: SIZE.small,
      color: i === 0 ? COLOR.text : COLOR.muted,
      width: WIDTH - 2 * MARGIN - 8,
    });
    page.say(line);
  });
  listRows(page, rows, focus, LIST_TOP);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}

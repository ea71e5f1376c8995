// The rows of the page Play together, by the part that the device has in a session.

import type { SessionView } from '../online/online.ts';
import type { Row } from './rows.ts';

export function togetherRows(session: SessionView, recent: readonly string[]): readonly Row[] {
  if (session.ready === 'unenrolled') return [];
  if (session.role === 'host') return HOST_ROWS;
  return session.role === 'guest' ? guestRows(session) : offRows(recent);
}

const HOST_ROWS: readonly Row[] = [
  { label: 'New code, keep the guests', ok: { type: 'host.renew', keep_guests: true } },
  { label: 'New code, without the guests', ok: { type: 'host.renew', keep_guests: false } },
  { label: 'Stop hosting', ok: { type: 'host.stop' } },
];

function guestRows({ fol }: SessionView): readonly Row[] {
  const turn = { type: 'guest.follow', fol: !fol, again: !fol } as const;
  return [
    { label: 'Follow the host', value: fol ? 'yes' : 'no', ok: turn, left: turn, right: turn },
    { label: 'Leave the session', ok: { type: 'guest.leave' } },
  ];
}

const offRows = (recent: readonly string[]): readonly Row[] => [
  { label: 'Host a session', ok: { type: 'online.host' } },
  { label: 'Join with a code', ok: { type: 'open.joining' } },
  ...recent.map((code): Row => ({ label: `Join ${code} again`, ok: { type: 'online.join', code } })),
];

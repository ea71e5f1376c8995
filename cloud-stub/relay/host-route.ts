// POST /sim/host (relay §4.1; C18, C28): start, stop, regenerate, experience, round.

import type { HostRequest } from '../../wire/relay/requests.ts';
import { needsActive, type HostOperation } from './host-operations.ts';
import type { Answer, Caller } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';
import type { Session } from './session.ts';

export function hostRoute(parts: RelayParts, request: HostRequest, { device, now_ms }: Caller): Answer {
  const session = parts.store.of(device, now_ms);
  if (request.action === 'stop') return stop(parts, session, request, now_ms);
  if (needsActive(request) && !session?.active) return notActive(session);
  const before = session ?? opened(parts, device);
  const operation = withNewCode(parts, before, request, now_ms);
  const after = parts.store.apply(device, { kind: 'host', request: operation }, now_ms).session;
  return { fields: { status: 'ok', code: after.code, next_seq: after.next_seq }, state_of: device };
}

function stop(parts: RelayParts, session: Session | null, request: HostOperation, now_ms: number): Answer {
  if (session) parts.store.apply(session.host, { kind: 'host', request }, now_ms);
  return { fields: { status: 'ok', code: session?.code ?? '' }, state_of: null };
}

/** The host loop registers again when it reads this. */
const notActive = (session: Session | null): Answer => ({
  fields: { status: 'invalid', code: session?.code ?? '', next_seq: session?.next_seq ?? 1 },
  state_of: '',
});

const opened = ({ store, labels, codes }: RelayParts, device: string): Session =>
  store.open(device, labels.labelOf(device), codes.mint(device));

/** With guests kept the old code leads to the new one; otherwise it, and whatever led to it, leads nowhere (R9, R10). */
function withNewCode({ codes }: RelayParts, session: Session, request: HostRequest, now_ms: number): HostOperation {
  if (request.action !== 'regenerate') return request;
  if (request.keep_guests) codes.redirect(session.code, now_ms);
  else codes.end(session.code);
  return { ...request, code: codes.mint(session.host) };
}

// POST /sim/join (relay §4.3; C18, C19, C26, C29, C76): a guest joins, stays connected by a held heartbeat, and leaves.

import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { readCode } from '../../../wire/crockford.ts';
import { HOLD_MS_MAX } from '../../../wire/limits.ts';
import type { JoinRequest } from '../../../wire/relay/requests.ts';
import type { RelayAnswer, Holding } from './answer.ts';
import type { RelayEngine, SessionSnapshot } from '../engine.ts';
import type { GuestStatus } from '../session/guest-operations.ts';
import { holdName, type HeldJoin, type HoldStatus } from '../holds/hold.ts';
import { gone, type Waiter } from './relay-parts.ts';
import { guestOf, type Session } from '../session/session.ts';

/** Returns null if the caller of a heartbeat has disconnected. @param clock_ms Time on this process' clock. */
export async function joinRoute(
  engine: RelayEngine,
  request: JoinRequest,
  { device, isGone }: Waiter,
  clock_ms: number,
): Promise<RelayAnswer | Holding | null> {
  const code = readCode(request.code, HOST_CODE_SYMBOLS);
  const is_leaving = request.action === 'leave';
  const watched = request.action === 'heartbeat';
  const { owner: host, label, watch } = await engine.prepare({ device, code, label: !is_leaving, watch: watched });
  if (code === null || host === null || (host === device && !is_leaving)) {
    watch?.end();
    return is_leaving ? leaving('invalid') : invalidJoin(request.code);
  }
  if (request.action === 'leave') {
    const { outcome } = await engine.apply({ host, operation: { kind: 'leave', code, device } });
    return leaving(outcome.status);
  }
  // The guest may have sent a later request, such as a leave, which this would undo.
  if (watch && isGone()) return gone(watch);
  const kind = request.action;
  const {
    outcome,
    snapshot,
    hold_number: number,
  } = await engine.apply({
    host,
    operation: { kind, code, device, label, request },
    ...(watched ? { holds: holdName({ route: 'join', device }) } : {}),
  });
  const { session, status } = outcome;
  if (!watch || !session.active || status === 'invalid') {
    watch?.end();
    return status === 'invalid' ? invalidJoin(request.code) : joinAnswer(session, status, label, snapshot);
  }
  const arrived = status === 'full' || status === 'offline' ? status : 'ok';
  const joined = guestOf(session, device) !== undefined;
  const until_ms = clock_ms + Math.min(request.wait_ms, HOLD_MS_MAX);
  return {
    hold: { route: 'join', device, host, code, number, label, st: request.st, until_ms, arrived, joined },
    snapshot,
    watch,
  };
}

const leaving = (status: GuestStatus): RelayAnswer => ({ fields: { status }, state: null });

/** Echoes the code unchanged: a guest adopts the code of any answer. */
export const invalidJoin = (code: string): RelayAnswer => ({
  fields: { status: 'invalid', code, host_label: '', host_name: '' },
  state: 'empty',
});

/** `label`: label of the guest, by which it finds its seats in a round (C76). */
function joinAnswer(session: Session, status: GuestStatus, label: string, snapshot: SessionSnapshot): RelayAnswer {
  const stopped = status === 'offline' ? { host_stopped: !session.active } : {};
  const { code, label: host_label, name: host_name } = session;
  return { fields: { status, code, label, host_label, host_name, ...stopped }, state: snapshot };
}

/** Returns the answer to a held heartbeat when it ends. */
export const endedHeartbeat = ({ code, label }: HeldJoin, status: HoldStatus, snapshot: SessionSnapshot): RelayAnswer =>
  status === 'invalid' ? invalidJoin(code) : joinAnswer(snapshot.session, status, label, snapshot);

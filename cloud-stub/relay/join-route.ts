// POST /sim/join (relay §4.3; C18, C19, C26, C29, C76): a guest joins, keeps in touch by a held heartbeat, and leaves.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import { HOLD_MS_MAX } from '../../wire/limits.ts';
import type { JoinRequest, PresenceRequest } from '../../wire/relay/requests.ts';
import type { GuestStatus } from './guest-operations.ts';
import type { Hold, HoldStatus } from './hold.ts';
import type { Answer, Caller, Holding } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';
import { guestOf, type Session } from './session.ts';

export function joinRoute(parts: RelayParts, request: JoinRequest, caller: Caller): Answer | Holding {
  const { codes, store } = parts;
  const host = codes.hostOf(request.code, caller.now_ms);
  if (request.action === 'leave') return leave(parts, host, caller);
  if (host === null || host === caller.device) return invalidJoin(request.code);
  const kind = request.action;
  const label = parts.labels.labelOf(caller.device);
  const { session, status } = store.apply(host, { kind, device: caller.device, label, request }, caller.now_ms);
  if (kind === 'join' || !session.active) return joinAnswer(session, status, label);
  return { hold: holdOf(request, status, session, caller) };
}

function leave({ store }: RelayParts, host: string | null, { device, now_ms }: Caller): Answer {
  if (host !== null) store.apply(host, { kind: 'leave', device }, now_ms);
  return { fields: { status: host === null ? 'invalid' : 'ok' }, state_of: null };
}

/** The code goes back as it came: a guest adopts the code of any answer. */
const invalidJoin = (code: string): Answer => ({
  fields: { status: 'invalid', code, host_label: '', host_name: '' },
  state_of: '',
});

/** `label`: the guest's own, by which it finds its seats in a round (C76). */
function joinAnswer(session: Session, status: GuestStatus, label: string): Answer {
  const stopped = status === 'offline' ? { host_stopped: !session.active } : {};
  const { code, label: host_label, name: host_name, host } = session;
  return { fields: { status, code, label, host_label, host_name, ...stopped }, state_of: host };
}

function holdOf(request: PresenceRequest, status: GuestStatus, session: Session, { device, now_ms }: Caller): Hold {
  const code = readCode(request.code, HOST_CODE_SYMBOLS) ?? '';
  const until_ms = now_ms + Math.min(request.wait_ms, HOLD_MS_MAX);
  const arrived = status === 'full' || status === 'offline' ? status : 'ok';
  const joined = guestOf(session, device) !== undefined;
  return { route: 'join', device, host: session.host, code, st: request.st, since: 0, until_ms, arrived, joined };
}

/** What a held heartbeat is answered when it ends. */
export function endedHeartbeat({ store, labels }: RelayParts, hold: Hold, status: HoldStatus, now_ms: number): Answer {
  const session = store.of(hold.host, now_ms);
  if (status === 'invalid' || !session) return invalidJoin(hold.code);
  return joinAnswer(session, status, labels.labelOf(hold.device));
}

// POST /sim/poll (relay §4.2; C10, C17, C18, C76): the host's held request.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import { HOLD_MS_MAX } from '../../wire/limits.ts';
import type { PollRequest } from '../../wire/relay/requests.ts';
import type { Hold, HoldStatus } from './hold.ts';
import { itemOf } from './input-queue.ts';
import type { Answer, Caller, Holding } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';
import type { Session } from './session.ts';

export function pollRoute(parts: RelayParts, request: PollRequest, { device, now_ms }: Caller): Answer | Holding {
  const host = parts.codes.hostOf(request.code, now_ms);
  const own = parts.store.of(device, now_ms);
  if (host !== null && host !== device) return refusedPoll('forbidden', own);
  if (host === null || !own?.active) return refusedPoll('invalid', own);
  parts.store.apply(device, { kind: 'poll', request }, now_ms);
  const code = readCode(request.code, HOST_CODE_SYMBOLS) ?? '';
  const until_ms = now_ms + Math.min(request.wait_ms, HOLD_MS_MAX);
  const { since, st } = request;
  return { hold: { route: 'poll', device, host, code, st, since, until_ms, arrived: 'ok', joined: false } };
}

const refusedPoll = (status: 'forbidden' | 'invalid', own: Session | null): Answer => ({
  fields: { status, items: [], next_seq: own?.next_seq ?? 1 },
  state_of: '',
});

/** What a held poll is answered when it ends. */
export function endedPoll({ store }: RelayParts, hold: Hold, status: HoldStatus, now_ms: number): Answer {
  const session = store.of(hold.host, now_ms);
  if (status !== 'ok' || !session) return refusedPoll('invalid', session);
  const items = store.inputs(hold.host, hold.since, now_ms).map((input) => itemOf(input, now_ms));
  const moved = session.code === hold.code ? {} : { code: session.code };
  const away = session.guests.filter(({ listed }) => !listed).map(({ label }) => label);
  return { fields: { status, items, next_seq: session.next_seq, away, ...moved }, state_of: hold.host };
}

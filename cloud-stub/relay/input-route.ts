// POST /sim/input (relay §4.4; C11): a guest's aim, club, putt and the rest.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import type { InputRequest } from '../../wire/relay/requests.ts';
import type { Answer, Caller } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';

export function inputRoute({ codes, store }: RelayParts, request: InputRequest, { device, now_ms }: Caller): Answer {
  const host = codes.hostOf(request.code, now_ms);
  if (host === null) return invalidInput;
  const { session, status, queued } = store.apply(host, { kind: 'input', device, request }, now_ms);
  if (status === 'invalid') return invalidInput;
  const used = readCode(request.code, HOST_CODE_SYMBOLS);
  const moved = session.code === used ? {} : { code: session.code };
  const stopped = status === 'offline' ? { host_stopped: !session.active } : {};
  return { fields: { status, seq: queued?.seq ?? 0, ...moved, ...stopped }, state_of: host };
}

/** An input that was answered before is not taken again, but is a sign of life all the same (R25). */
export function repeatedInput({ codes, store }: RelayParts, { code }: InputRequest, { device, now_ms }: Caller): void {
  const host = codes.hostOf(code, now_ms);
  if (host !== null) store.apply(host, { kind: 'contact', device }, now_ms);
}

/** `seq` 0: nothing was queued. */
const invalidInput: Answer = { fields: { status: 'invalid', seq: 0 }, state_of: '' };

// POST /sim/poll (relay §4.2; C10, C17, C18, C76): the host's held request.

import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { readCode } from '../../../wire/crockford.ts';
import { HOLD_MS_MAX } from '../../../wire/limits.ts';
import type { PollRequest } from '../../../wire/relay/requests.ts';
import type { RelayAnswer, Holding } from './answer.ts';
import type { RelayEngine, SessionSnapshot } from '../engine.ts';
import { holdName, type HeldPoll, type HoldStatus } from '../holds/hold.ts';
import { itemOf } from '../session/input-queue.ts';
import { gone, type Waiter } from './relay-parts.ts';
import { leadsHere } from '../session/session.ts';

/** Returns null if the caller has disconnected. @param clock_ms Time on this process' clock. */
export async function pollRoute(
  engine: RelayEngine,
  request: PollRequest,
  { device, isGone }: Waiter,
  clock_ms: number,
): Promise<RelayAnswer | Holding | null> {
  const { since, st } = request;
  const code = readCode(request.code, HOST_CODE_SYMBOLS);
  const { owner, has_session, watch } = await engine.prepare({ device, code, watch: true });
  if (code === null || owner !== device || !has_session || !watch) {
    watch?.end();
    return refused(engine, owner !== device ? owner : null, code, device);
  }
  if (isGone()) return gone(watch);
  const operation = { kind: 'poll', code, request } as const;
  const {
    outcome,
    snapshot,
    hold_number: number,
  } = await engine.apply({
    host: device,
    operation,
    since,
    holds: holdName({ route: 'poll', device }),
  });
  if (outcome.status === 'invalid') {
    watch.end();
    return refusedPoll('invalid', outcome.session.next_seq);
  }
  const until_ms = clock_ms + Math.min(request.wait_ms, HOLD_MS_MAX);
  return { hold: { route: 'poll', device, host: device, code, number, st, since, until_ms }, snapshot, watch };
}

/** Returns `forbidden` if the code now belongs to the session of another host. */
async function refused(
  engine: RelayEngine,
  owner: string | null,
  code: string | null,
  device: string,
): Promise<RelayAnswer> {
  const other = owner === null ? null : await engine.look(owner, null);
  const own = await engine.look(device, null);
  const leads = code !== null && other !== null && leadsHere(other.session, code, other.now_ms);
  return refusedPoll(leads ? 'forbidden' : 'invalid', own?.session.next_seq ?? 1);
}

export const refusedPoll = (status: 'forbidden' | 'invalid', next_seq: number): RelayAnswer => ({
  fields: { status, items: [], next_seq },
  state: 'empty',
});

/** Returns the answer to a held poll when it ends. */
export function endedPoll(hold: HeldPoll, status: HoldStatus, snapshot: SessionSnapshot): RelayAnswer {
  const { session, now_ms, inputs } = snapshot;
  if (status !== 'ok') return refusedPoll('invalid', session.next_seq);
  const items = inputs.map((input) => itemOf(input, now_ms));
  const moved = session.code === hold.code ? {} : { code: session.code };
  const away = session.guests.filter(({ listed }) => !listed).map(({ label }) => label);
  return { fields: { status, items, next_seq: session.next_seq, away, ...moved }, state: snapshot };
}

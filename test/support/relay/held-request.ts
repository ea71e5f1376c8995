// A session as a relay sees it and the requests it holds, without the relay itself.

import type { SessionSnapshot } from '../../../cloud-stub/relay/engine.ts';
import type { HeldJoin, HeldPoll } from '../../../cloud-stub/relay/holds/hold.ts';
import { newSession } from '../../../cloud-stub/relay/session/session.ts';
import type { StateViews } from '../../../cloud-stub/relay/session/state-views.ts';

export const HOST = 'TP-00000000000A';
const CODE = 'ABC123';

/** Returns an active session with this many events, which is its version too. */
export function snapshotAt(version: number): SessionSnapshot {
  const ev = { seq: version, kind: 'aim', name: 'Bob', steps: 1 } as const;
  const session = { ...newSession(HOST, 'Stout Parrot', CODE), active: true, polled_ms: 0, ev };
  return { session, version, now_ms: 1000, inputs: [], holds: {} };
}

const heldAt = (views: StateViews, snapshot: SessionSnapshot) =>
  ({ host: HOST, code: CODE, number: 0, st: views.of(snapshot).st, until_ms: 20_000 }) as const;

/** Returns the heartbeat of a guest that has seen this version. */
export const heartbeat = (views: StateViews, snapshot: SessionSnapshot, device = 'Bob'): HeldJoin => ({
  ...heldAt(views, snapshot),
  route: 'join',
  device,
  label: device,
  arrived: 'ok',
  joined: false,
});

/** Returns the host's own poll. */
export const pollOf = (views: StateViews, snapshot: SessionSnapshot, since: number): HeldPoll => ({
  ...heldAt(views, snapshot),
  route: 'poll',
  device: HOST,
  since,
});

// Sessions on a shared store. A session is read and written atomically, and written only if no other relay wrote in
// between; otherwise the changes are applied again to its new state.

import { toBase64url } from '../../../wire/bytes.ts';
import type { Random } from '../../../hal/random/random.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { EngineAway, type Applied, type SessionChange, type SessionSnapshot } from '../engine.ts';
import { POLL_ITEMS_MAX, type QueuedInput } from '../session/input-queue.ts';
import { persistedOf, type Session, type PersistedSession } from '../session/session.ts';
import { boundedMap } from './bounded-map.ts';
import { answerNames, turnOf, type ReadSession, type AppliedBatch } from './session-batch.ts';
import type { SharedStore, SharedWrite } from './shared-store.ts';
import type { Watches } from './watches.ts';

/** Each rejects with `EngineAway` if the store is unreachable. */
interface SharedSessions {
  /** Returns null if the host has no session. `answers`: names of the requested idempotency records. */
  read(host: string, since: number | null, answers: readonly string[]): Promise<ReadSession | null>;
  /** Applies the changes to a session in order, and retries until no other relay has written in between. */
  apply(host: string, changes: readonly SessionChange[]): Promise<readonly Applied[]>;
  has(host: string): Promise<boolean>;
  /** Stores a new session, unless another relay has just done so. */
  open(session: Session): Promise<void>;
  /** Returns the number of cached sessions. */
  known(): number;
}

interface SharedSessionsOptions {
  readonly store: SharedStore;
  readonly random: Random;
  readonly watches: Pick<Watches, 'made'>;
  /** Called when this process has changed a session. */
  readonly changed: (host: string) => void;
}

/** Sessions whose persisted state is cached, so that it is not read again while unchanged. */
const CACHED_MAX = 20_000;
/** Write attempts for a batch: that many conflicts indicate a fault. */
const TRIES_MAX = 100;

export function createSharedSessions({ store, random, watches, changed }: SharedSessionsOptions): SharedSessions {
  const known = boundedMap<{ readonly tag: string; readonly facts: PersistedSession }>(CACHED_MAX);
  const nextTag = tagsOf(random);

  const read = async (host: string, since: number | null, answers: readonly string[]): Promise<ReadSession | null> => {
    const before = known.get(host);
    const stored = await store.read({ host, since, answers, known_tag: before?.tag ?? '' });
    if (!stored) {
      known.delete(host); // a fail-over may have lost the cached state
      return null;
    }
    const { facts: newer, contacts, ...rest } = stored;
    const facts = newer ?? assertDefined(before, 'cached session state').facts;
    known.set(host, { tag: stored.tag, facts });
    return { ...rest, session: { ...facts, ...contacts } };
  };

  const applyRun: SharedSessions['apply'] = async (host, changes) => {
    const since = changes.find((change) => change.since !== undefined)?.since ?? null;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const before = await read(host, since, answerNames(changes));
      // The session existed when the request was prepared: a fail-over has lost it, and a retry creates a new one.
      if (!before) throw new EngineAway(`The session of ${host} is lost.`);
      const turn = turnOf(before, changes, nextTag());
      const change = turn.write?.change;
      const written = turn.write ? await store.write(host, turn.write) : NOT_WRITTEN;
      if (!written) continue;
      if (change) {
        known.set(host, change);
        watches.made(host, written.version);
        changed(host);
      }
      // Contacts are written regardless of other writes, so the known version is the one that was read.
      return appliedOf(before, turn, change ? written : { ...written, version: before.version }, changes);
    }
    throw new EngineAway(`Other relays keep writing the session of ${host}.`);
  };

  return {
    read,
    async apply(host, all) {
      const applied: Applied[] = [];
      for (const changes of runsOf(all)) applied.push(...(await applyRun(host, changes)));
      return applied;
    },
    has: async (host) => known.get(host) !== undefined || (await read(host, null, [])) !== null,
    async open(session) {
      const facts = persistedOf(session);
      const change = { expected_tag: '', tag: nextTag(), facts, silent: {}, clears_inputs: false, inputs: [] };
      await store.write(session.host, { ...NOTHING_ELSE, now_ms: 0, change });
    },
    known: () => known.size,
  };
}

/**
 * Splits the changes into runs to apply together: those that request inputs share one cursor, since a read returns the
 * inputs of one poll only.
 */
function runsOf(changes: readonly SessionChange[]): readonly (readonly SessionChange[])[] {
  const runs: SessionChange[][] = [];
  let cursor: number | undefined;
  for (const change of changes) {
    const run = runs.at(-1);
    const differs = cursor !== undefined && change.since !== undefined && change.since !== cursor;
    if (run && !differs) run.push(change);
    else runs.push([change]);
    if (differs || cursor === undefined) cursor = change.since;
  }
  return runs;
}

const NOT_WRITTEN: SharedWrite = { version: 0, hold_numbers: [] };
const NOTHING_ELSE = { polled_ms: null, seen_ms: {}, gone: [], answers: [], holds: [] } as const;

/** Returns a generator of tags that are unique across processes. */
function tagsOf(random: Random): () => string {
  const process = toBase64url(random.bytes(9));
  let count = 0;
  return () => `${process}.${count++}`;
}

function appliedOf(
  before: ReadSession,
  turn: AppliedBatch,
  written: SharedWrite,
  changes: readonly SessionChange[],
): readonly Applied[] {
  const names = changes.flatMap(({ holds }) => holds ?? []);
  const numbers = new Map(names.map((name, at) => [name, written.hold_numbers[at] ?? 0]));
  const { now_ms } = before;
  const inputsAfter = (cursor: number): readonly QueuedInput[] =>
    [...(turn.clears_inputs ? [] : before.inputs), ...turn.inputs]
      .filter(({ seq }) => seq > cursor)
      .slice(0, POLL_ITEMS_MAX);
  let hold_at = 0;
  return changes.flatMap((change, at): Applied[] => {
    const done = turn.done[at];
    if (!done) return [];
    const snapshot: SessionSnapshot = {
      session: turn.session,
      version: written.version,
      now_ms,
      inputs: change.since === undefined ? [] : inputsAfter(change.since),
      holds: { ...before.holds, ...Object.fromEntries(numbers) },
    };
    const hold_number = change.holds === undefined ? 0 : (written.hold_numbers[hold_at++] ?? 0);
    return [{ ...done, snapshot, hold_number }];
  });
}

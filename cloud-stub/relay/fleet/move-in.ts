// Migrates a relay's own database to a shared store: codes, labels, sessions with their queued inputs, and idempotency
// records. Entries of an earlier attempt stay. Hosts keep their codes, and clients notice only that a held request
// ends.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { ANSWER_MEMORY_MS } from '../routes/idempotency-record.ts';
import { createInputQueue } from '../session/input-queue.ts';
import { persistedOf, revived } from '../session/session.ts';
import type { RelayDatabase } from '../sqlite/database.ts';
import { readStoredAnswer } from '../sqlite/answer-memory.ts';
import { nameOfAnswer } from './session-batch.ts';
import type { SessionWrite, SharedStore } from './shared-store.ts';

export interface Moved {
  readonly sessions: number;
  readonly codes: number;
  readonly labels: number;
}

/**
 * @param now_ms Unix time. Errors: `data_foreign` if the store already has a different code, label or session under the
 * same key; data already moved stays.
 */
export async function moveIn(database: RelayDatabase, store: SharedStore, now_ms: number): Promise<Result<Moved>> {
  const codes = database.codes();
  for (const { code, host } of codes)
    if (!(await store.giveCode(code, host)) && (await store.ownerOf(code)) !== host) return taken(`the code ${code}`);
  const labels = database.labels();
  for (const { device, label } of labels)
    if ((await store.giveLabel(device, label)) !== label) return taken(`the label ${label}`);
  const writes = writesOf(database, Math.max(now_ms, database.latest_ms()));
  for (const [host, write] of writes) {
    const wanted = { host, known_tag: '', since: null, answers: [] };
    if (!(await store.write(host, write)) && (await store.read(wanted))?.tag !== write.change?.tag)
      return taken(`a session of ${host}`);
  }
  return ok({ sessions: writes.length, codes: codes.length, labels: labels.length });
}

const taken = (what: string): Result<never> =>
  fail('data_foreign', `The engine already has ${what} from another relay; use another prefix.`);

/** Returns the same tag for the same session, so that the write of an earlier attempt is recognized. */
const tagOf = (moved: Pick<NonNullable<SessionWrite['change']>, 'facts' | 'inputs'>): string =>
  `moved.${createHash('sha256').update(JSON.stringify(moved)).digest('base64url')}`;

function writesOf(database: RelayDatabase, now_ms: number): readonly (readonly [host: string, SessionWrite])[] {
  const contacts = database.contacts();
  const answers = Map.groupBy(
    database.answers().filter(({ at_ms }) => now_ms - at_ms < ANSWER_MEMORY_MS),
    ({ host }) => host,
  );
  return database.sessions().map(({ facts: stored, polled }) => {
    const { host } = stored;
    const session = revived(stored, polled, contacts.get(host) ?? null, now_ms);
    const queue = createInputQueue(database.inputs(host));
    queue.expire(now_ms);
    const moved = { facts: persistedOf(session), inputs: queue.all() };
    const change = { expected_tag: '', tag: tagOf(moved), silent: {}, clears_inputs: false, ...moved };
    const write: SessionWrite = {
      now_ms,
      change,
      polled_ms: session.polled_ms,
      seen_ms: session.seen_ms,
      gone: [],
      answers: (answers.get(host) ?? []).map(({ device, rid, answer }) => ({
        name: nameOfAnswer(device, rid),
        answer: readStoredAnswer(answer),
      })),
      holds: [],
    };
    return [host, write];
  });
}

// Migrates a shared store to the database of a single relay, or to a backup. It reads each session at a different time,
// and the codes and labels after them, so that those which the sessions use are included.

import { assertDefined } from '../../../wire/errors.ts';
import { POLL_ITEMS_MAX, type QueuedInput } from '../session/input-queue.ts';
import type { RelayDatabase } from '../sqlite/database.ts';
import type { Moved } from './move-in.ts';
import { answerOfName } from './session-batch.ts';
import type { SharedStore, StoredSession } from './shared-store.ts';

/** Number of sessions read in parallel. */
const AT_ONCE = 50;

/**
 * @param database Must be empty.
 * @param onProgress Called with the number of sessions moved and the total.
 * @throws `EngineAway`.
 */
export async function moveOut(
  store: Pick<SharedStore, 'read' | 'contents'>,
  database: RelayDatabase,
  onProgress: (moved: number, of: number) => void = () => {},
): Promise<Moved> {
  const hosts = [...(await store.contents.sessions())];
  let sessions = 0;
  for (let at = 0; at < hosts.length; at += AT_ONCE) {
    const read = hosts.slice(at, at + AT_ONCE).map(([host, answers]) => readWhole(store, host, answers));
    for (const whole of await Promise.all(read)) if (whole && ++sessions) save(database, whole);
    database.commit();
    onProgress(Math.min(at + AT_ONCE, hosts.length), hosts.length);
  }
  const [codes, labels] = [await store.contents.codes(), await store.contents.labels()];
  for (const [code, host] of codes) database.addCode(code, host);
  for (const [device, label] of labels) database.addLabel(device, label);
  database.commit();
  return { sessions, codes: codes.size, labels: labels.size };
}

interface Whole extends StoredSession {
  readonly host: string;
  /** Names of its idempotency records. */
  readonly names: readonly string[];
}

/** Reads a session with all its inputs; null if it no longer exists. */
async function readWhole(
  store: Pick<SharedStore, 'read'>,
  host: string,
  names: readonly string[],
): Promise<Whole | null> {
  const wanted = { host, known_tag: '', answers: names };
  const first = await store.read({ ...wanted, since: 0 });
  if (!first) return null;
  const inputs: QueuedInput[] = [...first.inputs];
  for (let newest = first; newest.inputs.length === POLL_ITEMS_MAX;) {
    const next = await store.read({ ...wanted, since: inputs.at(-1)?.seq ?? 0 });
    // Another relay changed the session in between: start over.
    if (next?.tag !== first.tag) return readWhole(store, host, names);
    inputs.push(...next.inputs);
    newest = next;
  }
  return { ...first, inputs, host, names };
}

function save(database: RelayDatabase, { host, names, facts, contacts, inputs, answers, now_ms }: Whole): void {
  database.saveSession(assertDefined(facts, 'state of a session'), contacts.polled_ms !== null);
  database.saveContacts(host, contacts);
  for (const input of inputs) database.addInput(host, input);
  for (const [at, name] of names.entries()) {
    const answer = answers[at];
    const { device, rid } = answerOfName(name);
    // The store does not report the age of a record: keeping it longer does no harm.
    if (answer) database.addAnswer(host, device, rid, now_ms, JSON.stringify(answer));
  }
}

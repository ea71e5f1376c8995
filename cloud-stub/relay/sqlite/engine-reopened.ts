// Engine that survives the loss of its database. If the disk refuses writes, unsaved memory is dropped and calls are
// refused, as if the engine were away (C136); the database is reopened until it accepts writes.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { Log } from '../../../hal/log/log.ts';
import { messageOf, ok, type Result } from '../../../wire/errors.ts';
import { EngineAway, type ChangeListener, type RelayEngine, type SessionQuery } from '../engine.ts';
import type { RelayDatabase } from './database.ts';

interface ReopenedEngineOptions {
  readonly clock: Pick<Clock, 'now_ms'>;
  readonly log: Log;
  /** Opens the database; reopening happens during calls, so it must not wait. Errors: as for the database file. */
  readonly open: (again: boolean) => Result<RelayDatabase>;
  /** Starts an engine on the database. Errors: `data_unusable`, after closing it. */
  readonly start: (database: RelayDatabase, onLost: (reason: unknown) => void) => Result<RelayEngine>;
}

interface ReopenedEngine extends RelayEngine {
  /** Whether the database is open. Reopens it if due. */
  isReady(): boolean;
  /** Copies the committed data to a new file. Rejects if that fails. */
  copyTo(path: string): Promise<void>;
}

interface Opened {
  readonly engine: RelayEngine;
  readonly database: RelayDatabase;
}

/** Delay before reopening, first and longest. */
const [PAUSE_MS, PAUSE_MS_MAX] = [1000, 30_000];

/** Errors: as for the first opening; errors of later attempts are logged. */
export function openReopenedEngine(options: ReopenedEngineOptions): Result<ReopenedEngine> {
  const { clock, log } = options;
  const listeners = new Set<ChangeListener>();
  /** Hosts with held requests; the relay checks all of them after reopening. */
  const watched = new Set<string>();
  let current: Opened | null = null;
  let again = { at_ms: 0, pause_ms: PAUSE_MS };

  const lose = (reason: unknown): void => {
    const lost = current;
    current = null;
    if (again.pause_ms === PAUSE_MS)
      log.write('error', 'relay', `The database rejects writes: ${messageOf(reason)}. Acknowledged data is safe.`);
    again = { at_ms: clock.now_ms() + again.pause_ms, pause_ms: Math.min(2 * again.pause_ms, PAUSE_MS_MAX) };
    void lost?.engine.close();
  };
  const openNow = (is_again: boolean): Result<Opened> => {
    const database = options.open(is_again);
    if (!database.ok) return database;
    const engine = options.start(database.value, lose);
    if (!engine.ok) return engine;
    engine.value.onChange((...change) => listeners.forEach((listener) => listener(...change)));
    return ok((current = { engine: engine.value, database: database.value }));
  };
  const openAgain = (): void => {
    if (current || clock.now_ms() < again.at_ms) return;
    const opened = openNow(true);
    if (!opened.ok) return lose(opened.error.message);
    for (const host of watched) for (const listener of listeners) listener(host, clock.now_ms(), true);
  };
  const use = async <T>(work: (engine: RelayEngine) => Promise<T>): Promise<T> => {
    openAgain();
    if (!current) throw new EngineAway('The database is not accepting writes.');
    return work(current.engine).catch((thrown: unknown) => {
      throw isOfDatabase(thrown) ? new EngineAway(messageOf(thrown)) : thrown;
    });
  };
  const watch = ({ device, code }: SessionQuery, owner: string | null): void => {
    const host = code === undefined ? device : owner;
    if (host !== null) watched.add(host);
  };
  const first = openNow(false);
  if (!first.ok) return first;
  return ok({
    async prepare(wanted) {
      const prepared = await use((engine) => engine.prepare(wanted));
      if (prepared.watch) watch(wanted, prepared.owner);
      return prepared;
    },
    async apply(change) {
      const applied = await use((engine) => engine.apply(change));
      if (again.pause_ms > PAUSE_MS) log.write('info', 'relay', 'The database accepts writes again.');
      again = { at_ms: 0, pause_ms: PAUSE_MS };
      return applied;
    },
    look: (host, since) => use((engine) => engine.look(host, since)),
    onChange: (listener) => void listeners.add(listener),
    stats: () => current?.engine.stats() ?? { sessions: 0 },
    isReady() {
      openAgain();
      return current !== null;
    },
    async copyTo(path) {
      if (!current) throw new EngineAway('The database is not accepting writes.');
      await current.database.copyTo(path);
    },
    async close() {
      await current?.engine.close();
    },
  });
}

/** Whether SQLite threw this error; the end of the batch then finds that nothing was stored. */
const isOfDatabase = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_SQLITE_ERROR';

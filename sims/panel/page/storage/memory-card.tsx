// Shows the records in the device's storage, to damage, export or import them.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import type { StorageInfo } from '../connection/api.ts';
import { recordSizes } from './memory-text.ts';
import { RecordEditor } from './record-editor.tsx';
import { countText } from '../common/number-text.ts';

interface MemoryCardProps {
  readonly actions: Actions;
  readonly fetchStorage: () => Promise<StorageInfo | null>;
  /** Value that changes whenever the storage may have changed. */
  readonly changes: unknown;
  readonly past: boolean;
  /** Time shown, on the device's clock; null for the present. */
  readonly until_ms: number | null;
}

const SETTLE_MS = 300;

export function MemoryCard({ actions, fetchStorage, changes, past, until_ms }: MemoryCardProps) {
  const [storage, setStorage] = useState<(StorageInfo & { readonly of_now: boolean }) | null>(null);
  const [opened, open] = useState<string | null>(null);
  /** Number of the newest request; answers to older ones are dropped. */
  const latest_request = useRef(0);
  const refresh = (): void => {
    const mine = ++latest_request.current;
    const loaded = until_ms === null ? fetchStorage() : actions.readMemory(until_ms).then(storageOfMemory);
    void loaded.then(
      (info) => mine === latest_request.current && setStorage(info && { ...info, of_now: until_ms === null }),
    );
  };
  const change = (what: Parameters<Actions['changeStorage']>[0]): void =>
    void actions.changeStorage(what).then(refresh);
  useEffect(() => {
    const timer = setTimeout(refresh, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [changes, until_ms]);
  if (!storage) return null;
  const { cuts_at_next_write, of_now, records, writes } = storage;
  return (
    <section class="card card-memory" aria-label="Memory">
      <div class="card-head">
        <h2>Memory</h2>
        <div class="card-actions">
          <button type="button" data-testid="memory-export" onClick={() => actions.saveMemory(until_ms)}>
            Export
          </button>
          <Import {...{ actions, past }} />
          <Snapshot {...{ actions, past }} />
          <button
            type="button"
            disabled={past}
            aria-pressed={cuts_at_next_write}
            data-testid="cut-at-write"
            title="Cut the power during the write"
            onClick={() => change({ cut_at_next_write: !cuts_at_next_write })}
          >
            Cut power at next write
          </button>
        </div>
      </div>
      <table class="facts memory" data-testid="records">
        <caption>
          {countText(records.length, 'record')}
          {of_now ? `, ${countText(writes, 'write')} since the device was switched on` : ' at this moment'}
        </caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Copies</th>
            <th scope="col">Damage</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow
              key={record.name}
              {...{ record, past }}
              opened={record.name === opened}
              open={() => open(record.name === opened ? null : record.name)}
              damage={() => change({ damage: record.name })}
            />
          ))}
        </tbody>
      </table>
      {opened !== null && <RecordEditor key={opened} name={opened} {...{ actions, changes, past, until_ms }} />}
    </section>
  );
}

/** Builds the view of a past state, in which only the records' contents are known, not their copies. */
function storageOfMemory(memory: string | null): StorageInfo | null {
  if (memory === null) return null;
  const records = recordSizes(memory).map(({ name, bytes }) => ({
    name,
    copies: [{ file: '', version: 0, bytes, damage: '' }],
  }));
  return { writes: 0, cuts_at_next_write: false, records };
}

interface RecordRowProps {
  readonly record: StorageInfo['records'][number];
  readonly past: boolean;
  readonly opened: boolean;
  readonly open: () => void;
  readonly damage: () => void;
}

/** Record of the device's identity, whose secret is not shown on pages. */
const IDENTITY = 'identity';

function RecordRow({ record: { name, copies }, past, opened, open, damage }: RecordRowProps) {
  return (
    <tr class={opened ? 'memory-open' : undefined}>
      <th scope="row">
        {name === IDENTITY ? (
          name
        ) : (
          <button type="button" class="chip" aria-expanded={opened} title="Show its contents" onClick={open}>
            {name}
          </button>
        )}
      </th>
      <td>
        {copies
          .toSorted((a, b) => (b.version ?? 0) - (a.version ?? 0))
          .map((copy) => (
            <span key={copy.file} class={copy.damage === '' ? 'copy' : 'copy row-problem'} title={copy.damage}>
              {copy.file === '' ? '' : copy.version === null ? 'damaged, ' : `version ${copy.version}, `}
              {copy.bytes} bytes
            </span>
          ))}
      </td>
      <td>
        <button
          type="button"
          class="chip"
          disabled={past || copies.every(({ version }) => version === null)}
          aria-label={`Damage the newest copy of ${name}`}
          onClick={damage}
        >
          Damage
        </button>
      </td>
    </tr>
  );
}

type MoveProps = Pick<MemoryCardProps, 'actions' | 'past'>;

function Import({ actions, past }: MoveProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    await actions.importMemory(await file.text(), file.name);
  };
  return (
    <>
      <button
        type="button"
        disabled={past}
        title="Restart the device with a file; its identity stays"
        onClick={() => input.current?.click()}
      >
        Import
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        data-testid="memory-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void read(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Snapshot({ actions, past }: MoveProps) {
  const [, drawAgain] = useState({});
  const snapshot = actions.snapshot();
  return (
    <>
      <button
        type="button"
        disabled={past}
        data-testid="snapshot"
        title="Keep the stored records on this page"
        onClick={() => void actions.takeSnapshot().then(() => drawAgain({}))}
      >
        Snapshot
      </button>
      <button
        type="button"
        disabled={past || snapshot === null}
        data-testid="snapshot-back"
        onClick={() =>
          snapshot !== null && void actions.putMemory(snapshot, 'The device has restarted from the snapshot.')
        }
      >
        Restore
      </button>
    </>
  );
}

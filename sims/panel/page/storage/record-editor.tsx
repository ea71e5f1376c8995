// Shows one record of the storage and edits it if it is JSON.

import { useEffect, useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import { isJson, recordIn, withRecord, type StoredRecord } from './memory-text.ts';

interface RecordEditorProps {
  readonly name: string;
  readonly actions: Pick<Actions, 'readMemory' | 'putMemory'>;
  /** Value that changes whenever the record may have changed. */
  readonly changes: unknown;
  readonly past: boolean;
  /** Time shown; null for the present. */
  readonly until_ms: number | null;
}

const ROWS_MAX = 16;

export function RecordEditor({ name, actions, changes, past, until_ms }: RecordEditorProps) {
  const stored = useRecord({ name, actions, changes, until_ms });
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const edit = (next: string | null): void => {
    setDraft(next);
    setProblem('');
  };
  const write = async (text: string): Promise<void> => {
    if (!isJson(text)) return setProblem('Not JSON: nothing was written.');
    // Keeps all other records as they are now.
    const memory = await actions.readMemory(null);
    if (memory === null) return;
    if (await actions.putMemory(withRecord(memory, name, text), `The device has restarted with the new ${name}.`))
      edit(null);
  };
  if (stored === undefined) return null;
  if (stored === null)
    return (
      <p class="empty">
        No record {name} {until_ms === null ? 'now' : 'at this moment'}.
      </p>
    );
  if (stored.kind !== 'JSON') return <pre class="row-body record-bytes">{stored.text}</pre>;
  const text = past ? stored.text : (draft ?? stored.text);
  return (
    <div class="record-editor">
      <textarea
        aria-label={`Record ${name}`}
        data-testid="record-text"
        spellcheck={false}
        rows={Math.min(ROWS_MAX, text.split('\n').length + 1)}
        readOnly={past}
        value={text}
        onInput={({ currentTarget: { value } }) => edit(value)}
      />
      <div class="card-actions">
        <button
          type="button"
          disabled={past || draft === null}
          data-testid="record-write"
          title="Restart the device with this record"
          onClick={() => void write(text)}
        >
          Write
        </button>
        <button type="button" disabled={past || draft === null} onClick={() => edit(null)}>
          Undo
        </button>
        <p class="row-problem" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** Returns the record; null if there is none, undefined while it loads or if it can't be read. */
function useRecord(props: Omit<RecordEditorProps, 'past'>): StoredRecord | null | undefined {
  const { name, actions, changes, until_ms } = props;
  const [stored, setStored] = useState<StoredRecord | null | undefined>();
  useEffect(() => {
    let wanted = true;
    void actions
      .readMemory(until_ms)
      .then((memory) => wanted && setStored(memory === null ? undefined : recordIn(memory, name)));
    return () => {
      wanted = false;
    };
  }, [name, changes, until_ms]);
  return stored;
}

// Pane of the device's storage: its records, and its reads and writes, newest first.

import { useMemo, useState } from 'preact/hooks';
import { MemoryCard } from './memory-card.tsx';
import { NoTimeline, secondsText } from '../timeline/no-timeline.tsx';
import { isPast } from '../connection/panel.ts';
import type { PaneProps } from '../pane-props.ts';
import { countText } from '../common/number-text.ts';
import { storageAccesses } from './storage-accesses.ts';
import { useTimeline } from '../timeline/timeline.ts';

const SHOWN_MAX = 100;
const READ = /^(read|list)\b/;

export function StoragePane({ device, panel }: PaneProps) {
  const { hello, past, switches } = panel;
  const events = useTimeline(device.timeline);
  const accesses = useMemo(() => storageAccesses(events), [events]);
  const last = accesses.at(-1);
  const [with_reads, setWithReads] = useState(false);
  const shown = with_reads ? accesses : accesses.filter(({ name }) => !READ.test(name));
  const written = accesses.filter(
    ({ name, took_ms, problem }) => name.startsWith('write ') && took_ms !== null && problem === null,
  );
  return (
    <>
      {switches.power !== null && (
        <MemoryCard
          key={device.index}
          actions={device.actions}
          fetchStorage={device.storage}
          // A write changes the storage when it ends, which may take longer than the card waits.
          changes={`${device.index} ${last?.number} ${last?.took_ms} ${switches.power}`}
          past={isPast(panel)}
          until_ms={past.at_ms}
        />
      )}
      <section class="card card-storage" aria-label="Reads and writes">
        <div class="card-head">
          <h2>Reads and writes</h2>
          <p class="row-quiet">
            {countText(written.length, 'write')}, {written.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)} bytes in
            the last ten minutes
          </p>
          <button
            type="button"
            aria-pressed={with_reads}
            data-testid="storage-reads"
            onClick={() => setWithReads(!with_reads)}
          >
            Show reads
          </button>
        </div>
        <ol class="rows" data-testid="storage" tabIndex={0} aria-label="Reads and writes, newest first">
          {shown
            .slice(-SHOWN_MAX)
            .toReversed()
            .map(({ number, at_ms, name, bytes, took_ms, problem, absent }) => (
              <li key={number} class={problem === null ? 'row' : 'row row-bad'}>
                <span class="row-time">{secondsText(at_ms)}</span> <strong>{name}</strong>{' '}
                {absent && <span class="row-quiet">not found</span>}{' '}
                {bytes !== null && <span class="row-quiet">{bytes} bytes</span>}{' '}
                {took_ms === null ? (
                  <span class="row-held">in progress</span>
                ) : (
                  <span class="row-quiet">{took_ms.toFixed(1)} ms</span>
                )}{' '}
                {problem !== null && <span class="row-problem">✗ {problem}</span>}
              </li>
            ))}
        </ol>
        {shown.length === 0 && (
          <p class="empty">Nothing was {with_reads ? 'read or ' : ''}written in the last ten minutes.</p>
        )}
        <NoTimeline hello={hello} />
      </section>
    </>
  );
}

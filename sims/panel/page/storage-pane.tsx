// What the device reads from its storage and writes to it, newest first.

import { useMemo } from 'preact/hooks';
import { MemoryCard } from './memory-card.tsx';
import { NoTimeline, secondsText } from './no-timeline.tsx';
import { isPast } from './panel.ts';
import type { PaneProps } from './pane-props.ts';
import { storageAccesses } from './storage-accesses.ts';
import { useTimeline } from './timeline.ts';

const SHOWN_MAX = 100;

export function StoragePane({ device, panel }: PaneProps) {
  const { hello, past, switches } = panel;
  const events = useTimeline(device.timeline);
  const accesses = useMemo(() => storageAccesses(events), [events]);
  const written = accesses.filter(({ name }) => name.startsWith('write '));
  return (
    <>
      {switches.power !== null && (
        <MemoryCard
          key={device.index}
          actions={device.actions}
          look={device.storage}
          changes={`${device.index} ${accesses.at(-1)?.number} ${switches.power}`}
          past={isPast(panel)}
          until_ms={past.at_ms}
        />
      )}
      <section class="card card-storage" aria-label="Reads and writes">
        <div class="card-head">
          <h2>Reads and writes</h2>
          <p class="row-quiet">
            {written.length} writes, {written.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)} bytes in the last ten
            minutes
          </p>
        </div>
        <ol class="rows" data-testid="storage" tabIndex={0} aria-label="Reads and writes, newest first">
          {accesses
            .slice(-SHOWN_MAX)
            .toReversed()
            .map(({ number, at_ms, name, bytes, took_ms, problem }) => (
              <li key={number} class={problem === null ? 'row' : 'row row-bad'}>
                <span class="row-time">{secondsText(at_ms)}</span> <strong>{name}</strong>{' '}
                {bytes !== null && <span class="row-quiet">{bytes} bytes</span>}{' '}
                {took_ms === null ? (
                  <span class="row-held">is under way</span>
                ) : (
                  <span class="row-quiet">{took_ms.toFixed(1)} ms</span>
                )}{' '}
                {problem !== null && <span class="row-problem">✗ {problem}</span>}
              </li>
            ))}
        </ol>
        {accesses.length === 0 && <p class="empty">Nothing was read or written in the last ten minutes.</p>}
        <NoTimeline hello={hello} />
      </section>
    </>
  );
}

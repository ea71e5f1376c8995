// The device's machines: their states, and how they came there.

import { useMemo } from 'preact/hooks';
import { MachinesCard } from './machines-card.tsx';
import { NoTimeline, secondsText } from './no-timeline.tsx';
import type { PaneProps } from './panes.tsx';
import { useTimeline } from './timeline.ts';
import { transitionsOf } from './transitions.ts';

const SHOWN_MAX = 100;

export function MachinesPane({ device, panel: { machines, hello, switches } }: PaneProps) {
  const events = useTimeline(device.timeline);
  const transitions = useMemo(() => transitionsOf(events), [events]);
  return (
    <>
      <MachinesCard machines={machines} off={switches.power === 'off'} />
      <section class="card card-transitions" aria-label="Transitions">
        <h2>Transitions</h2>
        <ol class="rows" data-testid="transitions" tabIndex={0} aria-label="Transitions, newest first">
          {transitions
            .slice(-SHOWN_MAX)
            .toReversed()
            .map(({ number, at_ms, machine, from, to }) => (
              <li key={number} class="row">
                <span class="row-time">{secondsText(at_ms)}</span> <strong>{machine}</strong> {from ?? 'not running'} →{' '}
                {to ?? 'not running'}
              </li>
            ))}
        </ol>
        {transitions.length === 0 && <p class="empty">None yet.</p>}
        <NoTimeline hello={hello} />
      </section>
    </>
  );
}

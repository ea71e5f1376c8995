// Pane of the device's machines: their states and their transitions.

import { useMemo, useState } from 'preact/hooks';
import { BreakpointsCard } from '../breakpoints/breakpoints-card.tsx';
import { ChartCard } from './chart-card.tsx';
import { MachinesCard, SENSOR } from './machines-card.tsx';
import { emptyText, NoTimeline } from '../timeline/no-timeline.tsx';
import { TimeLink } from '../timeline/time-link.tsx';
import type { PaneProps } from '../pane-props.ts';
import { useStoredChoice } from '../connection/remembered.ts';
import { useTimeline } from '../timeline/timeline.ts';
import { isOff } from '../connection/panel.ts';
import { transitionsOf } from './transitions.ts';

const SHOWN_MAX = 100;
const readMachine = (value: unknown): string => (typeof value === 'string' ? value : 'navigation');

export function MachinesPane({ device, panel, moment }: PaneProps) {
  const { machines, hello, breakpoints } = panel;
  const past = hello?.timeline ? moment : null;
  const events = useTimeline(device.timeline);
  const transitions = useMemo(() => transitionsOf(events), [events]);
  const [chosen, choose] = useStoredChoice('machine', readMachine);
  const [only, setOnly] = useState(false);
  const shown = only ? transitions.filter(({ machine }) => machine === chosen) : transitions;
  return (
    <>
      <MachinesCard machines={machines} off={isOff(panel)} chosen={chosen} choose={hello?.charts ? choose : null} />
      <section class="card card-transitions" aria-label="Transitions">
        <div class="card-head">
          <h2>Transitions</h2>
          <button type="button" aria-pressed={only} onClick={() => setOnly(!only)}>
            Only {chosen}
          </button>
        </div>
        <ol class="rows" data-testid="transitions" tabIndex={0} aria-label="Transitions, newest first">
          {shown
            .slice(-SHOWN_MAX)
            .toReversed()
            .map(({ number, at_ms, machine, from, to, step }) => (
              <li key={number} class="row">
                <TimeLink {...{ at_ms }} moment={past} /> <strong>{machine}</strong> {from ?? 'not running'} →{' '}
                {to ?? 'not running'} {step && <span class="row-quiet">by {step.event}</span>}
              </li>
            ))}
        </ol>
        {shown.length === 0 && <p class="empty">{emptyText(events, 'None yet.')}</p>}
        <NoTimeline hello={hello} />
      </section>
      {breakpoints && hello?.timeline && <BreakpointsCard {...{ breakpoints }} actions={device.actions} />}
      {hello?.charts && (
        <ChartCard
          machines={machines.filter(({ name }) => name !== SENSOR)}
          {...{ transitions, chosen, choose }}
          chartOf={device.chartOf}
          moment={past}
          pauseAt={breakpoints && ((state) => device.actions.addBreakpoint('state', `${chosen}:${state}`, ''))}
        />
      )}
    </>
  );
}

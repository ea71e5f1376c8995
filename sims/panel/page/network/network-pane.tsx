// Pane of a device's requests and their answers, newest first; the bars of held requests grow.

import { useMemo, useState } from 'preact/hooks';
import { callsOf, refusalIn, type Call } from './calls.ts';
import { paceOf } from '../timeline/clock-reading.ts';
import { useDeviceTime } from '../device/device-clock.tsx';
import { useHeld } from '../connection/held-list.ts';
import { emptyText, NoTimeline, secondsText } from '../timeline/no-timeline.tsx';
import { isPast } from '../connection/panel.ts';
import type { PaneProps } from '../pane-props.ts';
import { SessionCard } from './session-card.tsx';
import { useTimeline } from '../timeline/timeline.ts';
import { LinkQualityCard } from './link-quality-card.tsx';

const SHOWN_MAX = 100;
/** Hold time that fills the whole bar: 20 s. */
const BAR_MS = 20_000;

export function NetworkPane({ device, devices, panel }: PaneProps) {
  const { hello, switches, time } = panel;
  const events = useTimeline(device.timeline);
  const all = useMemo(() => callsOf(events), [events]);
  const [calls, held, hold] = useHeld(all);
  const [find, setFind] = useState('');
  const shown = calls
    .filter(({ name, request, answered }) => `${name} ${request} ${answered}`.includes(find))
    .slice(-SHOWN_MAX);
  const now_ms = useDeviceTime(events.at(-1)?.at_ms ?? 0, isPast(panel) ? 0 : paceOf(time));
  return (
    <>
      {switches.link_quality && (
        <LinkQualityCard
          link_quality={switches.link_quality}
          change={device.actions.linkQuality}
          past={isPast(panel)}
        />
      )}
      <section class="card card-network" aria-label="Requests">
        <div class="card-head">
          <h2>Requests</h2>
          <div class="card-actions">
            <input
              type="search"
              aria-label="Find in requests"
              placeholder="Find"
              value={find}
              onInput={(event) => setFind(event.currentTarget.value)}
            />
            <button type="button" aria-pressed={held} onClick={() => hold(!held)}>
              Pause
            </button>
          </div>
        </div>
        <ol class="rows" data-testid="calls" tabIndex={0} aria-label="Requests, newest first">
          {shown.toReversed().map((call) => (
            <Row key={call.number} call={call} now_ms={now_ms} />
          ))}
        </ol>
        {shown.length === 0 && (
          <p class="empty">
            {calls.length === 0 ? emptyText(events, 'The device has sent no requests yet.') : 'No matching requests.'}
          </p>
        )}
        <NoTimeline hello={hello} />
      </section>
      {hello?.timeline && <SessionCard devices={devices} />}
    </>
  );
}

function Row({ call, now_ms }: { readonly call: Call; readonly now_ms: number }) {
  const { started_ms, ended_ms, name, server, request, answered } = call;
  const lasted_ms = Math.max(0, (ended_ms ?? now_ms) - started_ms);
  const bad = call.problem !== null || (call.status ?? 200) >= 400;
  return (
    <li class={bad ? 'row row-bad' : 'row'} data-held={ended_ms === null}>
      <details>
        <summary>
          <span class="row-time">{secondsText(started_ms)}</span> <strong>{name}</strong> <Outcome call={call} />{' '}
          <span class="row-quiet">{durationText(lasted_ms)}</span>
          <span class="row-bar" style={{ width: `${Math.min(100, (lasted_ms / BAR_MS) * 100)}%` }} />
        </summary>
        {server !== '' && <p class="row-quiet">{server}</p>}
        {request !== '' && <Body label="Request" text={request} />}
        {answered !== '' && <Body label="Answer" text={answered} />}
        {call.problem !== null && <p class="row-problem">{call.problem}</p>}
      </details>
    </li>
  );
}

function Outcome({ call }: { readonly call: Call }) {
  const { ended_ms, status, problem, cancelled } = call;
  if (ended_ms === null) return <span class="row-held">no answer yet</span>;
  if (cancelled) return <span class="row-quiet">cancelled</span>;
  if (problem !== null) return <span class="row-problem">✗ no answer</span>;
  if (status === null) return null;
  if (status < 400) return <span class="row-good">✓ {status}</span>;
  return (
    <span class="row-problem">
      ✗ {status} {refusalIn(call)}
    </span>
  );
}

const durationText = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);

function Body({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <h3>{label}</h3>
      <pre class="row-body">{indented(text)}</pre>
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

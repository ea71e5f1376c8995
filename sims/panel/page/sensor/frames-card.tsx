// Shows the frames on the sensor's cable, newest first: direction, name and damage, with their bytes on demand.

import { useMemo, useState } from 'preact/hooks';
import { framesOf, type CableFrame } from './frames.ts';
import { useHeld } from '../connection/held-list.ts';
import { saveText } from '../common/save-as.ts';
import { emptyText, NoTimeline, secondsText } from '../timeline/no-timeline.tsx';
import type { PanelState } from '../connection/panel.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface FramesCardProps extends Pick<PanelState, 'hello'> {
  readonly events: readonly TimelineEvent[];
}

/** Limit on shown frames; the export has all. */
const SHOWN_MAX = 200;
/** Message for an empty list, by filter. */
const NONE_OF: Readonly<Record<string, string>> = {
  'no beats': 'Only BEATs.',
  damaged: 'No damaged frames.',
  'during a fault': 'No frames during a fault.',
  'to the board': 'No frames to the board.',
};
/** Frequent frame that the default filter hides. */
const BEAT = 'BEAT';

export function FramesCard({ hello, events }: FramesCardProps) {
  const [kind, setKind] = useState('no beats');
  const all = useMemo(() => framesOf(events), [events]);
  const [frames, held, hold] = useHeld(all);
  const shown = frames
    .filter((frame) => isShown(frame, kind))
    .slice(-SHOWN_MAX)
    .toReversed();
  return (
    <section class="card card-frames" aria-label="Frames">
      <div class="card-head">
        <h2>Frames</h2>
        <div class="card-actions">
          <select
            aria-label="Which frames"
            data-testid="frames-filter"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          >
            <option>no beats</option>
            <option>all</option>
            <option>damaged</option>
            <option>during a fault</option>
            <option>to the board</option>
          </select>
          <button type="button" aria-pressed={held} onClick={() => hold(!held)}>
            Pause
          </button>
          <button
            type="button"
            disabled={frames.length === 0}
            onClick={() => saveText(JSON.stringify(frames, null, 1), 'tapin-frames.json', 'application/json')}
          >
            Export
          </button>
        </div>
      </div>
      <ol class="rows" data-testid="frames" tabIndex={0} aria-label="Frames, newest first">
        {shown.map((frame) => (
          <Row key={frame.number} frame={frame} />
        ))}
      </ol>
      {shown.length === 0 && (
        <p class="empty">{frames.length === 0 ? emptyText(events, 'None yet.') : NONE_OF[kind]}</p>
      )}
      <NoTimeline hello={hello} />
    </section>
  );
}

function isShown({ name, damage, direction, fault }: CableFrame, kind: string): boolean {
  if (kind === 'during a fault') return fault !== '';
  if (kind === 'damaged') return damage.length > 0;
  if (kind === 'to the board') return direction === kind;
  return kind === 'all' || name !== BEAT;
}

function Row({
  frame: { at_ms, direction, name, seq, damage, fault, bytes_hex, fields },
}: {
  readonly frame: CableFrame;
}) {
  const damaged = damage.length > 0;
  const from = direction === 'from the board';
  return (
    <li class={damaged ? 'row row-bad' : 'row'}>
      <details>
        <summary>
          <span class="row-time">{secondsText(at_ms)}</span> <span aria-label={direction}>{from ? '←' : '→'}</span>{' '}
          <strong>{name}</strong> {seq !== '' && <span class="row-quiet">seq {seq}</span>}{' '}
          {seq !== '' && !damaged && <span class="row-quiet">CRC ok</span>}
          {damaged && <span class="row-problem">✗ dropped</span>}{' '}
          {fault !== '' && <span class="row-fault">fault {fault}</span>}
        </summary>
        {damage.map((sentence) => (
          <p key={sentence} class="row-problem">
            {sentence}
          </p>
        ))}
        {Object.values(fields).some((value) => value !== undefined) && (
          <pre class="row-body">{JSON.stringify(fields, null, 1)}</pre>
        )}
        <pre class="row-body">{bytes_hex}</pre>
      </details>
    </li>
  );
}

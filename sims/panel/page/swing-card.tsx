// A swing as a logic analyser shows it: when each of the eight gates was met, and the figures that the driver has from those times.

import { useMemo, useState } from 'preact/hooks';
import { GatesDrawing } from './gates-drawing.tsx';
import { HeadDrawing } from './head-drawing.tsx';
import { NoTimeline, secondsText } from './no-timeline.tsx';
import type { Panel } from './panel.ts';
import { FIGURES, swingsOf, type Figure, type Swing } from './swings.ts';
import type { TimelineEvent } from './timeline-event.ts';

interface SwingCardProps extends Pick<Panel, 'hello'> {
  readonly events: readonly TimelineEvent[];
}

export function SwingCard({ hello, events }: SwingCardProps) {
  const swings = useMemo(() => swingsOf(events), [events]);
  const [chosen, choose] = useState<number | null>(null);
  const swing = swings.find(({ number }) => number === chosen) ?? swings.at(-1);
  return (
    <section class="card card-swing" aria-label="Swing">
      <div class="card-head">
        <h2>Swing</h2>
        {swing && (
          <select
            aria-label="Which swing"
            data-testid="swing-choice"
            value={String(chosen ?? 'newest')}
            onChange={({ currentTarget: { value } }) => choose(value === 'newest' ? null : Number(value))}
          >
            <option value="newest">the newest</option>
            {swings.toReversed().map(({ number, at_ms, verdict }) => (
              <option key={number} value={String(number)}>
                {secondsText(at_ms)} s · {verdict.kind}
              </option>
            ))}
          </select>
        )}
      </div>
      {swing ? <Shown swing={swing} /> : <p class="empty">Nothing has swung yet.</p>}
      <NoTimeline hello={hello} />
    </section>
  );
}

function Shown({ swing }: { readonly swing: Swing }) {
  const { verdict } = swing;
  return (
    <>
      <div class="swing-drawings">
        <GatesDrawing swing={swing} />
        {verdict.kind === 'strike' && <HeadDrawing values={verdict.values} />}
      </div>
      {verdict.kind === 'implausible' && <p class="swing-reason">No strike: {verdict.reason}</p>}
      {verdict.kind === 'backstroke' && <p class="swing-reason">A backstroke: the head went away from the ball.</p>}
      <div class="swing-tables">
        <table class="facts" data-testid="gate-times">
          <caption>Gates, counted in ticks of {swing.tick_ns} ns</caption>
          <tbody>
            {swing.gates.map(({ name, at_us }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{at_us === null ? 'saw nothing' : `${(at_us / 1000).toFixed(3)} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {verdict.kind === 'strike' && (
          <table class="facts" data-testid="swing-figures">
            <caption>What follows from them</caption>
            <tbody>
              {FIGURES.map((figure) => (
                <tr key={figure}>
                  <th scope="row">{WORDS[figure].label}</th>
                  <td>{figureText(figure, verdict.values[figure], swing.errors[figure])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

const WORDS: Readonly<Record<Figure, { readonly label: string; readonly unit: string }>> = {
  club_speed_mps: { label: 'Club speed', unit: 'm/s' },
  face_angle_deg: { label: 'Face', unit: '°' },
  face_rotation_deg_per_in: { label: 'Rotation', unit: '°/in' },
  attack_angle_deg: { label: 'Attack', unit: '°' },
};

/** The counting of the clock is far finer than what is shown. */
const ERROR_DIGITS = 5;

function figureText(figure: Figure, value: number | null, error: number | undefined): string {
  if (value === null) return '–';
  const { unit } = WORDS[figure];
  const shown = unit.startsWith('°') ? `${value.toFixed(2)} ${unit}` : `${value.toFixed(3)} ${unit}`;
  return error === undefined ? shown : `${shown} ± ${Number(error.toPrecision(1)).toFixed(ERROR_DIGITS)}`;
}

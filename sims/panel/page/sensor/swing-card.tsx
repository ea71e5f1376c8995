// Shows a swing like a logic analyser: the times of the eight gates, and the figures that the driver derives from them.

import { useMemo, useState } from 'preact/hooks';
import { GatesDrawing } from './gates-drawing.tsx';
import { HeadDrawing } from './head-drawing.tsx';
import { emptyText, NoTimeline, secondsText } from '../timeline/no-timeline.tsx';
import type { PanelState } from '../connection/panel.ts';
import { signedText } from '../common/number-text.ts';
import { GATE_WORDS, swingReasons } from './swing-reasons.ts';
import { FIGURES, swingsOf, type SwingFigure, type Gate, type Swing } from './swings.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface SwingCardProps extends Pick<PanelState, 'hello'> {
  readonly events: readonly TimelineEvent[];
}

export function SwingCard({ hello, events }: SwingCardProps) {
  const swings = useMemo(() => swingsOf(events), [events]);
  const [chosen, choose] = useState<number | null>(null);
  const [explained, explain] = useState(false);
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
            <option value="newest">newest</option>
            {swings.toReversed().map(({ number, at_ms, verdict }) => (
              <option key={number} value={String(number)}>
                {secondsText(at_ms)} s · {verdict.kind}
              </option>
            ))}
          </select>
        )}
      </div>
      {swing ? (
        <Shown {...{ swing, explained, explain }} />
      ) : (
        <p class="empty">{emptyText(events, 'No swings yet.')}</p>
      )}
      <NoTimeline hello={hello} />
    </section>
  );
}

interface ShownProps {
  readonly swing: Swing;
  readonly explained: boolean;
  readonly explain: (on: boolean) => void;
}

function Shown({ swing, explained, explain }: ShownProps) {
  const { verdict, gates } = swing;
  const [from, countFrom] = useState<Gate['name'] | null>(null);
  const from_us = gates.find(({ name }) => name === from)?.at_us ?? 0;
  return (
    <>
      <div class="swing-drawings">
        <GatesDrawing {...{ swing, from_us }} />
        {verdict.kind === 'strike' && <HeadDrawing values={verdict.values} />}
      </div>
      {verdict.kind === 'implausible' && <p class="swing-reason">No strike: {verdict.reason}</p>}
      {verdict.kind === 'backstroke' && <p class="swing-reason">Backstroke: the head moved away from the ball.</p>}
      <div class="swing-tables">
        <table class="persisted" data-testid="gate-times">
          <caption>Gate times in ticks of {swing.tick_ns} ns. Press a gate to count from it.</caption>
          <tbody>
            {gates.map(({ name, at_us }) => (
              <tr key={name}>
                <th scope="row">
                  <button
                    type="button"
                    class="chip"
                    title={GATE_WORDS[name]}
                    aria-pressed={name === from}
                    disabled={at_us === null}
                    onClick={() => countFrom(name === from ? null : name)}
                  >
                    {name}
                  </button>{' '}
                  <span class="row-quiet">{GATE_WORDS[name]}</span>
                </th>
                <td>{at_us === null ? 'not triggered' : timeText(at_us - from_us)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {verdict.kind === 'strike' && (
          <table class="persisted" data-testid="swing-figures">
            <caption>Derived figures; ± is the effect of half a tick</caption>
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
      {verdict.kind === 'strike' && (
        <details
          class="swing-reasons"
          data-testid="swing-reasons"
          open={explained}
          onToggle={({ currentTarget: { open } }) => explain(open)}
        >
          <summary>How they are derived</summary>
          <ul>
            {swingReasons(gates).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const WORDS: Readonly<Record<SwingFigure, { readonly label: string; readonly unit: string }>> = {
  club_speed_mps: { label: 'Club speed', unit: 'm/s' },
  face_angle_deg: { label: 'Face', unit: '°' },
  face_rotation_deg_per_in: { label: 'Rotation', unit: '°/in' },
  attack_angle_deg: { label: 'Attack', unit: '°' },
};

const timeText = (us: number): string => `${signedText(us / 1000, 3)} ms`;

/** The tick error is far smaller than the digits shown for the figures. */
const ERROR_DIGITS = 5;
const ERROR_MIN = 10 ** -ERROR_DIGITS;

function figureText(figure: SwingFigure, value: number | null, error: number | undefined): string {
  if (value === null) return '–';
  const { unit } = WORDS[figure];
  const shown = `${signedText(value, unit.startsWith('°') ? 2 : 3)} ${unit}`;
  if (error === undefined) return shown;
  return error < ERROR_MIN
    ? `${shown} ± <${ERROR_MIN.toFixed(ERROR_DIGITS)}`
    : `${shown} ± ${Number(error.toPrecision(1)).toFixed(ERROR_DIGITS)}`;
}

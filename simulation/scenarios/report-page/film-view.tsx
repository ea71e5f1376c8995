// Film strip of a scenario: its steps beside the screen, a slider, and a strip of small screens.

import { useEffect, useRef } from 'preact/hooks';
import { createPainter } from './painter.ts';
import type { ReportFilm, ReportFrame, ReportStep } from './report-data.ts';

interface FilmProps {
  readonly film: ReportFilm;
  /** Index of the frame shown. */
  readonly frame: number;
  setFrame(frame: number): void;
}

/** Formats a time as `7.13 s`. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

export function FilmView({ film: { steps, frames }, frame, setFrame }: FilmProps) {
  const shown = frames[frame];
  if (!shown) return null;
  return (
    <section class="film">
      <h2>Film</h2>
      <div class="film-body">
        <ol class="steps" aria-label="Steps">
          {steps.map((step, index) => (
            <StepRow
              key={index}
              step={step}
              current={shown.step === index}
              onPick={() =>
                setFrame(
                  Math.max(
                    0,
                    frames.findLastIndex((each) => each.step <= index),
                  ),
                )
              }
            />
          ))}
        </ol>
        <div class="screen">
          <ScreenView frame={shown} width={480} />
          <label>
            {secondsText(shown.at_ms)} · {shown.device}
            <input
              type="range"
              min={0}
              max={frames.length - 1}
              value={frame}
              aria-label="Frame"
              aria-valuetext={`${secondsText(shown.at_ms)}, ${steps[shown.step]?.action ?? ''}`}
              onInput={({ currentTarget }) => setFrame(Number(currentTarget.value))}
            />
          </label>
          <details>
            <summary>Screen as text</summary>
            <ul class="lines">
              {shown.lines.map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          </details>
        </div>
      </div>
      <div class="strip" role="group" aria-label="Frames">
        {frames.map((each, index) => (
          <button
            type="button"
            key={index}
            aria-current={index === frame}
            aria-label={`${secondsText(each.at_ms)}: ${each.lines[0] ?? 'off'}`}
            onClick={() => setFrame(index)}
          >
            <ScreenView frame={each} width={120} />
            {secondsText(each.at_ms)}
          </button>
        ))}
      </div>
    </section>
  );
}

interface StepProps {
  readonly step: ReportStep;
  readonly current: boolean;
  onPick(): void;
}

function StepRow({ step: { action, began_ms, ended_ms, failed, device }, current, onPick }: StepProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = row.current?.parentElement;
    if (current && list && row.current) list.scrollTop = row.current.offsetTop - list.clientHeight / 2;
  }, [current]);
  const lasts = ended_ms > began_ms ? `–${secondsText(ended_ms)}` : '';
  return (
    <li ref={row} class={failed ? 'wrong' : undefined}>
      <button type="button" aria-current={current} onClick={onPick}>
        {failed && '✗ '}
        {action} <span class="quiet">{`${secondsText(began_ms)}${lasts} · ${device}`}</span>
      </button>
    </li>
  );
}

interface ScreenProps {
  readonly frame: ReportFrame;
  readonly width: number;
}

function ScreenView({ frame, width }: ScreenProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef(createPainter());
  useEffect(() => {
    painter.current.attach(canvas.current);
    return () => painter.current.attach(null);
  }, []);
  useEffect(() => painter.current.show(frame.list), [frame]);
  return (
    <canvas ref={canvas} role="img" aria-label={frame.lines.join('; ') || 'off'} style={{ width: `${width}px` }} />
  );
}

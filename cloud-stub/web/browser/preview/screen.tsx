// Preview screen: a canvas filled by the painter, and its text for screen readers.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Painter } from './painter.ts';
import { screenList, type PreviewState } from './played.ts';

interface ScreenProps {
  readonly played: PreviewState;
  readonly painter: Painter;
}

/** Minimum interval between announcements to screen readers, however often an extension draws. */
const SPOKEN_EVERY_MS = 700;

export function Screen({ played: { frame, lines }, painter }: ScreenProps) {
  const attach = useCallback((canvas: HTMLCanvasElement | null) => painter.attach(canvas), [painter]);
  useLayoutEffect(() => painter.show(screenList(frame)), [painter, frame]);
  const spoken = useSpoken(lines);
  return (
    <div class="preview-screen-frame">
      <canvas
        ref={attach}
        class="preview-screen"
        role="img"
        aria-label="Screen. Its text follows as a list."
        data-testid="screen"
      />
      <div class="preview-hidden" aria-live="polite">
        <ul aria-label="Screen as text" data-testid="lines">
          {spoken.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Returns the latest lines, skipping lines that appear only briefly. */
function useSpoken(lines: readonly string[]): readonly string[] {
  const [spoken, setSpoken] = useState(lines);
  const [latest, timer] = [useRef(lines), useRef<ReturnType<typeof setTimeout> | null>(null)];
  latest.current = lines;
  const text = lines.join('\n');
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setSpoken(latest.current);
    }, SPOKEN_EVERY_MS);
  }, [text, latest, timer]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [timer]);
  return spoken;
}

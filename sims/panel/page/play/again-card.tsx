// Card for extension authors that repeats the same strokes after each save.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import type { ScriptFileState } from '../connection/protocol.ts';
import { lastStrokes } from './strokes.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

interface AgainCardProps {
  readonly script: ScriptFileState;
  readonly events: readonly TimelineEvent[];
  readonly actions: Actions;
}

export function AgainCard({ script, events, actions }: AgainCardProps) {
  const [kept, keep] = useState<readonly Readonly<Record<string, number>>[]>([]);
  const swung = useRef(script.loads);
  const strokes = lastStrokes(events).map(({ numbers }) => ({ ...numbers }));
  useEffect(() => {
    if (script.loads === swung.current) return;
    swung.current = script.loads;
    if (kept.length > 0) actions.strikeAll(kept);
  }, [script.loads]);
  const on = kept.length > 0;
  return (
    <section class="card card-again" aria-label="After each save">
      <div class="card-head">
        <h2>After each save</h2>
        <button
          type="button"
          aria-pressed={on}
          disabled={!on && strokes.length === 0}
          data-testid="again"
          onClick={() => keep(on ? [] : strokes)}
        >
          Repeat my strokes
        </button>
      </div>
      <p class="row-quiet">
        {on
          ? `${kept.length} ${kept.length === 1 ? 'stroke is' : 'strokes are'} repeated after each save.`
          : strokes.length === 0
            ? 'Swing some strokes to repeat them after each save.'
            : `The last ${strokes.length} can be repeated after each save.`}
      </p>
    </section>
  );
}

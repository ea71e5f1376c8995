// Tools for viewing and listening to a device.

import { useState } from 'preact/hooks';
import type { Speaker } from './speaker.ts';

interface ToolsProps {
  readonly speaker: Speaker;
  readonly as_text: boolean;
  readonly setAsText: (as_text: boolean) => void;
  readonly screenshot: () => void;
  readonly history: (kind: 'csv' | 'json') => void;
}

export function Tools({ speaker, as_text, setAsText, screenshot, history }: ToolsProps) {
  const [volume, setVolume] = useState(1);
  const [muted, setMuted] = useState(false);
  const sound = (now: number, off: boolean): void => {
    speaker.setVolume(off ? 0 : now);
    setVolume(now);
    setMuted(off);
  };
  return (
    <div class="tools">
      <button type="button" aria-pressed={muted} data-testid="mute" onClick={() => sound(volume, !muted)}>
        Mute
      </button>
      <input
        type="range"
        class="volume"
        aria-label="Page volume"
        title="Page volume"
        data-testid="volume"
        min="0"
        max="1"
        step="0.05"
        value={volume}
        onInput={(event) => sound(event.currentTarget.valueAsNumber, false)}
      />
      <button type="button" aria-pressed={as_text} data-testid="show-text" onClick={() => setAsText(!as_text)}>
        Show as text
      </button>
      <button type="button" data-testid="screenshot" onClick={screenshot}>
        Screenshot
      </button>
      <button
        type="button"
        data-testid="history-csv"
        title="Results of all sets, for a spreadsheet"
        onClick={() => history('csv')}
      >
        History CSV
      </button>
      <button
        type="button"
        aria-label="History JSON"
        data-testid="history-json"
        title="Results of all sets, for programs"
        onClick={() => history('json')}
      >
        JSON
      </button>
    </div>
  );
}

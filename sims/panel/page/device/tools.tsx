// Tools for viewing and listening to a device.

import { useState } from 'preact/hooks';
import type { Actions } from '../connection/actions.ts';
import type { Speaker } from './speaker.ts';

interface ToolsProps {
  readonly speaker: Speaker;
  readonly as_text: boolean;
  readonly setAsText: (as_text: boolean) => void;
  readonly screenshot: () => void;
  readonly history: Actions['history'];
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
      {SAVED.map(({ what, word, title }) => (
        <Saves key={what} {...{ what, word, title, history }} />
      ))}
    </div>
  );
}

const SAVED = [
  { what: 'history', word: 'History', title: 'Results of all sets' },
  { what: 'putts', word: 'Putts', title: 'Every putt that is kept' },
] as const;

interface SavesProps {
  readonly what: 'history' | 'putts';
  readonly word: string;
  readonly title: string;
  readonly history: Actions['history'];
}

/** Buttons that save a table for a spreadsheet and for programs. */
function Saves({ what, word, title, history }: SavesProps) {
  return (
    <>
      <button
        type="button"
        data-testid={`${what}-csv`}
        title={`${title}, for a spreadsheet`}
        onClick={() => history(what, 'csv')}
      >
        {word} CSV
      </button>
      <button
        type="button"
        aria-label={`${word} JSON`}
        data-testid={`${what}-json`}
        title={`${title}, for programs`}
        onClick={() => history(what, 'json')}
      >
        JSON
      </button>
    </>
  );
}

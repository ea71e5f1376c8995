// Buttons for the keys that the device passes to an extension; the arrow keys press them too while one has the focus.

import type { KeyPhase } from '../../../../firmware/extension-runtime/prelude.ts';
import { KEYS, type PreviewKey } from './player.ts';

const CAPS: Readonly<Record<PreviewKey, { readonly label: string; readonly sign: string }>> = {
  up: { label: 'Up', sign: 'M4 15 12 7 20 15' },
  left: { label: 'Left', sign: 'M15 4 7 12 15 20' },
  ok: { label: 'OK', sign: '' },
  right: { label: 'Right', sign: 'M9 4 17 12 9 20' },
  down: { label: 'Down', sign: 'M4 9 12 17 20 9' },
};

const ARROWS: Readonly<Record<string, PreviewKey>> = {
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowDown: 'down',
};

export function KeyPad({ send }: { readonly send: (key: PreviewKey, phase: KeyPhase) => void }) {
  const onArrow = (event: KeyboardEvent, phase: KeyPhase): void => {
    const key = ARROWS[event.key];
    if (!key) return;
    event.preventDefault();
    send(key, phase);
  };
  const tap = (key: PreviewKey): void => {
    send(key, 'down');
    send(key, 'up');
  };
  return (
    <div
      class="preview-keys"
      role="group"
      aria-label="Keys of the device"
      onKeyDown={(event) => onArrow(event, event.repeat ? 'repeat' : 'down')}
      onKeyUp={(event) => onArrow(event, 'up')}
    >
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          class={`preview-key preview-key-${key}`}
          aria-label={CAPS[key].label}
          onClick={() => tap(key)}
        >
          {CAPS[key].sign === '' ? (
            CAPS[key].label
          ) : (
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={CAPS[key].sign} />
            </svg>
          )}
        </button>
      ))}
    </div>
  );
}

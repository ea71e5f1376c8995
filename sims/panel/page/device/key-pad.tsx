// The device's six keys as buttons, each labelled with its equivalent on the keyboard.

import type { HeldKeys } from './held-keys.ts';
import type { PanelKey } from '../connection/protocol.ts';

interface Cap {
  readonly key: PanelKey;
  readonly label: string;
  readonly printed: string;
  /** Name of the keyboard key for screen readers. */
  readonly shortcut: string;
}

const CROSS: readonly Cap[] = [
  { key: 'up', label: 'Up', printed: '↑', shortcut: 'ArrowUp' },
  { key: 'left', label: 'Left', printed: '←', shortcut: 'ArrowLeft' },
  { key: 'ok', label: 'OK', printed: 'Enter', shortcut: 'Enter' },
  { key: 'right', label: 'Right', printed: '→', shortcut: 'ArrowRight' },
  { key: 'down', label: 'Down', printed: '↓', shortcut: 'ArrowDown' },
];
const BACK: Cap = { key: 'back', label: 'Back', printed: 'Esc', shortcut: 'Escape' };

interface KeyPadProps {
  readonly keys: HeldKeys;
  /** Whether the computer's keyboard now controls these keys. */
  readonly by_keyboard: boolean;
}

export function KeyPad({ keys, by_keyboard }: KeyPadProps) {
  return (
    <div class="keys" role="group" aria-label="Keys">
      <div class="cross">
        {CROSS.map((cap) => (
          <KeyCap key={cap.key} {...{ cap, keys, by_keyboard }} />
        ))}
      </div>
      <KeyCap cap={BACK} {...{ keys, by_keyboard }} />
    </div>
  );
}

function KeyCap({ cap, keys, by_keyboard }: KeyPadProps & { readonly cap: Cap }) {
  const release = (): void => keys.release(cap.key);
  return (
    <button
      type="button"
      class={`key key-${cap.key}`}
      data-testid={`key-${cap.key}`}
      aria-label={cap.label}
      aria-keyshortcuts={by_keyboard ? cap.shortcut : undefined}
      onPointerDown={(event) => {
        if (event.button === 0) keys.press(cap.key);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Holding Enter would click repeatedly.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onClick={(event) => {
        // A pointer click has already pressed and released; a keyboard or screen reader click has detail 0.
        if (event.detail === 0) keys.tap(cap.key);
      }}
    >
      <span class="key-label">{cap.label}</span>
      <kbd aria-hidden="true" data-printed={cap.printed} />
    </button>
  );
}

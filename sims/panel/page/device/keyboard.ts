// Maps the computer's keyboard, and typed text, to the selected device wherever the focused element does not need the
// keys itself; handles the shortcuts that select a device everywhere.

import type { HeldKeys } from './held-keys.ts';
import type { Moment } from '../connection/moment.ts';
import type { PanelKey } from '../connection/protocol.ts';
import { placeOfShortcut } from '../connection/selection.ts';
import type { Selection } from '../connection/selection.ts';

const KEY_OF: Readonly<Record<string, PanelKey>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'ok',
  Escape: 'back',
};

/** Elements that handle keys themselves: controls, and elements that scroll with the arrows. */
const OWN_KEYS = 'a, button, input, select, textarea, summary, [tabindex]';

const BACKSPACE = '\b';

interface Keyed {
  readonly keys: HeldKeys;
  readonly type: (text: string) => void;
}

/** `signal`: ends the listening. */
export function listenToKeyboard(
  devices: readonly Keyed[],
  selection: Selection,
  moment: Moment,
  signal: AbortSignal,
): void {
  const selected = (): HeldKeys | undefined => devices[selection.get()]?.keys;
  /** Releases a key on the device on which it was pressed, even if another one is selected by then. */
  const pressed_on = new Map<PanelKey, HeldKeys | undefined>();
  const releaseAll = (): void => devices.forEach(({ keys }) => keys.releaseAll());
  globalThis.addEventListener(
    'keydown',
    (event) => {
      const key = KEY_OF[event.key];
      if (key === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === 'Escape' && moment.get() !== null) {
        event.preventDefault();
        moment.show(null);
        return;
      }
      if (isOwner(event.target)) return void (event.key === 'Escape' && letGo());
      event.preventDefault();
      if (event.repeat) return;
      // Keys do nothing while the page shows a past state.
      if (moment.get() !== null) return;
      pressed_on.set(key, selected());
      selected()?.press(key);
    },
    { signal },
  );
  globalThis.addEventListener(
    'keyup',
    (event) => {
      const key = KEY_OF[event.key];
      if (key === undefined) return;
      (pressed_on.get(key) ?? selected())?.release(key);
      pressed_on.delete(key);
    },
    { signal },
  );
  globalThis.addEventListener('blur', releaseAll, { signal });
  document.addEventListener('visibilitychange', releaseAll, { signal });
  listenToTyping((text) => moment.get() === null && devices[selection.get()]?.type(text), signal);
  listenToShortcuts(devices.length, selection, signal);
  keepFocusOffClickedButtons(signal);
}

/** Sends typed characters and pasted text, for pages with text input; the device ignores them elsewhere. */
function listenToTyping(type: (text: string) => unknown, signal: AbortSignal): void {
  globalThis.addEventListener(
    'keydown',
    (event) => {
      const text = typedText(event);
      if (text === null || isOwner(event.target)) return;
      event.preventDefault();
      type(text);
    },
    { signal },
  );
  document.addEventListener(
    'paste',
    (event) => {
      const text = event.clipboardData?.getData('text').replace(/[\r\n]+$/, '') ?? '';
      if (text !== '' && !isOwner(event.target)) type(text);
    },
    { signal },
  );
}

/** Returns the character of a key, including AltGr combinations; null for a key without one or a shortcut. */
function typedText(event: KeyboardEvent): string | null {
  const { key, altKey, ctrlKey, metaKey } = event;
  if ((altKey || ctrlKey || metaKey) && !event.getModifierState('AltGraph')) return null;
  if (key === 'Backspace') return BACKSPACE;
  return Array.from(key).length === 1 ? key : null;
}

function listenToShortcuts(count: number, selection: Selection, signal: AbortSignal): void {
  globalThis.addEventListener(
    'keydown',
    (event) => {
      const place = placeOfShortcut(event, count);
      if (place === null) return;
      event.preventDefault();
      // A focused control of another device would keep the keys and, when used, the selection; one outside the devices may
      // keep the focus.
      if (document.activeElement?.closest('.tile')) letGo();
      selection.choose(place);
    },
    { signal },
  );
}

/** Removes the focus from a control, so that the next key goes to the device. */
function letGo(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const isOwner = (target: EventTarget | null): boolean => target instanceof Element && target.closest(OWN_KEYS) !== null;

/**
 * Removes the focus from clicked buttons, which would keep the arrow keys from the device until the next click
 * elsewhere.
 */
function keepFocusOffClickedButtons(signal: AbortSignal): void {
  document.addEventListener(
    'mousedown',
    (event) => {
      if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
      event.preventDefault();
      letGo();
    },
    { signal },
  );
}

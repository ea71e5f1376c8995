// The computer's keyboard as the device's keys, anywhere on the page where the focus does not need the keys itself.

import type { HeldKeys } from './held-keys.ts';
import type { Key } from './protocol.ts';

const KEY_OF: Readonly<Record<string, Key>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Enter: 'ok',
  Escape: 'back',
};

/** What answers to keys itself: controls, and what can be scrolled with the arrows. */
const OWN_KEYS = 'a, button, input, select, textarea, summary, [tabindex]';

export function listenToKeyboard(keys: HeldKeys): void {
  globalThis.addEventListener('keydown', (event) => {
    const key = KEY_OF[event.key];
    if (key === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isOwner(event.target)) return void (event.key === 'Escape' && letGo());
    event.preventDefault();
    if (!event.repeat) keys.press(key);
  });
  globalThis.addEventListener('keyup', (event) => {
    const key = KEY_OF[event.key];
    if (key !== undefined) keys.release(key);
  });
  globalThis.addEventListener('blur', () => keys.releaseAll());
  document.addEventListener('visibilitychange', () => keys.releaseAll());
  keepFocusOffClickedButtons();
}

/** Escape leaves a control, so that the next key is the device's. */
function letGo(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const isOwner = (target: EventTarget | null): boolean => target instanceof Element && target.closest(OWN_KEYS) !== null;

/** A button that took the focus when clicked would keep the arrows from the device until the next click elsewhere. */
function keepFocusOffClickedButtons(): void {
  document.addEventListener('mousedown', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
    event.preventDefault();
    letGo();
  });
}

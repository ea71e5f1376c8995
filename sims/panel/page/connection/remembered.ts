// Stores the user's layout choices in this browser, if it allows that.

import { useLayoutEffect, useState } from 'preact/hooks';

const listeners = new Set<() => void>();
/** Choices of this page, kept even if the browser stores nothing. */
const chosen = new Map<string, unknown>();

function storedChoice(name: string): unknown {
  if (chosen.has(name)) return chosen.get(name);
  try {
    return JSON.parse(localStorage.getItem(`tapin.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

function remember(name: string, value: unknown): void {
  chosen.set(name, value);
  try {
    localStorage.setItem(`tapin.${name}`, JSON.stringify(value));
  } catch {
    // The choice then lasts only as long as the page.
  }
}

/** Returns a stored choice, shared across the page, and its setter. `read`: validates the stored value. */
export function useStoredChoice<Choice>(
  name: string,
  read: (value: unknown) => Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => read(storedChoice(name)));
  useLayoutEffect(() => {
    const refresh = (): void => setChoice(read(storedChoice(name)));
    listeners.add(refresh);
    return () => void listeners.delete(refresh);
  }, []);
  const choose = (next: Choice): void => {
    remember(name, next);
    for (const listener of listeners) listener();
  };
  return [choice, choose];
}

// What this browser remembers of how somebody arranged the page; nothing where it may not.

import { useLayoutEffect, useState } from 'preact/hooks';

const listeners = new Set<() => void>();
/** Also where the browser may remember nothing. */
const chosen = new Map<string, unknown>();

function remembered(name: string): unknown {
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
    // It is forgotten with the page.
  }
}

/** A choice, the same wherever the page shows it. `read`: what is remembered, as far as it is one. */
export function useRemembered<Choice>(
  name: string,
  read: (value: unknown) => Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => read(remembered(name)));
  useLayoutEffect(() => {
    const look = (): void => setChoice(read(remembered(name)));
    listeners.add(look);
    return () => void listeners.delete(look);
  }, []);
  const choose = (next: Choice): void => {
    remember(name, next);
    for (const listener of listeners) listener();
  };
  return [choice, choose];
}

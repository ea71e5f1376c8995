// What this browser remembers of how somebody arranged the page; nothing where it may not.

export function remembered(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`tapin.${name}`) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`tapin.${name}`, JSON.stringify(value));
  } catch {
    // The page works without.
  }
}

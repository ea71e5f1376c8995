// Which of several devices is the selected one: the keyboard's keys go to it, its speaker is heard, its cards are shown.

interface Shown {
  /** The devices of this page, by their index on the server. */
  readonly indexes: readonly number[];
  /** The place in `indexes` of the one that is selected first. */
  readonly first: number;
}

/** All devices of the server, the asked one selected; the asked one alone while nobody knows how many there are. */
export function shownDevices(count: number | null, asked: number): Shown {
  if (count === null) return { indexes: [asked], first: 0 };
  return { indexes: Array.from({ length: Math.max(1, count) }, (_, index) => index), first: asked < count ? asked : 0 };
}

/** The whole number that an address asks for with `?device=N`; 0 for anything else. */
export const askedDevice = (search: string): number =>
  Math.max(0, Number.parseInt(new URLSearchParams(search).get('device') ?? '0', 10) || 0);

export interface KeyPress {
  /** The place of the key, whatever is printed on it. */
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Alt+1 selects the first of `count` devices, and so on; null for every other key, and where there is nothing to select. */
export function placeOfShortcut({ code, altKey, ctrlKey, metaKey }: KeyPress, count: number): number | null {
  // Ctrl and Alt together are AltGr, with which people type.
  const digit = altKey && !ctrlKey && !metaKey ? /^Digit([1-9])$/.exec(code)?.[1] : undefined;
  return digit !== undefined && count > 1 && Number(digit) <= count ? Number(digit) - 1 : null;
}

export interface Selection {
  get(): number;
  choose(place: number): void;
  subscribe(listener: () => void): () => void;
}

export function createSelection(first: number): Selection {
  const listeners = new Set<() => void>();
  let selected = first;
  return {
    get: () => selected,
    choose(place) {
      if (place === selected) return;
      selected = place;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

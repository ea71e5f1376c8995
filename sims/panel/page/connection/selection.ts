// Selection among several devices: the selected one gets the keyboard's keys, plays its sounds and shows its cards.

interface Shown {
  /** Devices on this page, by index on the server. */
  readonly indexes: readonly number[];
  /** Position in `indexes` of the initially selected device. */
  readonly first: number;
}

/**
 * Returns all devices of the server with the requested one selected; only the requested one if the count is unknown.
 */
export function shownDevices(count: number | null, requested: number): Shown {
  if (count === null) return { indexes: [requested], first: 0 };
  return {
    indexes: Array.from({ length: Math.max(1, count) }, (_, index) => index),
    first: requested < count ? requested : 0,
  };
}

/** Parses the device number of `?device=N`; 0 for anything else. */
export const requestedDevice = (search: string): number =>
  Math.max(0, Number.parseInt(new URLSearchParams(search).get('device') ?? '0', 10) || 0);

export interface KeyPress {
  /** Physical key, regardless of its label. */
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Returns the position that Alt+1, Alt+2, … selects among `count` devices; null for any other key, or if there is only
 * one device.
 */
export function placeOfShortcut({ code, altKey, ctrlKey, metaKey }: KeyPress, count: number): number | null {
  // Ctrl and Alt together are AltGr, which users need for typing.
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

// Choice of open panes, stored in this browser.

import { useLayoutEffect, useState } from 'preact/hooks';
import { isFields } from '../../../wire/json-fields.ts';
import { useStoredChoice } from './connection/remembered.ts';

export const PANE_IDS = ['play', 'sensor', 'machines', 'network', 'storage', 'log'] as const;
export type PaneId = (typeof PANE_IDS)[number];

/** Panes open by default. */
const FIRST: readonly PaneId[] = ['play', 'sensor', 'machines', 'log'];

const isPane = (value: unknown): value is PaneId => PANE_IDS.some((id) => id === value);

/** Parses the pane of `?pane=log`, which then fills the window; null if none. */
export function requestedPane(search: string): PaneId | null {
  const requested = new URLSearchParams(search).get('pane');
  return isPane(requested) ? requested : null;
}

/** Open panes in the order of the list. A narrow page shows only the one opened last. */
interface PaneChoice {
  readonly open: readonly PaneId[];
  readonly last: PaneId;
}

/** Reads a stored choice and drops invalid panes. */
export function readChoice(value: unknown): PaneChoice {
  const { open = FIRST, last } = isFields(value) ? value : {};
  return {
    open: PANE_IDS.filter((id) => Array.isArray(open) && open.includes(id)),
    last: isPane(last) ? last : 'play',
  };
}

/** Opens a pane, or closes it if it is open. */
export function afterToggle({ open, last }: PaneChoice, id: PaneId): PaneChoice {
  if (open.includes(id)) return { open: open.filter((each) => each !== id), last };
  return { open: PANE_IDS.filter((each) => each === id || open.includes(each)), last: id };
}

export const usePaneChoice = (): [PaneChoice, (choice: PaneChoice) => void] => useStoredChoice('panes', readChoice);

/** Must match narrow.css. */
const NARROW = '(width < 44rem)';

/** Whether there is room for only one pane. */
export function useNarrow(): boolean {
  const [query] = useState(() => globalThis.matchMedia(NARROW));
  const [narrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const refresh = (): void => setNarrow(query.matches);
    query.addEventListener('change', refresh);
    return () => query.removeEventListener('change', refresh);
  }, [query]);
  return narrow;
}

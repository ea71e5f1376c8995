// Which panes are open, and that this browser remembers it.

import { useLayoutEffect, useState } from 'preact/hooks';
import { isFields } from '../../../wire/json-fields.ts';
import { useRemembered } from './connection/remembered.ts';

export const PANE_IDS = ['play', 'sensor', 'machines', 'network', 'storage', 'log'] as const;
export type PaneId = (typeof PANE_IDS)[number];

/** What somebody sees who has chosen nothing yet. */
const FIRST: readonly PaneId[] = ['play', 'sensor', 'machines', 'log'];

const isPane = (value: unknown): value is PaneId => PANE_IDS.some((id) => id === value);

/** The pane that an address asks for with `?pane=log`, which then has the window to itself; null for none. */
export function askedPane(search: string): PaneId | null {
  const asked = new URLSearchParams(search).get('pane');
  return isPane(asked) ? asked : null;
}

/** In the order of the list; the one that was opened last is the one of a narrow page. */
interface PaneChoice {
  readonly open: readonly PaneId[];
  readonly last: PaneId;
}

/** What is remembered, as far as it is panes. */
export function readChoice(value: unknown): PaneChoice {
  const { open = FIRST, last } = isFields(value) ? value : {};
  return {
    open: PANE_IDS.filter((id) => Array.isArray(open) && open.includes(id)),
    last: isPane(last) ? last : 'play',
  };
}

/** A pane is opened or, where it is open, closed. */
export function afterToggle({ open, last }: PaneChoice, id: PaneId): PaneChoice {
  if (open.includes(id)) return { open: open.filter((each) => each !== id), last };
  return { open: PANE_IDS.filter((each) => each === id || open.includes(each)), last: id };
}

export const usePaneChoice = (): [PaneChoice, (choice: PaneChoice) => void] => useRemembered('panes', readChoice);

/** The same as in narrow.css. */
const NARROW = '(width < 44rem)';

/** Whether there is room for one pane alone. */
export function useNarrow(): boolean {
  const [query] = useState(() => globalThis.matchMedia(NARROW));
  const [narrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const look = (): void => setNarrow(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return narrow;
}

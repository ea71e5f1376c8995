// A page of the device is one entry: where its keys lead, its rows if it is a list, how it is drawn, and what it says of itself by its
// tags. A line in pages.ts makes it a page.

import type { PageView } from '../ui/page.ts';
import { listKeys, navigationSetup, type PageConfig, type PageTag } from './navigation.setup.ts';
import {
  focusOf,
  type NavigationContext,
  type NavigationEvent,
  type Row,
  type Rows,
  type RowsView,
} from './navigation.ts';

/** What somebody does at the device. */
export type TypingEvent = Extract<NavigationEvent, { type: `key.${string}` | 'touch.row' | 'text.typed' }>;

/** What a page is drawn from: all that there is to know of the device. */
export interface DeviceView extends RowsView {
  /** Writes to the flash since the start. */
  writes(): number;
}

interface PageSecret {
  /** How many characters of it have been typed. */
  chars(navigation: NavigationContext): number;
  /** What types it, or moves between its letters; everything else is recorded. */
  isTypedBy(navigation: NavigationContext, event: TypingEvent): boolean;
}

export interface PageEntry {
  /** Its state in the navigation. */
  readonly name: string;
  readonly state: PageConfig;
  readonly tags?: readonly PageTag[];
  readonly rows?: Rows;
  /** A secret is typed on it, which no recording has. */
  readonly secret?: PageSecret;
  /** The page at a moment, on the clock of the device. */
  draw(view: DeviceView, now_ms: number): PageView;
  /** When something on it moves for the last time. Default: nothing moves. */
  movesUntil_ms?(view: DeviceView): number;
  /** When it shows something else by time alone, after a moment. Default: never. */
  changesAfter_ms?(view: DeviceView, now_ms: number): number;
}

/** The state of a page in the navigation: its own keys before those of its list. */
export const stateOfPage = ({ name, state, tags = [], rows }: PageEntry): PageConfig =>
  navigationSetup.createStateConfig({
    ...state,
    tags: [...tags],
    on: { ...(rows ? listKeys(name, rows) : {}), ...state.on },
  });

/** The rows of a page as they are now, and which has the focus. */
export function listOf(view: RowsView, name: string, rows: Rows): { rows: readonly Row[]; focus: number } {
  const listed = rows(view);
  return { rows: listed, focus: focusOf(listed, view.navigation.focus[name]) };
}

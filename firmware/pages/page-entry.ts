// Type of a page entry: its keys, its rows if it is a list, its drawing, and its tags. A line in pages.ts registers a
// page.

import type { AccessPoint } from '../../hal/wifi/wifi.ts';
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

/** Input from the player: a key, a touch or text. */
export type TypingEvent = Extract<NavigationEvent, { type: `key.${string}` | 'touch.row' | 'text.typed' }>;

/** State of the device that a page is drawn from. */
export interface DeviceView extends RowsView {
  /** Returns the number of flash writes since boot. */
  writes(): number;
  /** Returns the address of the device's web page with its token, which is a secret; null if there is none. */
  webLink(): string | null;
  /** Returns the device's own network with its password, which is a secret; null while it is closed. */
  accessPoint(): AccessPoint | null;
}

interface PageSecret {
  /** Returns the number of characters typed so far. */
  chars(navigation: NavigationContext): number;
  /** True if the event types the secret or moves between its letters. All other events are recorded. */
  isTypedBy(navigation: NavigationContext, event: TypingEvent): boolean;
}

export interface PageEntry {
  /** Name of its navigation state. */
  readonly name: string;
  readonly state: PageConfig;
  readonly tags?: readonly PageTag[];
  readonly rows?: Rows;
  /** Secret typed on this page, which recordings omit. */
  readonly secret?: PageSecret;
  /** Draws the page at a time on the device clock. */
  draw(view: DeviceView, now_ms: number): PageView;
  /** Returns when its last animation ends. Default: no animation. */
  movesUntil_ms?(view: DeviceView): number;
  /** Returns the next time at which the page changes without an event. Default: never. */
  changesAfter_ms?(view: DeviceView, now_ms: number): number;
}

/** Returns the navigation state of a page; the page's own keys override the keys of its list. */
export const stateOfPage = ({ name, state, tags = [], rows }: PageEntry): PageConfig =>
  navigationSetup.createStateConfig({
    ...state,
    tags: [...tags],
    on: { ...(rows ? listKeys(name, rows) : {}), ...state.on },
  });

/** Returns the current rows of a page and the focused index. */
export function listOf(view: RowsView, name: string, rows: Rows): { rows: readonly Row[]; focus: number } {
  const listed = rows(view);
  return { rows: listed, focus: focusOf(listed, view.navigation.focus[name]) };
}

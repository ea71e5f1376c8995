// Where a person is on the device, as rules without xstate: what is remembered from page to page, the rows of a page, and the focus on them.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { SeatResult } from '../experiences/set-rules.ts';
import { SCATTERS } from '../experiences/scatters.ts';
import type { ExperienceId } from '../experiences/registry.ts';
import type { CalibrationRequest } from '../calibration/calibration.machine.ts';
import type { Change } from '../persisted/changes.ts';
import type { FirmwareRequest } from '../images/policy.machine.ts';
import type { UpdateRequest } from '../extension/update.machine.ts';
import type { DeviceState } from '../machines/device-state.ts';
import type { ReportsTo } from '../machine.ts';
import type { OnlineRequest } from '../online/online.machine.ts';
import type { PlayRequest } from '../play/play.setup.ts';
import type { TouchscreenRequest } from '../touchscreen/touchscreen.machine.ts';
import type { WifiRequest } from '../wifi/wifi.machine.ts';
import type { SimulatorRequest } from '../simulator/simulator.machine.ts';
import type { IconName, IconPath } from '../ui/icons.ts';
import type { CodeEntry } from './together/code-entry.ts';
import type { Naming } from './settings/naming.ts';
import type { PasswordEntry } from './settings/wifi-password.ts';

/** Leads to a page; which, and whether it does, each page says. */
export type OpenEvent =
  | { readonly type: 'open.setup'; readonly id: ExperienceId }
  | { readonly type: 'open.play'; readonly id: ExperienceId; readonly resume: boolean }
  | { readonly type: 'open.extension'; readonly code: string }
  /** The settings of an extension. */
  | { readonly type: 'open.options'; readonly code: string }
  /** Asks whether an extension is to be removed. */
  | { readonly type: 'open.removing'; readonly code: string }
  | { readonly type: 'open.player'; readonly player_id: number }
  | { readonly type: 'open.naming'; readonly naming: Naming }
  /** A network of Wi-Fi, and its password. */
  | { readonly type: 'open.network' | 'open.password'; readonly network: string }
  /** What is played. */
  | { readonly type: 'open.played' }
  | {
      readonly type: `open.${
        | 'menu'
        | 'trend'
        | 'players'
        | 'settings'
        | 'status'
        | 'together'
        | 'joining'
        /** Asks whether the session is to have another code. */
        | 'renewing'
        | 'forwarding'
        | 'wifi'
        | 'touch'
        | 'firmware'
        | 'calibration'
        | 'calibrations'
        | 'extensions'
        | 'installing'
        | 'ending'}`;
    };

/** What a row does on its own page; the page says how. */
type PageEvent =
  | { readonly type: 'page.remove-extension'; readonly code: string }
  | { readonly type: 'page.remove-player' }
  | { readonly type: 'page.renew'; readonly keep_guests: boolean }
  | { readonly type: 'page.join-network' | 'page.forget-network'; readonly network: string }
  /** The round ends, and what was to be played instead begins. */
  | { readonly type: 'page.end-round' };

/** What a row or a page asks of the device. */
export type DeviceRequest =
  | CalibrationRequest
  | FirmwareRequest
  | UpdateRequest
  | OnlineRequest
  | SimulatorRequest
  | WifiRequest
  | TouchscreenRequest
  | PlayRequest
  | { readonly type: 'forwarder.test' }
  | { readonly type: 'device.change'; readonly change: Change }
  | { readonly type: 'device.note'; readonly text: string }
  /** That note holds no more. */
  | { readonly type: 'device.unsay'; readonly text: string };

/** What a key does on a row. */
export type RowEvent = OpenEvent | PageEvent | DeviceRequest;

export interface Row {
  readonly label: string;
  readonly value?: string;
  readonly icon?: IconName | IconPath;
  /** It looks as if nothing came of it; what OK says is why. */
  readonly disabled?: boolean;
  readonly ok?: RowEvent;
  readonly left?: RowEvent;
  readonly right?: RowEvent;
}

type PageKey = 'up' | 'down' | 'left' | 'right' | 'ok' | 'back';

export type NavigationEvent =
  | { readonly type: `key.${PageKey}`; readonly repeats?: boolean }
  | OpenEvent
  | PageEvent
  | { readonly type: 'touch.row'; readonly focus: number; readonly key: 'ok' | 'left' | 'right' }
  /** On a keyboard with letters; BACKSPACE takes one away. */
  | { readonly type: 'text.typed'; readonly text: string }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  /** Something that a page shows has changed. */
  | { readonly type: 'pages.refresh' }
  /** The touch screen is calibrated, or is not to be any more. */
  | { readonly type: 'touchscreen.over' }
  | { readonly type: 'play.over'; readonly page: 'menu' | 'setup' | 'options' }
  | {
      readonly type: 'set.finished';
      readonly game: ExperienceId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    };

/** A row by what it says, and by its place where nothing says that any more. */
export interface Focus {
  readonly place: number;
  readonly label: string;
  /** All rows of the page at that time: where none of them is left, it is another list. */
  readonly labels: readonly string[];
}

/** What is to be played once somebody has ended the round that others play in. */
export type PlayInstead = Extract<OpenEvent, { type: 'open.play' | 'open.extension' }>;

export interface NavigationContext {
  readonly parent: ReportsTo<DeviceRequest>;
  /** All that pages show, as it is now. */
  readonly deviceState: () => DeviceState;
  /** By page. */
  readonly focus: Readonly<Record<string, Focus>>;
  /** The experience whose set-up, result or trend is looked at. */
  readonly id: ExperienceId;
  readonly player_id: number | null;
  /** Share code of the extension that is looked at. */
  readonly code: string;
  readonly naming: Naming;
  /** The code that is being typed. */
  readonly code_entry: CodeEntry;
  /** The network of Wi-Fi that is looked at. */
  readonly network: string;
  /** The password that is being typed. */
  readonly password: PasswordEntry;
  readonly results: readonly SeatResult[];
  /** Which picture of the result is shown: 0 the trend, from 1 the scatters. */
  readonly plot: number;
  /** The version that a person was asked about last. */
  readonly asked_of: string;
  readonly instead: PlayInstead | null;
}

/** What the rows of a page are made of. */
export interface RowsView extends DeviceState {
  readonly navigation: NavigationContext;
}

export type Rows = (view: RowsView) => readonly Row[];

export const rowsView = (navigation: NavigationContext): RowsView => ({ ...navigation.deviceState(), navigation });

/** The place of the row in focus: where the rows have moved, it is still the same row. */
export function focusOf(rows: readonly Row[], focus: Focus | undefined): number {
  if (!focus) return 0;
  const { place, label, labels } = focus;
  if (rows[place]?.label === label) return place;
  const moved = rows.findIndex((row) => row.label === label);
  if (moved >= 0) return moved;
  const is_other = labels.length > 0 && !rows.some((row) => labels.includes(row.label));
  return is_other ? 0 : Math.min(place, Math.max(0, rows.length - 1));
}

const focusAt = (rows: readonly Row[], place: number): Focus => ({
  place,
  label: rows[place]?.label ?? '',
  labels: rows.map((row) => row.label),
});

/** The context with the focus of a page on a row. */
export const withFocus = (
  { focus }: Pick<NavigationContext, 'focus'>,
  page: string,
  rows: readonly Row[],
  place: number,
): Pick<NavigationContext, 'focus'> => ({ focus: { ...focus, [page]: focusAt(rows, place) } });

/** The focus one row up or down; it goes round at the ends. */
export function withFocusMoved(
  context: Pick<NavigationContext, 'focus'>,
  page: string,
  rows: readonly Row[],
  by: 1 | -1,
): Partial<NavigationContext> {
  if (rows.length === 0) return {};
  const place = focusOf(rows, context.focus[page]);
  return withFocus(context, page, rows, (place + by + rows.length) % rows.length);
}

/** The context with the focus of a page on its first row. */
export const withFirstFocus = (
  { focus }: Pick<NavigationContext, 'focus'>,
  page: string,
): Pick<NavigationContext, 'focus'> => ({
  focus: { ...focus, [page]: { place: 0, label: '', labels: [] } },
});

/** Pictures of a result: its trend, and where the putts are kept how they scatter. */
export const plotsOf = ({ results }: Pick<NavigationContext, 'results'>): number =>
  results.some(({ putts = [] }) => putts.length > 1) ? 1 + SCATTERS.length : 1;

export function withPlot(context: NavigationContext, by: 1 | -1): Partial<NavigationContext> {
  const count = plotsOf(context);
  return { plot: (context.plot + by + count) % count };
}

/** A row of another page, or of what is asked of the device: what a page keeps to itself is raised there. */
export const isOwn = (event: RowEvent): event is OpenEvent | PageEvent =>
  event.type.startsWith('open.') || event.type.startsWith('page.');

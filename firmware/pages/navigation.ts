// Navigation rules without xstate: the state kept between pages, the rows of a page, and the focus on them.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { SeatResult } from '../experiences/set-rules.ts';
import { SCATTERS } from '../experiences/scatters.ts';
import type { ExperienceId } from '../experiences/registry.ts';
import type { CalibrationRequest } from '../calibration/calibration.machine.ts';
import type { GatesRequest } from '../gates/gates.machine.ts';
import type { PersistedChange } from '../persisted/changes.ts';
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

/** Opens a page; each page decides which one and whether it opens. */
export type OpenEvent =
  | { readonly type: 'open.setup'; readonly id: ExperienceId }
  | { readonly type: 'open.play'; readonly id: ExperienceId; readonly resume: boolean }
  | { readonly type: 'open.extension'; readonly code: string }
  /** Opens the settings of an extension. */
  | { readonly type: 'open.options'; readonly code: string }
  /** Asks whether to remove an extension. */
  | { readonly type: 'open.removing'; readonly code: string }
  | { readonly type: 'open.player'; readonly player_id: number }
  | { readonly type: 'open.naming'; readonly naming: Naming }
  /** Opens a Wi-Fi network or its password. */
  | { readonly type: 'open.network' | 'open.password'; readonly network: string }
  /** Opens the current game. */
  | { readonly type: 'open.played' }
  | {
      readonly type: `open.${
        | 'menu'
        | 'trend'
        | 'figures'
        | 'putting'
        /** Asks whether to delete a player's putts */
        | 'deleting'
        | 'players'
        | 'settings'
        | 'status'
        | 'together'
        | 'joining'
        /** Asks whether to change the code of the session */
        | 'renewing'
        | 'forwarding'
        | 'wifi'
        /** Shows how a phone reaches the device */
        | 'welcome'
        | 'touch'
        | 'firmware'
        /** Asks whether to reset the device to its factory settings */
        | 'reset'
        | 'calibration'
        | 'calibrations'
        | 'gates'
        | 'pendulum'
        | 'extensions'
        | 'installing'
        | 'ending'}`;
    };

/** Action of a row on its own page; the page defines it. */
type PageEvent =
  | { readonly type: 'page.remove-extension'; readonly code: string }
  | { readonly type: 'page.remove-player' | 'page.delete-putts' | 'page.relink' }
  | { readonly type: 'page.renew'; readonly keep_guests: boolean }
  | { readonly type: 'page.join-network' | 'page.forget-network'; readonly network: string }
  /** Ends the round and starts the player's new choice. */
  | { readonly type: 'page.end-round' };

/** Request to the device from a row or page. */
export type DeviceRequest =
  | CalibrationRequest
  | GatesRequest
  | FirmwareRequest
  | UpdateRequest
  | OnlineRequest
  | SimulatorRequest
  | WifiRequest
  | TouchscreenRequest
  | PlayRequest
  | { readonly type: 'forwarder.test' }
  /** Makes a new link for phones. */
  | { readonly type: 'web_page.renew' }
  | { readonly type: 'device.reset'; readonly keep_putts: boolean }
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string }
  /** Withdraws that toast. */
  | { readonly type: 'device.unsay'; readonly text: string };

/** Event that a key triggers on a row. */
export type RowEvent = OpenEvent | PageEvent | DeviceRequest;

export interface Row {
  readonly label: string;
  readonly value?: string;
  readonly icon?: IconName | IconPath;
  /** True to draw the row as unavailable; OK explains why. */
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
  /** Text typed on a letter keyboard; BACKSPACE deletes one character. */
  | { readonly type: 'text.typed'; readonly text: string }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  /** State shown on a page has changed. */
  | { readonly type: 'pages.refresh' }
  /** A phone has finished the first start without a network. */
  | { readonly type: 'set_up.finished' }
  /** Touch screen calibration is finished or cancelled. */
  | { readonly type: 'touchscreen.over' }
  | { readonly type: 'play.over'; readonly page: 'menu' | 'setup' | 'options' }
  | {
      readonly type: 'set.finished';
      readonly game: ExperienceId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    };

/** Focused row by label, or by index if no row has that label any more. */
export interface Focus {
  readonly place: number;
  readonly label: string;
  /** Labels of all rows at that time: if none is left, it is a different list. */
  readonly labels: readonly string[];
}

/** Game to start once the player has ended the round with other players. */
export type PlayInstead = Extract<OpenEvent, { type: 'open.play' | 'open.extension' }>;

export interface NavigationContext {
  readonly parent: ReportsTo<DeviceRequest>;
  /** Returns the current state that pages show. */
  readonly deviceState: () => DeviceState;
  /** Focus by page name. */
  readonly focus: Readonly<Record<string, Focus>>;
  /** Experience whose set-up, result or trend is open. */
  readonly id: ExperienceId;
  readonly player_id: number | null;
  /** Share code of the open extension. */
  readonly code: string;
  readonly naming: Naming;
  /** Code being typed. */
  readonly code_entry: CodeEntry;
  /** Open Wi-Fi network. */
  readonly network: string;
  /** Password being typed. */
  readonly password: PasswordEntry;
  readonly results: readonly SeatResult[];
  /** View of the result or the status on screen; 0 is the first. */
  readonly plot: number;
  /** Firmware version that the player was last asked about. */
  readonly prompted_version: string;
  readonly instead: PlayInstead | null;
}

/** Data for the rows of a page. */
export interface RowsView extends DeviceState {
  readonly navigation: NavigationContext;
}

export type Rows = (view: RowsView) => readonly Row[];

export const rowsView = (navigation: NavigationContext): RowsView => ({ ...navigation.deviceState(), navigation });

/** Returns the index of the focused row; the focus follows a row that has moved. */
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

/** Returns the focus state with a given row of a page focused. */
export const withFocus = (
  { focus }: Pick<NavigationContext, 'focus'>,
  page: string,
  rows: readonly Row[],
  place: number,
): Pick<NavigationContext, 'focus'> => ({ focus: { ...focus, [page]: focusAt(rows, place) } });

/** Moves the focus one row up or down, wrapping around at the ends. */
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

/** Returns the focus state with the first row of a page focused. */
export const withFirstFocus = (
  { focus }: Pick<NavigationContext, 'focus'>,
  page: string,
): Pick<NavigationContext, 'focus'> => ({
  focus: { ...focus, [page]: { place: 0, label: '', labels: [] } },
});

/** Returns the number of views of a result: its figures, its trend, and scatter plots if putts are recorded. */
export const plotsOf = ({ results }: Pick<NavigationContext, 'results'>): number =>
  results.some(({ putts = [] }) => putts.length > 1) ? 2 + SCATTERS.length : 2;

/** Whether navigation itself handles the event of a row; all other events go to the device. */
export const isOwn = (event: RowEvent): event is OpenEvent | PageEvent =>
  event.type.startsWith('open.') || event.type.startsWith('page.');

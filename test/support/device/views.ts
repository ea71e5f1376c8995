// Handmade views of the device, for pages in states that take long to reach by keys.

import { PERSISTED_DEFAULT, type Persisted } from '../../../firmware/persisted/persisted.ts';
import { trendsFrom } from '../../../firmware/persisted/trends.ts';
import { setOf, SETS, startSet, type AnySetState, type SetId } from '../../../firmware/experiences/registry.ts';
import type { SeatResult } from '../../../firmware/experiences/set-rules.ts';
import { createActor, setup } from 'xstate';
import { deviceContext, type DeviceContext, type DeviceState } from '../../../firmware/machines/device-state.ts';
import type { BootStep } from '../../../firmware/pages/settings/boot-page.ts';
import type { NavigationContext, Row } from '../../../firmware/pages/navigation.ts';
import type { DeviceView } from '../../../firmware/pages/page-entry.ts';
import { pageNamed } from '../../../firmware/pages/pages.ts';
import type { ShownPage } from '../../../firmware/pages/render.ts';
import { NO_PLAY, type PlayView } from '../../../firmware/play/play-view.ts';
import { isOver, newSet, resultsOf, withStrike, type SetContext } from '../../../firmware/play/set.ts';
import { NO_FORWARDING } from '../../../firmware/forwarding/forwarder.ts';
import { NO_FIRMWARE, type FirmwareView } from '../../../firmware/images/policy.ts';
import { NO_UPDATE } from '../../../firmware/extension/update.ts';
import { NO_CALIBRATION } from '../../../firmware/calibration/calibration.ts';
import { NO_GATES } from '../../../firmware/gates/gates.ts';
import { EMPTY_HOST_CODE } from '../../../firmware/pages/together/code-entry.ts';
import { NO_SIMULATOR } from '../../../firmware/simulator/simulator.ts';
import { nameEntry } from '../../../firmware/pages/settings/naming.ts';
import { NO_SESSION } from '../../../firmware/online/online.ts';
import { EMPTY_PASSWORD } from '../../../firmware/pages/settings/wifi-password.ts';
import { NO_TOUCHSCREEN } from '../../../firmware/touchscreen/touchscreen.ts';
import { NO_WIFI } from '../../../firmware/wifi/wifi.ts';
import type { Units } from '../../../firmware/units.ts';
import type { RunningImage } from '../../../hal/images/images.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { LinkState, SensorStatus, Strike } from '../../../hal/sensor/sensor.ts';
import { strikeWith } from './putts.ts';

export const WIDE = 'WWWWWWWWWWWWWWWW';

/** Calibration of a board that has none yet. */
export const NEW_BOARD = {
  aperture_error_um: { LA: 0, RA: 0, LB: 0, RB: 0, LD: 0, RD: 0, HA: 0, HB: 0 },
  stores_settings: true,
};

export const sensorWith = (values: Partial<SensorStatus> = {}): SensorStatus => ({
  link: 'ready',
  detail: 'The sensor is ready.',
  path: 'virtual',
  board: {
    protocol: '1.1',
    hardware: 1,
    firmware: '1.0.0',
    serial: 'SB000001',
    tick_ns: 100,
    boot_count: 3,
    ...NEW_BOARD,
  },
  counters: {
    strikes: 1,
    backstrokes: 0,
    implausible: 0,
    duplicates: 0,
    frames_dropped: 0,
    frames_missed: 0,
    links_lost: 0,
  },
  covered: [],
  refusal: '',
  ...values,
});

const IMAGE_HERE: RunningImage = { hw: 'virtual', version: '0.9.0', seq: 1, trial: false, rolled_back: '' };
const FIRMWARE_HERE: FirmwareView = { ...NO_FIRMWARE, version: '0.9.0' };

export const LINKS: readonly LinkState[] = [
  'closed',
  'opening',
  'greeting',
  'ready',
  'blocked',
  'lost',
  'incompatible',
  'bootloader',
];

/** Largest mean error of a lag putt, in percent. */
const WIDEST = 11_900;

/**
 * Returns persisted state with this many players of the same name, and trends of thirty sets of each experience by
 * default.
 */
export function persistedWith(players: number, name: string, units: Units, sets = 30): Persisted {
  const ids = Array.from({ length: players }, (_, i) => i + 1);
  const trend = (least: number, most: number) =>
    Array.from({ length: sets }, (_, i) => i).flatMap((i) =>
      ids.map((player_id) => ({
        player_id,
        unix_s: 0,
        value: least + ((most - least) * ((i * 7 + player_id) % 10)) / 9,
      })),
    );
  return {
    ...PERSISTED_DEFAULT,
    id: 'TP-0123456789AB',
    settings: { ...PERSISTED_DEFAULT.settings, units, name },
    players: ids.map((id) => ({ id, name: name || `Player ${id}`, handicap: 54, hand: 'right', impact_ratio: 1.8 })),
    next_player_id: players + 1,
    trends: trendsFrom(
      Object.fromEntries(
        SETS.map(({ id, trend: { values } }) => [id, trend(values.min, Math.min(values.max, WIDEST))]),
      ),
    ),
  };
}

export interface ViewByHand {
  /** `focus`: index of the focused row. */
  readonly navigation?: Partial<Omit<NavigationContext, 'focus'>>;
  readonly focus?: number;
  readonly device?: Partial<DeviceState>;
  readonly play?: Partial<PlayView>;
}

function stateWith(persisted: Persisted, { device = {}, play = {} }: ViewByHand): DeviceState {
  return {
    own_persisted: persisted,
    persisted,
    notes: [],
    unread: [],
    sensor: sensorWith(),
    networked: true,
    web_address: null,
    storage_error: '',
    toast: '',
    status_line: '',
    alarm: '',
    image: IMAGE_HERE,
    boot: 'BOOT',
    has_cloud: false,
    has_store: false,
    has_updates: false,
    board_problem: '',
    held: false,
    busy: false,
    session: NO_SESSION,
    simulator: NO_SIMULATOR,
    forwarding: NO_FORWARDING,
    firmware: FIRMWARE_HERE,
    update: NO_UPDATE,
    calibration: NO_CALIBRATION,
    gates: NO_GATES,
    audio: { version: '' },
    wifi: NO_WIFI,
    touchscreen: NO_TOUCHSCREEN,
    play: { ...NO_PLAY, persisted, ...play },
    ...device,
  };
}

const NO_PARENT = createActor(setup({}).createMachine({}));

/** Returns the view that a page is drawn from. */
function deviceViewAt(page: string, persisted: Persisted, given: ViewByHand = {}): DeviceView {
  const state = stateWith(persisted, given);
  const navigation: NavigationContext = {
    parent: NO_PARENT,
    deviceState: () => state,
    focus: given.focus === undefined ? {} : { [page]: { place: given.focus, label: '', labels: [] } },
    id: 'lag',
    player_id: 1,
    code: '',
    naming: nameEntry('device', persisted.settings.name, null),
    code_entry: EMPTY_HOST_CODE,
    network: '',
    password: EMPTY_PASSWORD,
    prompted_version: '',
    results: [],
    plot: 0,
    instead: null,
    ...given.navigation,
  };
  const webLink = (): string | null => state.web_address && `${state.web_address}?token=AbCdEfGhIjKlMnOpQrStUvWx`;
  const accessPoint = () => ({ name: 'putter-WWWW', password: 'wwwwwwwwwwww', address: '10.42.0.1' });
  return { ...state, navigation, writes: () => 1_234_567, webLink, accessPoint };
}

/** Returns a page of a running device. */
export const viewAt = (page: string, persisted: Persisted, given: ViewByHand = {}): ShownPage => ({
  booting: null,
  page,
  view: deviceViewAt(page, persisted, given),
});

/** Returns the boot page. */
export const bootingAt = (booting: BootStep, persisted: Persisted, device: Partial<DeviceContext> = {}): ShownPage => ({
  booting,
  device: {
    ...deviceContext(
      { sensor: sensorWith(), board_problem: '', has_cloud: false, has_store: false, has_updates: false },
      () => ({}),
    ),
    persisted,
    image: IMAGE_HERE,
    ...device,
  },
});

/** Returns the page of a set in play. */
export const playingAt = (persisted: Persisted, set: SetContext, rolling = false, resting = false): ShownPage =>
  viewAt('playing', persisted, { play: { kind: 'set', id: set.state.game, set, rolling, resting } });

/** Returns the rows of a page. */
export const rowsAt = (page: string, persisted: Persisted, given: ViewByHand = {}): readonly Row[] =>
  pageNamed(page)?.rows?.(deviceViewAt(page, persisted, given)) ?? [];

/** Returns the state of an experience after these strikes, in order. */
export function experienceAfter(
  game: SetId,
  persisted: Persisted,
  strikes: readonly Partial<Strike>[],
  state?: AnySetState,
): SetContext {
  const started =
    state ??
    startSet(
      game,
      persisted.cfgs,
      persisted.players.map(({ id }) => id),
      createSeededRandom(1),
    );
  const start = newSet({ state: started, unix_s: 0, persisted });
  return strikes.reduce<SetContext>((now, strike) => withStrike(now, strikeWith(strike)), start);
}

/** Returns the results of an experience in which every player makes the same strike. */
export function resultsAfter(game: SetId, persisted: Persisted, strike: Partial<Strike>): readonly SeatResult[] {
  // Caches the results: a golf round takes a while to roll, and does not depend on the players' names, units or history.
  const { cfgs, settings, players } = persisted;
  const nameless = players.map((player) => ({ ...player, name: '' }));
  const key = JSON.stringify([game, cfgs, { ...settings, units: '' }, nameless, strike]);
  const results = known.get(key) ?? playedOut(game, persisted, strike);
  known.set(key, results);
  return results;
}

const known = new Map<string, readonly SeatResult[]>();

function playedOut(game: SetId, persisted: Persisted, strike: Partial<Strike>): readonly SeatResult[] {
  if (!setOf(game).free) {
    let now = experienceAfter(game, persisted, []);
    while (!isOver(now)) now = withStrike(now, strikeWith(strike));
    return resultsOf(now.state);
  }
  return persisted.players.flatMap((player) => {
    const one = { ...persisted, players: [player] };
    return resultsOf(experienceAfter(game, one, [strike, { ...strike, face_angle_deg: -20 }]).state);
  });
}

// Views of the device made by hand, for pages in states that take long to reach by keys.

import { FACTS_BEFORE_BOOT, type Facts } from '../../firmware/facts/facts.ts';
import type { GameState } from '../../firmware/games/games.ts';
import { startGame } from '../../firmware/games/games.ts';
import type { SeatResult } from '../../firmware/games/game.ts';
import type { DeviceContext } from '../../firmware/machines/device.ts';
import { isOver, resultsOf, withStrike, type ExperienceContext } from '../../firmware/machines/experience.ts';
import type { CourseView } from '../../firmware/machines/course.ts';
import { NO_FORWARDING } from '../../firmware/forwarding/forwarder.ts';
import { NO_FIRMWARE, type FirmwareView } from '../../firmware/images/policy.ts';
import { NO_UPDATE } from '../../firmware/extension/update.ts';
import { NO_CALIBRATION } from '../../firmware/calibration/calibration.ts';
import { HOST_CODE } from '../../firmware/machines/code-entry.ts';
import type { NavigationContext, PageName } from '../../firmware/machines/navigation.ts';
import { NO_SIMULATOR } from '../../firmware/simulator/simulator.ts';
import { nameEntry } from '../../firmware/machines/naming.ts';
import { NO_SESSION } from '../../firmware/online/online.ts';
import type { Units } from '../../firmware/units.ts';
import type { DeviceView } from '../../firmware/ui/view.ts';
import type { RunningImage } from '../../hal/images/images.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { LinkState, SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { GameId } from '../../wire/choices.ts';
import { strikeWith } from './putts.ts';

export const WIDE = 'WWWWWWWWWWWWWWWW';

export const sensorWith = (values: Partial<SensorStatus> = {}): SensorStatus => ({
  link: 'ready',
  detail: 'The sensor is ready.',
  path: 'virtual',
  board: { protocol: '1.0', hardware: 1, firmware: '1.0.0', serial: 'SB000001', tick_ns: 100, boot_count: 3 },
  counters: {
    strikes: 1,
    backstrokes: 0,
    implausible: 0,
    duplicates: 0,
    frames_dropped: 0,
    frames_missed: 0,
    links_lost: 0,
  },
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

/** Facts with this many players of one name, and thirty sets of each experience in the trends. */
export function factsWith(players: number, name: string, units: Units, sets = 30): Facts {
  const ids = Array.from({ length: players }, (_, i) => i + 1);
  const trend = (top: number) =>
    Array.from({ length: sets }, (_, i) => i).flatMap((i) =>
      ids.map((player_id) => ({ player_id, unix_s: 0, value: (top * ((i * 7 + player_id) % 10)) / 9 })),
    );
  return {
    ...FACTS_BEFORE_BOOT,
    id: 'TP-0123456789AB',
    settings: { ...FACTS_BEFORE_BOOT.settings, units, name },
    players: ids.map((id) => ({ id, name: name || `Player ${id}`, handicap: 54, impact_ratio: 1.8 })),
    next_player_id: players + 1,
    trends: {
      metrics: trend(28.3),
      lag: trend(11_900),
      close: trend(6),
      distance: trend(11_900),
      arc: trend(100),
      rotation: trend(8.5),
      face: trend(20),
      golf: trend(5).map((entry) => ({ ...entry, value: 1 + entry.value })),
    },
  };
}

export const navigationAt = (
  page: PageName,
  facts: Facts,
  more: Partial<NavigationContext> = {},
): NavigationContext => ({
  facts,
  own_facts: facts,
  page,
  focus: {},
  game: 'lag',
  resume: false,
  begun: null,
  player_id: 1,
  code: '',
  naming: nameEntry('device', facts.settings.name, null),
  code_entry: HOST_CODE,
  calibration: NO_CALIBRATION,
  forwarding: NO_FORWARDING,
  update: NO_UPDATE,
  firmware: FIRMWARE_HERE,
  asked_of: '',
  results: [],
  plot: 0,
  session: NO_SESSION,
  roster: null,
  host_exp: null,
  pull: null,
  round: null,
  club: 0,
  striker: 0,
  ...more,
});

export const viewAt = (
  page: PageName,
  facts: Facts,
  {
    navigation = {},
    device = {},
    experience = null,
    course = null,
    rolling = false,
    booting = '',
  }: {
    navigation?: Partial<NavigationContext>;
    device?: Partial<DeviceContext>;
    experience?: ExperienceContext | null;
    course?: CourseView | null;
    rolling?: boolean;
    booting?: DeviceView['booting'];
  } = {},
): DeviceView => ({
  booting,
  device: {
    facts,
    notes: [],
    unread: [],
    sensor: sensorWith(),
    networked: true,
    storage_error: '',
    flash: '',
    status_line: '',
    session: NO_SESSION,
    simulator: NO_SIMULATOR,
    image: IMAGE_HERE,
    firmware: FIRMWARE_HERE,
    page_busy: false,
    busy: false,
    release_pending: false,
    update: NO_UPDATE,
    forwarding: NO_FORWARDING,
    alarm: '',
    boot: 'BOOT',
    has_cloud: false,
    ...device,
  },
  navigation: navigationAt(page, facts, navigation),
  experience,
  extension: null,
  course,
  rolling,
  writes: () => 1_234_567,
});

/** An experience after these strikes, one after the other. */
export function experienceAfter(
  game: GameId,
  facts: Facts,
  strikes: readonly Partial<Strike>[],
  state?: GameState,
): ExperienceContext {
  const begun =
    state ??
    startGame(
      game,
      facts.cfgs,
      facts.players.map(({ id }) => id),
      createSeededRandom(1),
    );
  const start: ExperienceContext = {
    state: begun,
    unix_s: 0,
    facts,
    putt: null,
    putt_seat: 0,
    putt_progress: '',
    putt_called_ft: null,
    path: null,
  };
  return strikes.reduce<ExperienceContext>((now, strike) => withStrike(now, strikeWith(strike)), start);
}

/** Results of an experience in which everybody struck like this. */
export function resultsAfter(game: GameId, facts: Facts, strike: Partial<Strike>): readonly SeatResult[] {
  // A round of golf takes a while to roll, and goes the same whatever its players are called, measure in and
  // have played before.
  const { cfgs, settings, players } = facts;
  const nameless = players.map((player) => ({ ...player, name: '' }));
  const key = JSON.stringify([game, cfgs, { ...settings, units: '' }, nameless, strike]);
  const results = known.get(key) ?? playedOut(game, facts, strike);
  known.set(key, results);
  return results;
}

const known = new Map<string, readonly SeatResult[]>();

function playedOut(game: GameId, facts: Facts, strike: Partial<Strike>): readonly SeatResult[] {
  if (game !== 'metrics') {
    let now = experienceAfter(game, facts, []);
    while (!isOver(now)) now = withStrike(now, strikeWith(strike));
    return resultsOf(now.state);
  }
  return facts.players.flatMap((player) => {
    const one = { ...facts, players: [player] };
    return resultsOf(experienceAfter(game, one, [strike, { ...strike, face_angle_deg: -20 }]).state);
  });
}

// Views of the device made by hand, for pages in states that take long to reach by keys.

import { FACTS_BEFORE_BOOT, type Facts } from '../../firmware/facts/facts.ts';
import { trendsFrom } from '../../firmware/facts/trends.ts';
import { setOf, SETS, startSet, type AnySetState, type SetId } from '../../firmware/experiences/registry.ts';
import type { SeatResult } from '../../firmware/experiences/set-rules.ts';
import type { DeviceContext } from '../../firmware/machines/device.ts';
import { isOver, newSet, resultsOf, withStrike, type SetContext } from '../../firmware/machines/set.ts';
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

/** The mean error of the wildest lags, in percent. */
const WIDEST = 11_900;

/** Facts with this many players of one name, and thirty sets of each experience in the trends. */
export function factsWith(players: number, name: string, units: Units, sets = 30): Facts {
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
    ...FACTS_BEFORE_BOOT,
    id: 'TP-0123456789AB',
    settings: { ...FACTS_BEFORE_BOOT.settings, units, name },
    players: ids.map((id) => ({ id, name: name || `Player ${id}`, handicap: 54, impact_ratio: 1.8 })),
    next_player_id: players + 1,
    trends: trendsFrom(
      Object.fromEntries(
        SETS.map(({ id, trend: { values } }) => [id, trend(values.min, Math.min(values.max, WIDEST))]),
      ),
    ),
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
    experience?: SetContext | null;
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
  game: SetId,
  facts: Facts,
  strikes: readonly Partial<Strike>[],
  state?: AnySetState,
): SetContext {
  const begun =
    state ??
    startSet(
      game,
      facts.cfgs,
      facts.players.map(({ id }) => id),
      createSeededRandom(1),
    );
  const start = newSet({ state: begun, unix_s: 0, facts });
  return strikes.reduce<SetContext>((now, strike) => withStrike(now, strikeWith(strike)), start);
}

/** Results of an experience in which everybody struck like this. */
export function resultsAfter(game: SetId, facts: Facts, strike: Partial<Strike>): readonly SeatResult[] {
  if (!setOf(game).free) {
    let now = experienceAfter(game, facts, []);
    while (!isOver(now)) now = withStrike(now, strikeWith(strike));
    return resultsOf(now.state);
  }
  return facts.players.flatMap((player) => {
    const one = { ...facts, players: [player] };
    return resultsOf(experienceAfter(game, one, [strike, { ...strike, face_angle_deg: -20 }]).state);
  });
}

// The device as a whole, as rules without xstate: what it knows, and how a set of an experience begins.

import type { SensorStatus } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { nameOf, type Facts, type RecordName } from '../facts/facts.ts';
import { publicRound, type CourseState } from '../experiences/course/round.ts';
import type { HostEvent, Round } from '../../wire/relay/shapes.ts';
import { readSecret } from '../../wire/signing.ts';
import type { OnlineFacts, OnlineInput, SessionView } from '../online/online.ts';
import type { ForwarderFacts, ForwardingView } from '../forwarding/forwarder.ts';
import { senderOf } from '../forwarding/shot.ts';
import type { RunningImage } from '../../hal/images/images.ts';
import type { FirmwareView, PolicyFacts } from '../images/policy.ts';
import type { UpdateFacts, UpdateView } from '../extension/update.ts';
import { wayOf, type SimulatorFacts, type SimulatorView } from '../simulator/simulator.ts';
import { entriesOf } from './course.ts';

export interface DeviceContext {
  readonly facts: Facts;
  /** What the boot found damaged or unreadable, a sentence each. */
  readonly notes: readonly string[];
  /** Records that could not be read, so that nothing is written over them. */
  readonly unread: readonly RecordName[];
  readonly sensor: SensorStatus;
  /** The device is on a network. */
  readonly networked: boolean;
  /** Why the last write failed; '' while storage is well. */
  readonly storage_error: string;
  /** A message that stays a few seconds; '' for none. */
  readonly flash: string;
  /** What went wrong with the extensions, in a red line; '' for nothing. */
  readonly alarm: string;
  /** What somebody in the session has just done; '' for nothing. */
  readonly status_line: string;
  readonly session: SessionView;
  readonly simulator: SimulatorView;
  /** What became of the shots that were forwarded. */
  readonly forwarding: ForwardingView;
  /** The firmware that runs. */
  readonly image: RunningImage;
  /** How the update of the firmware stands. */
  readonly firmware: FirmwareView;
  /** The page is one on which somebody plays or types. */
  readonly page_busy: boolean;
  /** That, or guests play on the simulator of this device: it does not start anew now. */
  readonly busy: boolean;
  /** A release was pending when the first check had come to its end. */
  readonly release_pending: boolean;
  /** How the update job of the extensions stands. */
  readonly update: UpdateView;
  /** Tells this start from all others. */
  readonly boot: string;
  /** There is a cloud to play with. */
  readonly has_cloud: boolean;
}

/** Before the board has said what runs. */
export const NO_IMAGE: RunningImage = { hw: '', version: '', seq: 0, trial: false, rolled_back: '' };

export interface SaveEvent {
  readonly type: 'keeper.save';
  readonly facts: Facts;
  readonly records: readonly RecordName[];
}

export type FeedbackEvent =
  | { readonly type: 'feedback.sound'; readonly sound: Sound; readonly volume_percent: number }
  | { readonly type: 'feedback.light'; readonly seat: number; readonly light_ms: number };

/** How long the LED of somebody who has putted is lit. */
export const PUTT_LIGHT_MS = 1200;
const FLASH_MS = 4000;
/** Nobody reads faster than this. */
const READ_MS_A_CHAR = 60;
/** How long a message stays. */
export const flashMs = (text: string): number => Math.max(FLASH_MS, READ_MS_A_CHAR * text.length);
/** How long the red line stays; the page of the extensions says the same for longer. */
export const ALARM_MS = 15_000;
/** The boot page waits this long for the sensor, then goes on without it. */
export const SENSOR_WAIT_MS = 1500;
export const STORAGE_DAMAGED = 'Some of what was stored is damaged: see the status page.';
export const STRIKE_UNUSED = 'A strike came, but no experience is open.';

/** The link states in which the sensor has said what it has to say; the boot need not wait longer. */
export const isSettled = ({ link }: SensorStatus): boolean =>
  link !== 'opening' && link !== 'greeting' && link !== 'closed';

/** What a session goes by. */
export const onlineFacts = (facts: Facts): OnlineFacts => ({
  self: { name: nameOf(facts), players: entriesOf(facts) },
  exp: facts.exp,
});

/** What a golf simulator goes by. */
export const simulatorFacts = ({ facts, session }: DeviceContext): SimulatorFacts => ({
  way: wayOf(facts.exp.mode),
  settings: facts.simulator,
  name: nameOf(facts),
  hosting: session.role === 'host',
});

/** What the forwarder goes by. */
export const forwarderFacts = ({ facts, image }: Pick<DeviceContext, 'facts' | 'image'>): ForwarderFacts => ({
  forwarding: facts.forwarding,
  sender: senderOf(facts, image.version),
});

/** What the policy of firmware updates goes by. */
export const policyFacts = ({
  facts: { id, firmware },
  unread,
}: Pick<DeviceContext, 'facts' | 'unread'>): PolicyFacts => ({
  id,
  firmware,
  countable: !unread.includes('firmware'),
});

export const isBusy = ({
  page_busy,
  session,
  facts,
}: Pick<DeviceContext, 'page_busy' | 'session' | 'facts'>): boolean =>
  page_busy || (session.role === 'host' && wayOf(facts.exp.mode) !== null);

/** What the update job goes by. */
export const updateFacts = ({
  facts: { id, installed },
  image,
}: Pick<DeviceContext, 'facts' | 'image'>): UpdateFacts => ({
  id,
  firmware: image.version,
  installed,
});

/** Online play as the facts of a boot have it. */
export function onlineInput({ facts, boot, has_cloud }: DeviceContext): OnlineInput {
  const key = has_cloud ? readSecret(facts.secret) : null;
  const { role, code } = facts.online;
  return {
    ...onlineFacts(facts),
    identity: key ? { id: facts.id, key } : null,
    boot,
    role,
    code,
    rounds: role === 'host' && facts.round ? versionsOf(facts.round) : [],
  };
}

/** What of a round may have been seen: the version before its last verdict, and the one with it where that was shown. */
const versionsOf = ({ round, before, revealed }: CourseState): readonly Round[] => [
  ...(before ? [before] : []),
  ...(revealed ? [round] : []),
];

/** What a host says of its own putt; null where the round shows no new one of ours. */
export function eventOfRound(state: CourseState, facts: Facts): HostEvent | null {
  const { shot, ro, id } = publicRound(state);
  if (!shot || shot.v !== '' || ro[shot.p]?.d !== '') return null;
  return { seq: id * SHOTS_OF_A_ROUND + shot.seq, kind: 'putt', name: nameOf(facts), steps: 0 };
}

/** More than any round has: numbers of events never meet. */
const SHOTS_OF_A_ROUND = 10_000;

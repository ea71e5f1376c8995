// Snapshot of the play for pages, LEDs and observers of the device.

import { withSeatNames } from './seat-names.ts';
import type { SnapshotFrom } from 'xstate';
import { strokePlay } from '../experiences/course/stroke-play.ts';
import { rulesOf, type ExperienceId } from '../experiences/registry.ts';
import type { ExtensionContext } from '../extension/extension.ts';
import { PERSISTED_DEFAULT, type Persisted } from '../persisted/persisted.ts';
import type { playMachine } from './play.machine.ts';
import { roundView, type RoundView } from './round.ts';
import type { SetContext } from './set.ts';
import { visitView } from './visit.ts';

export type PlayKind =
  | 'idle'
  | 'set'
  | 'round'
  | 'visit'
  | 'extension'
  | 'simulator'
  | 'sharing'
  | 'absent'
  | 'unsensed';

export interface PlayView {
  readonly kind: PlayKind;
  /** Current or last experience. */
  readonly id: ExperienceId;
  /** Share code of the current or last extension. */
  readonly code: string;
  /** Effective persisted state: includes the host's settings while its experience is followed. */
  readonly persisted: Persisted;
  readonly set: SetContext | null;
  /** Round played here or as a guest; null if none, or before the host has one. */
  readonly round: RoundView | null;
  readonly extension: ExtensionContext | null;
  /** Whether the newest putt is still rolling or its outcome is still shown. */
  readonly rolling: boolean;
  /** Whether the ball of a set is at rest with its verdict shown. */
  readonly resting: boolean;
  /** Whether our putt is on its way to the host. */
  readonly sent: boolean;
  /** On a simulator: the selected full swing, and the id of the player who putts. */
  readonly club: number;
  readonly striker: number;
}

export const NO_PLAY: PlayView = {
  kind: 'idle',
  id: strokePlay.id,
  code: '',
  persisted: PERSISTED_DEFAULT,
  set: null,
  round: null,
  extension: null,
  rolling: false,
  resting: false,
  sent: false,
  club: 0,
  striker: 0,
};

const PASSING = ['starting', 'choosing', 'following', 'beginning'] as const;
type Passing = (typeof PASSING)[number];
const isPassing = (state: PlayKind | Passing): state is Passing => PASSING.some((each) => each === state);

export function playView(snapshot: SnapshotFrom<typeof playMachine>): PlayView {
  const { context, children, value } = snapshot;
  const [set, round, visit] = [
    children.set?.getSnapshot(),
    children.round?.getSnapshot(),
    children.visit?.getSnapshot(),
  ];
  return {
    kind: isPassing(value) ? 'idle' : value,
    id: context.id,
    code: context.code,
    persisted: context.persisted,
    set: set?.context ?? null,
    round: round ? roundView(round.context) : visit ? visitView(visit.context) : null,
    extension: children.extension?.getSnapshot().context ?? null,
    rolling: (set ?? round ?? visit)?.hasTag('rolling') ?? false,
    resting: set?.hasTag('resting') ?? false,
    sent: visit?.hasTag('sent') ?? false,
    club: context.club,
    striker: context.striker,
  };
}

/** Returns the names of the players on other devices in this device's round; empty if none is in progress. */
export const othersInRound = ({ kind, round }: PlayView): readonly string[] =>
  kind === 'round' && round && round.round.ph !== 'done'
    ? withSeatNames(round.round, 'the host')
        .ro.filter(({ d }) => d !== '')
        .map(({ n, d }) => (n === d ? d : `${n} (${d})`))
    : [];

/** Whether a round that this device scores is in progress. */
export const scoresRound = ({ kind, round }: PlayView): boolean => kind === 'round' && round?.round.ph !== 'done';

/** Describes the progress, such as `hole 3 of 9`; '' if there is none to show. */
export function progressOf({ set, round }: PlayView): string {
  if (set) return rulesOf(set.state.game).progress(set.state);
  return round ? `hole ${round.round.hole} of ${round.round.nh}` : '';
}

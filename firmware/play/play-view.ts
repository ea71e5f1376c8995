// What pages, LEDs and whoever watches the device see of what is played.

import { withSeatNames } from './seat-names.ts';
import type { SnapshotFrom } from 'xstate';
import { strokePlay } from '../experiences/course/stroke-play.ts';
import { rulesOf, type ExperienceId } from '../experiences/registry.ts';
import type { ExtensionContext } from '../extension/extension.ts';
import { FACTS_BEFORE_BOOT, type Persisted } from '../persisted/persisted.ts';
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
  /** What is played, or was last. */
  readonly id: ExperienceId;
  /** Share code of the extension in play, or of the last one. */
  readonly code: string;
  /** The facts as they hold now: with a host's settings where its experience is followed. */
  readonly persisted: Persisted;
  readonly set: SetContext | null;
  /** The round that is played here or visited; null for none, or before a host has one. */
  readonly round: RoundView | null;
  readonly extension: ExtensionContext | null;
  /** The newest putt still rolls, or its outcome is still shown. */
  readonly rolling: boolean;
  /** The ball of a set rests, and its verdict is shown. */
  readonly resting: boolean;
  /** Our putt is on its way to the host. */
  readonly sent: boolean;
  /** On a simulator: the full swing that is chosen, and the id of the player whose putts are struck. */
  readonly club: number;
  readonly striker: number;
}

export const NO_PLAY: PlayView = {
  kind: 'idle',
  id: strokePlay.id,
  code: '',
  persisted: FACTS_BEFORE_BOOT,
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

/** A round of this device is under way, and these others play in it, by their names; nobody where it is none. */
export const othersInRound = ({ kind, round }: PlayView): readonly string[] =>
  kind === 'round' && round && round.round.ph !== 'done'
    ? withSeatNames(round.round, 'the host')
        .ro.filter(({ d }) => d !== '')
        .map(({ n, d }) => (n === d ? d : `${n} (${d})`))
    : [];

/** A round is under way that this device scores. */
export const scoresRound = ({ kind, round }: PlayView): boolean => kind === 'round' && round?.round.ph !== 'done';

/** Where what is played stands, such as `hole 3 of 9`; '' where there is nothing to say. */
export function progressOf({ set, round }: PlayView): string {
  if (set) return rulesOf(set.state.game).progress(set.state);
  return round ? `hole ${round.round.hole} of ${round.round.nh}` : '';
}

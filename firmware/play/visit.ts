// A round that the host scores, as a guest sees it, as rules without xstate (R73–R75, R83).

import type { CourseId } from '../experiences/registry.ts';
import type { Round } from '../../wire/relay/shapes.ts';
import type { Facts } from '../facts/facts.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { FOOT_M } from '../roll/roll.ts';
import { lastsFor } from '../roll/verdict.ts';
import { LOOK_MS, rollOfShot, soundOf, type RoundView, type Rolling } from './round.ts';

export interface VisitInput {
  readonly game: CourseId;
  readonly facts: Facts;
  /** This device's label; '' while it is not known. */
  readonly label: string;
  /** Null until the host has a round. */
  readonly round: Round | null;
}

export interface VisitContext extends VisitInput {
  readonly roll: Rolling | null;
  readonly card: boolean;
  readonly sound: Sound | null;
}

/** The context with what the host published; a new shot rolls here too. */
export function withAdopted(context: VisitContext, round: Round, at_ms: number): Partial<VisitContext> {
  const { shot } = round;
  if (isNewShot(context, round) && shot)
    return { round, roll: rollOfShot(shot, round, context.facts, at_ms), sound: 'strike', card: false };
  if (context.round?.id !== round.id) return { round, roll: null, sound: null };
  if (!shot || shot.v === '' || shot.v === context.round.shot?.v || !context.roll) return { round, sound: null };
  const { roll } = context;
  const outcome = { ...roll.outcome, ...verdictOf(shot) };
  return { round, roll: { ...roll, outcome }, sound: soundOf(shot) };
}

const verdictOf = ({ v, rem }: NonNullable<Round['shot']>) => ({ verdict: v, leave_m: rem * FOOT_M });

/** A shot is new where its number is not the one of the round we know. */
export const isNewShot = ({ round: known }: VisitContext, { id, shot }: Round): boolean =>
  shot !== null && shot.v === '' && (known?.id !== id || known.shot?.seq !== shot.seq);

/** The host's verdict comes at the same time as the ball rests here; if it does not come, the screen goes on. */
export const settleMs = ({ roll }: VisitContext): number => (roll ? lastsFor(roll.outcome) * 1000 + LOOK_MS : 0);

export const visitView = ({ game, facts, round, label, roll, card }: VisitContext): RoundView | null =>
  round ? { game, facts, round, label, roll, card } : null;

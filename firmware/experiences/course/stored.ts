// Restores a round from the flash and rejects invalid data.

import { readRound } from '../../../wire/relay/round.ts';
import { isIntegerIn, isRecord } from '../../persisted/fields.ts';
import { PLAYER_ID } from '../../persisted/players.ts';
import { isCourse } from '../registry.ts';
import { ballsFrom, greensFrom } from './balls.ts';
import type { CourseState } from './round.ts';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;
const PLAYER_OR_NOBODY = { min: 0, max: PLAYER_ID.max };

export function courseFrom(data: unknown): CourseState | null {
  if (!isRecord(data)) return null;
  const { game, revealed, shots, notes } = data;
  const round = readRound(data['round']);
  const before = data['before'] === null ? null : readRound(data['before']);
  if (!round || !isCourse(game) || !isIntegerIn(shots, COUNT) || !isIntegerIn(notes, COUNT)) return null;
  if (!before && revealed !== true) return null;
  if ((round.shot?.seq ?? 0) > shots || (round.note?.seq ?? 0) > notes) return null;
  const ids = data['players'];
  // Older firmware did not store the player ids: the round is matched again.
  const players = Array.isArray(ids) ? ids.filter((id) => isIntegerIn(id, PLAYER_OR_NOBODY)) : [];
  const greens = greensFrom(data['greens']);
  const sloped = greens && { greens, balls: ballsFrom(data['balls']) };
  return { game, round, before, revealed: revealed === true, shots, notes, players, ...sloped };
}

/** Whether a round can be resumed. */
export const isUnfinished = (state: CourseState | null): state is CourseState =>
  state !== null && state.round.ph !== 'done';

// Shots that an experience offers for forwarding (R130, store §6): a set as its definition says, course play with the
// hole and its distance.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { Player } from '../persisted/players.ts';
import type { Putt } from '../experiences/putt.ts';
import { experience, setOf, type CourseId, type SetId } from '../experiences/registry.ts';
import { shotOf, type ForwardedShot } from './shot.ts';

/** Returns the shot for a putt of a set; null if the experience does not forward shots. */
export function shotOfPutt(id: SetId, putt: Putt, persisted: Persisted): ForwardedShot | null {
  const { forwarded: kind, name } = setOf(id);
  const player = persisted.players.find(({ id }) => id === putt.player_id);
  if (kind === null || putt.target_ft === null || !player) return null;
  const target = { kind, distance_ft: putt.target_ft, hole: 0, stroke: 0 };
  return shotOf({ game: id, game_name: name }, putt.strike, player, persisted, target);
}

const COURSE = 'golf_course';

/** Returns the shot for a putt of the player on turn; null if that player has left. */
export function shotOfRound(
  game: CourseId,
  strike: Strike,
  round: Round,
  player: Player | undefined,
  persisted: Persisted,
): ForwardedShot | null {
  const { turn, hole, rem, sc } = round;
  if (!player) return null;
  const stroke = (sc[turn]?.[hole - 1] ?? 0) + 1;
  const target = { kind: 'hole', distance_ft: rem[turn] ?? 0, hole, stroke } as const;
  return shotOf({ game: COURSE, game_name: experience(game).name }, strike, player, persisted, target);
}

// What each experience offers for forwarding (R130, store §6): course play and close-in putting the hole at its distance, lag putting the
// station at its distance; everything else nothing.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Round } from '../../wire/relay/shapes.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { Facts } from '../facts/facts.ts';
import { nameOfExperience } from '../games/experiences.ts';
import type { Putt } from '../games/putt.ts';
import type { CourseId, GameId } from '../../wire/choices.ts';
import { shotOf, type Shot } from './shot.ts';

/** As close-in and lag putting are called on the wire. */
const TARGET_OF: Readonly<Partial<Record<GameId, ShotTarget['kind']>>> = { close: 'hole', lag: 'station' };

/** A putt of a set of an experience; null where its shots are not forwarded. */
export function shotOfPutt(game: GameId, putt: Putt, facts: Facts): Shot | null {
  const kind = TARGET_OF[game];
  const player = facts.players.find(({ id }) => id === putt.player_id);
  if (kind === undefined || putt.target_ft === null || !player) return null;
  const target = { kind, distance_ft: putt.target_ft, hole: 0, stroke: 0 };
  return shotOf({ game, game_name: nameOfExperience(game) }, putt.strike, player, facts, target);
}

const COURSE = 'golf_course';

/** A putt of the seat on turn, which is one of ours. */
export function shotOfRound(game: CourseId, strike: Strike, round: Round, facts: Facts): Shot | null {
  const { turn, hole, ro, rem, sc } = round;
  const player = facts.players.find(({ name }) => name === ro[turn]?.n) ?? facts.players[0];
  if (!player) return null;
  const stroke = (sc[turn]?.[hole - 1] ?? 0) + 1;
  const target = { kind: 'hole', distance_ft: rem[turn] ?? 0, hole, stroke } as const;
  return shotOf({ game: COURSE, game_name: nameOfExperience(game) }, strike, player, facts, target);
}

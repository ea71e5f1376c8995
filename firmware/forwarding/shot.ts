// A shot as offered for forwarding, built at the time of play (R130, R132, R134; store §2.4, §6).

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { ShotMessage, ShotTarget, TestMessage } from '../../wire/shot/message.ts';
import { SHOT_SCHEMA } from '../../wire/shot/message.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { Player } from '../persisted/players.ts';
import { ownName } from '../online/device-names.ts';

/** Shot message without its time and sender. */
export type ForwardedShot = Omit<ShotMessage, 'schema' | 'type' | keyof Sender | 'time' | 'uptime_ms'> & {
  /** Strike time on the device clock, in ms. */
  readonly at_ms: number;
};

export interface Sender {
  readonly device_id: string;
  readonly device_name: string;
  readonly firmware: string;
}

/** Game as named on the wire. */
interface ShotGame {
  readonly game: string;
  readonly game_name: string;
}

/** Returns the shot; null if the sensor missed a value that the message requires (C56). */
export function shotOf(
  { game, game_name }: ShotGame,
  strike: Strike,
  player: Player,
  { settings }: Persisted,
  target: ShotTarget,
): ForwardedShot | null {
  const { attack_angle_deg, left_inner_proportion, right_inner_proportion, club_speed_mps } = strike;
  if (attack_angle_deg === null || left_inner_proportion === null || right_inner_proportion === null) return null;
  const { impact_ratio } = player;
  return {
    at_ms: strike.at_ms,
    game,
    game_name,
    player_id: player.id,
    player_name: player.name,
    target,
    shot: {
      club_speed_mps,
      ball_speed_mps: club_speed_mps * impact_ratio,
      impact_ratio,
      face_angle_deg: strike.face_angle_deg,
      face_rotation_deg_per_in: strike.face_rotation_deg_per_in,
      attack_angle_deg,
      left_inner_proportion,
      right_inner_proportion,
    },
    stimp: settings.stimp,
    x_factor: settings.x_factor,
  };
}

export const senderOf = (persisted: Persisted, session: { readonly label: string }, firmware: string): Sender => ({
  device_id: persisted.id,
  device_name: ownName(persisted, session),
  firmware,
});

/** Time of an event in a message. `unix_s`: 0 until the clock is synced. */
export interface When {
  readonly unix_s: number;
  readonly uptime_ms: number;
}

export function messageOf(
  sender: Sender,
  shot: ForwardedShot | null,
  { unix_s, uptime_ms }: When,
): ShotMessage | TestMessage {
  const envelope = { ...sender, time: unix_s, uptime_ms };
  if (!shot) return { schema: SHOT_SCHEMA, type: 'test', ...envelope };
  const { at_ms: _, ...rest } = shot;
  return { schema: SHOT_SCHEMA, type: 'shot', ...envelope, ...rest };
}

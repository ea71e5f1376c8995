// Putter swings of a simulated player.

import { pageOf, type Person } from './person.ts';

/** Putts with a human error, so that no two putts are alike. */
export function strike(person: Person, wanted_mps: number, wanted_face_deg = 0): void {
  const { device, random } = person;
  person.struck(pageOf(person) === 'simulator');
  device.parts()?.rig?.strike({
    club_speed_mps: Math.min(5.5, Math.max(0.3, wanted_mps * (1 + 0.15 * random.normal()))),
    face_angle_deg: wanted_face_deg + Math.max(-10, Math.min(10, 0.8 * random.normal())),
    face_rotation_deg_per_in: 0.3 * random.normal(),
    attack_angle_deg: random.normal(),
    left_inner_proportion: 0.5,
    right_inner_proportion: 0.5,
  });
}

// A person of the simulation, and what each of them can see and do: read the page, go to the menu, find a row by what it says.

import type { Random } from '../../../hal/random/random.ts';
import type { SimDevice } from '../sim-device.ts';

export interface Person {
  readonly device: SimDevice;
  readonly random: Random;
  readonly hosts: boolean;
  /** Share of what is begun that is a golf simulator. */
  readonly simulator: number;
  /** Share of the actions in a round by which this person goes to another page. */
  readonly other_pages: number;
  /** Decides where and for how long: a stream of its own, so that whoever stays in the round acts the same without it. */
  readonly pages_random: Random;
  /** So many actions more are spent on other pages. */
  away_actions: number;
  /** The code that the host's screen shows now; null while it shows none. */
  code(): string | null;
  /** Tells that the putter was swung. */
  struck(on_simulator: boolean): void;
}

const stateOf = ({ device }: Person, machine: string): string => {
  const state = device.parts()?.device.states()[machine];
  return typeof state === 'string' ? state : '';
};

/** The page by name; '' while there is none. */
export const pageOf = (person: Person): string => stateOf(person, 'navigation');
export const roleOf = ({ device }: Person): string => device.parts()?.device.role() ?? 'off';
export const showsRound = (person: Person): boolean => ['course', 'visit'].includes(pageOf(person));
/** A round is played on, whatever page is shown. */
export const playsRound = (person: Person): boolean => ['round', 'visit'].includes(stateOf(person, 'play'));

export function toMenu(person: Person): boolean {
  for (let backs = 0; backs < BACKS_MAX && pageOf(person) !== 'menu'; backs++) person.device.press('back');
  return pageOf(person) === 'menu';
}

const BACKS_MAX = 10;

/** The first row of the page that reads so; null where there is none. */
export const rowOf = ({ device }: Person, reads: RegExp): string | null =>
  device
    .lines()
    .map((line) => line.replace(/^> /, ''))
    .find((line) => reads.test(line)) ?? null;

export const pickOne = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random.int(list.length)] ?? list[0];

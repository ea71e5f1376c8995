// A simulated player and helpers to read the page, open the menu and find a row by its text.

import type { Random } from '../../../hal/random/random.ts';
import type { SimDevice } from '../sim-device.ts';

export interface Person {
  readonly device: SimDevice;
  readonly random: Random;
  readonly hosts: boolean;
  /** Share of starts that pick a golf simulator. */
  readonly simulator: number;
  /** Share of actions in a round that switch to another page. */
  readonly other_pages: number;
  /** Separate random stream for other pages, so that the actions in the round are the same without them. */
  readonly pages_random: Random;
  /** Number of further actions to spend on other pages. */
  away_actions: number;
  /** Returns the code on the host's screen; null if none is shown. */
  code(): string | null;
  /** Reports a swing of the putter. */
  struck(on_simulator: boolean): void;
}

const stateOf = ({ device }: Person, machine: string): string => {
  const state = device.parts()?.device.states()[machine];
  return typeof state === 'string' ? state : '';
};

/** Returns the name of the page; '' if none. */
export const pageOf = (person: Person): string => stateOf(person, 'navigation');
export const roleOf = ({ device }: Person): string => device.parts()?.device.role() ?? 'off';
export const showsRound = (person: Person): boolean => ['course', 'visit'].includes(pageOf(person));
/** True while a round is being played regardless of the page shown. */
export const playsRound = (person: Person): boolean => ['round', 'visit'].includes(stateOf(person, 'play'));

export function toMenu(person: Person): boolean {
  for (let backs = 0; backs < BACKS_MAX && pageOf(person) !== 'menu'; backs++) person.device.press('back');
  return pageOf(person) === 'menu';
}

const BACKS_MAX = 10;

/** Returns the first row of the page that matches; null if none. */
export const rowOf = ({ device }: Person, reads: RegExp): string | null =>
  device
    .lines()
    .map((line) => line.replace(/^> /, ''))
    .find((line) => reads.test(line)) ?? null;

export const pickOne = <T>(random: Random, list: readonly [T, ...T[]]): T => list[random.int(list.length)] ?? list[0];

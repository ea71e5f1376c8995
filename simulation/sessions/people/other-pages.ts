// People who leave a round for another page while it goes on: they press Back, read the menu, settings, a trend or the code, stay
// there for a while, swing the putter absent-mindedly, and come back by themselves only sometimes. What a page does not
// offer is left.

import { follow } from './follow.ts';
import { pickOne, playsRound, rowOf, showsRound, toMenu, type Person } from './person.ts';
import { strike } from './strike.ts';

/** As the menu names them, and as the row begins that leads back to a round. */
const COURSES = ['Stroke play', 'Match play', 'Skins'] as const;
const ROUND_ROW = /^(Stroke play|Match play|Skins) · /;

const PAGES: readonly [(person: Person) => unknown, ...((person: Person) => unknown)[]] = [
  ({ device }) => device.press('back'),
  (person) => toMenu(person),
  (person) => toMenu(person) && person.device.choose('Settings'),
  (person) => toMenu(person) && person.device.choose('Lag putting') && person.device.choose('Trend'),
  (person) => toMenu(person) && person.device.choose('Play together'),
  (person) => toMenu(person) && person.device.choose('Players'),
  (person) => toMenu(person) && person.device.choose('Status'),
];
const AWAY_ACTIONS_MAX = 12;

/** True where this action was spent on other pages. */
export function lookAtOtherPages(person: Person): boolean {
  const { pages_random: random, other_pages } = person;
  if (showsRound(person)) {
    person.away_actions = 0;
    if (random.float() >= other_pages) return false;
    person.away_actions = 1 + random.int(AWAY_ACTIONS_MAX);
    pickOne(random, PAGES)(person);
    return true;
  }
  if (person.away_actions === 0) return false;
  person.away_actions--;
  const dice = random.float();
  if (person.away_actions === 0 && dice < 0.5) returnToRound(person);
  else if (dice > 0.8) pickOne(random, PAGES)(person);
  else if (dice > 0.75) strike(person, 1.5);
  return true;
}

/** By the row of the menu that a round has; where it has none, a host goes on with the kept one and a guest follows again. */
export function returnToRound(person: Person): void {
  if (showsRound(person) || !toMenu(person)) return;
  const row = rowOf(person, ROUND_ROW);
  if (row !== null) return void person.device.choose(row);
  if (!person.hosts) return follow(person);
  for (const course of COURSES) {
    if (!toMenu(person) || !person.device.choose(course)) continue;
    if (rowOf(person, /^Go on/) !== null) return void person.device.choose('Go on');
  }
}

/** The page that asks whether the round is to end; true where it was there and is answered. */
export function answerEnd(person: Person): boolean {
  const asks = rowOf(person, /^End the round/) !== null && rowOf(person, /^Go on/) !== null;
  if (!asks || rowOf(person, /^Start/) !== null) return false;
  person.device.choose(person.pages_random.float() < 0.5 ? 'End the round' : 'Go on');
  return true;
}

/** Somebody whose round goes on behind another page mostly goes back to it, instead of beginning something else. */
export function goesBack(person: Person): boolean {
  if (!playsRound(person) || person.pages_random.float() < 0.2) return false;
  returnToRound(person);
  return true;
}

// Players who leave a round for another page while it continues: they press Back, read the menu, settings, a trend or
// the code, swing the putter by accident, and only sometimes return by themselves. Unavailable actions are skipped.

import { follow } from './follow.ts';
import { pickOne, playsRound, rowOf, showsRound, toMenu, type Person } from './person.ts';
import { strike } from './strike.ts';

/** Names of the courses in the menu; also the start of the row that returns to a round. */
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

/** Spends this action on other pages if due; returns true if it did. */
export function visitOtherPages(person: Person): boolean {
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

/**
 * Returns through the round's row in the menu. Without such a row, a host resumes the saved round and a guest follows
 * again.
 */
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

/** Answers the page that asks to end the round; returns false if it is not shown. */
export function answerEnd(person: Person): boolean {
  const is_end_page = rowOf(person, /^End the round/) !== null && rowOf(person, /^Continue/) !== null;
  if (!is_end_page || rowOf(person, /^Start/) !== null) return false;
  person.device.choose(person.pages_random.float() < 0.5 ? 'End the round' : 'Continue');
  return true;
}

/** Returns to a round that runs behind another page, most of the time, instead of starting something else. */
export function tryReturnToRound(person: Person): boolean {
  if (!playsRound(person) || person.pages_random.float() < 0.2) return false;
  returnToRound(person);
  return true;
}

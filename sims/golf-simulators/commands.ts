// What a person can tell a stand-in, a line each, and the player whom that changes.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

const numbered = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `${letter}${from + n}`);

/** Clubs by their codes on the wire. */
const CLUBS: readonly string[] = [
  'DR',
  ...numbered('W', 2, 7),
  ...numbered('H', 2, 7),
  ...numbered('I', 1, 9),
  'PW',
  'GW',
  'SW',
  'LW',
  'PT',
];

export const PUTTER = 'PT';
/** What is selected when the selection is reset. */
export const FIRST_CLUB = 'DR';

/** As it is sent; nobody knows for sure in which unit the distance is. */
export interface Player {
  readonly Handed: 'RH' | 'LH';
  readonly Club: string;
  readonly DistanceToTarget: number;
  readonly Surface: string;
}

/** A player on the green, so that a putting device has something to do at once. */
export const PUTTING_PLAYER: Player = { Handed: 'RH', Club: PUTTER, DistanceToTarget: 12.5, Surface: 'Green' };

/** What each command takes, for its help. */
const TAKES = {
  club: 'PT',
  player: 'RH',
  distance: '12.5',
  ready: '',
  end: '',
  answer: 'WAY',
  reset: '',
  help: '',
} as const;

export type Verb = keyof typeof TAKES;

interface Command {
  readonly verb: Verb;
  /** Upper case for a club or a hand; empty where the command takes nothing. */
  readonly value: string;
}

const listed = (verbs: readonly Verb[]): string => `${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1)}`;

export const helpOf = (verbs: readonly Verb[]): string =>
  `A line on stdin is one of: ${verbs.map((verb) => `${verb} ${TAKES[verb]}`.trim()).join(', ')}.`;

/** Reads one line; a wrong one is one sentence that says what is allowed. */
export function readCommand(line: string, allowed: readonly Verb[], ways: readonly string[] = []): Result<Command> {
  const [first = '', ...rest] = line.trim().split(/\s+/);
  const verb = allowed.find((name) => name === first.toLowerCase());
  if (!verb)
    return fail(
      'bad_value',
      `There is no command ${JSON.stringify(first.slice(0, 40))}${didYouMean(first, allowed)}: say ${listed(allowed)}.`,
    );
  const given = rest.join(' ');
  const problem = problemOf(verb, given, ways);
  if (problem !== null) return fail('bad_value', problem);
  return ok({ verb, value: verb === 'club' || verb === 'player' ? given.toUpperCase() : given });
}

function problemOf(verb: Verb, given: string, ways: readonly string[]): string | null {
  switch (verb) {
    case 'club':
      return CLUBS.includes(given.toUpperCase()) ? null : `A club is one of ${CLUBS.join(', ')}.`;
    case 'player':
      return ['RH', 'LH'].includes(given.toUpperCase()) ? null : 'A player is RH or LH.';
    case 'distance':
      return /^\d{1,4}(\.\d{1,3})?$/.test(given) ? null : 'A distance is a number such as 12.5.';
    case 'answer':
      return ways.includes(given) ? null : `A way to answer is one of ${ways.join(', ')}.`;
    case 'ready':
    case 'end':
    case 'reset':
    case 'help':
      return given === '' ? null : `The command ${verb} takes nothing more.`;
  }
}

/** The player after a command that is about him. */
function changePlayer(player: Player, { verb, value }: Command): Player {
  if (verb === 'club') return { ...player, Club: value };
  if (verb === 'player') return { ...player, Handed: value === 'LH' ? 'LH' : 'RH' };
  if (verb === 'distance') return { ...player, DistanceToTarget: Number(value) };
  return player;
}

const OPEN_CONNECT_VERBS: readonly Verb[] = ['club', 'player', 'distance', 'ready', 'end', 'reset', 'help'];

/** What a simulator with a player does at a command. */
interface Obeys {
  ready(): void;
  end(): void;
  reset(): void;
  change(next: (player: Player) => Player): void;
  /** Whether anybody is connected who hears of it. */
  heard(): boolean;
}

/** Does what a line says; answers with one sentence for whoever typed it. */
export function obey(line: string, simulator: Obeys): Result<string> {
  const command = readCommand(line, OPEN_CONNECT_VERBS);
  if (!command.ok) return command;
  const { verb } = command.value;
  if (verb === 'help') return ok(helpOf(OPEN_CONNECT_VERBS));
  if (verb === 'ready' || verb === 'end' || verb === 'reset') simulator[verb]();
  else simulator.change((player) => changePlayer(player, command.value));
  return ok(simulator.heard() || verb === 'reset' ? 'Done.' : 'Done; nobody is there to hear it.');
}

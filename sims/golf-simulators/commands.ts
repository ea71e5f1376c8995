// One-line commands for a stand-in, and the player state that they change.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

const numbered = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `${letter}${from + n}`);

/** Club codes on the wire. */
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
/** Club after a reset of the selection. */
export const FIRST_CLUB = 'DR';

/** Player as sent on the wire. The unit of the distance is undocumented. */
export interface SimulatorPlayer {
  readonly Handed: 'RH' | 'LH';
  readonly Club: string;
  readonly DistanceToTarget: number;
  readonly Surface: string;
}

/** Default player: on the green, so that a putting device can putt immediately. */
export const PUTTING_PLAYER: SimulatorPlayer = { Handed: 'RH', Club: PUTTER, DistanceToTarget: 12.5, Surface: 'Green' };

/** Example argument of each command, for its help. */
const TAKES = {
  club: 'PT',
  player: 'RH',
  distance: '12.5',
  ready: '',
  end: '',
  answer: 'MODE',
  reset: '',
  help: '',
} as const;

export type SimulatorVerb = keyof typeof TAKES;

interface Command {
  readonly verb: SimulatorVerb;
  /** Argument: upper case for a club or a hand; '' if the command takes none. */
  readonly value: string;
}

const listed = (verbs: readonly SimulatorVerb[]): string => `${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1)}`;

export const helpOf = (verbs: readonly SimulatorVerb[]): string =>
  `Commands on stdin: ${verbs.map((verb) => `${verb} ${TAKES[verb]}`.trim()).join(', ')}.`;

/** Parses one line. The error is one sentence that lists what is allowed. */
export function readCommand(
  line: string,
  allowed: readonly SimulatorVerb[],
  modes: readonly string[] = [],
): Result<Command> {
  const [first = '', ...rest] = line.trim().split(/\s+/);
  const verb = allowed.find((name) => name === first.toLowerCase());
  if (!verb)
    return fail(
      'bad_value',
      `Unknown command ${JSON.stringify(first.slice(0, 40))}${didYouMean(first, allowed)}: use ${listed(allowed)}.`,
    );
  const given = rest.join(' ');
  const problem = problemOf(verb, given, modes);
  if (problem !== null) return fail('bad_value', problem);
  return ok({ verb, value: verb === 'club' || verb === 'player' ? given.toUpperCase() : given });
}

function problemOf(verb: SimulatorVerb, given: string, modes: readonly string[]): string | null {
  switch (verb) {
    case 'club':
      return CLUBS.includes(given.toUpperCase()) ? null : `The club must be one of ${CLUBS.join(', ')}.`;
    case 'player':
      return ['RH', 'LH'].includes(given.toUpperCase()) ? null : 'The player must be RH or LH.';
    case 'distance':
      return /^\d{1,4}(\.\d{1,3})?$/.test(given) ? null : 'The distance must be a number such as 12.5.';
    case 'answer':
      return modes.includes(given) ? null : `The answer mode must be one of ${modes.join(', ')}.`;
    case 'ready':
    case 'end':
    case 'reset':
    case 'help':
      return given === '' ? null : `The command ${verb} takes no argument.`;
  }
}

/** Returns the player after a command that changes it. */
function changePlayer(player: SimulatorPlayer, { verb, value }: Command): SimulatorPlayer {
  if (verb === 'club') return { ...player, Club: value };
  if (verb === 'player') return { ...player, Handed: value === 'LH' ? 'LH' : 'RH' };
  if (verb === 'distance') return { ...player, DistanceToTarget: Number(value) };
  return player;
}

const OPEN_CONNECT_VERBS: readonly SimulatorVerb[] = ['club', 'player', 'distance', 'ready', 'end', 'reset', 'help'];

/** Actions of a simulator with a player. */
interface Obeys {
  ready(): void;
  end(): void;
  reset(): void;
  change(next: (player: SimulatorPlayer) => SimulatorPlayer): void;
  /** Whether a connected client receives the change. */
  hasClient(): boolean;
}

/** Carries out a command line and returns one sentence for the operator. */
export function obey(line: string, simulator: Obeys): Result<string> {
  const command = readCommand(line, OPEN_CONNECT_VERBS);
  if (!command.ok) return command;
  const { verb } = command.value;
  if (verb === 'help') return ok(helpOf(OPEN_CONNECT_VERBS));
  if (verb === 'ready' || verb === 'end' || verb === 'reset') simulator[verb]();
  else simulator.change((player) => changePlayer(player, command.value));
  return ok(simulator.hasClient() || verb === 'reset' ? 'Done.' : 'Done; no client is connected.');
}

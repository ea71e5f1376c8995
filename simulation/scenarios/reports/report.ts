// Reports scenario results for readers and CI.

import { placeText, type Place } from '../scenario.ts';
import { oneLine, visibleJson } from '../../../wire/visible.ts';
import type { Quarantine } from './quarantine.ts';
import type { ScenarioOutcome } from '../run-scenario.ts';

export interface PlayedScenario extends ScenarioOutcome {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  /** Name of the backend. */
  readonly backend: string;
  /** Name of the rig, if played on one. */
  readonly rig?: string;
  /** Rig failure of the first attempt, if the scenario was played twice. */
  readonly retried?: string;
  readonly wall_ms: number;
  /** Paths of files left by a failure. */
  readonly artefacts: readonly string[];
  /** Quarantine of the scenario, if any; the run then ignores its result. */
  readonly quarantine?: Quarantine;
}

/** Fields of a scenario that never started. */
export const NOT_PLAYED = {
  status: 'error',
  at: null,
  device: '',
  lines: [],
  steps: 0,
  putts: 0,
  screenshots: [],
  played_ms: 0,
  artefacts: [],
} as const;

/** Number of results by status; quarantined scenarios count separately regardless of their result. */
type Counts = Readonly<Record<ScenarioOutcome['status'] | 'quarantined', number>>;

export function countsOf(played: readonly Pick<PlayedScenario, 'status' | 'quarantine'>[]): Counts {
  const free = played.filter(({ quarantine }) => !quarantine);
  const of = (status: ScenarioOutcome['status']): number => free.filter((each) => each.status === status).length;
  return {
    passed: of('passed'),
    failed: of('failed'),
    error: of('error'),
    skipped: of('skipped'),
    quarantined: played.length - free.length,
  };
}

/** Returns the exit code: 0 if everything that could be played passed, 1 if a scenario failed, 3 if a backend broke. */
export const exitCodeOf = ({ failed, error }: Counts): number => (failed > 0 ? 1 : error > 0 ? 3 : 0);

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const WORD: Readonly<Record<ScenarioOutcome['status'], string>> = {
  passed: 'ok  ',
  failed: 'FAIL',
  error: 'ERR ',
  skipped: 'skip',
};

/**
 * Formats a result: one line if passed or skipped, otherwise also the place, the message, the screen and the files
 * kept.
 */
export const linesOf = (played: PlayedScenario): readonly string[] => writtenLines(played).map(oneLine);

function writtenLines(played: PlayedScenario): readonly string[] {
  const { status, file, name, message, at, steps, putts, played_ms, wall_ms, rig } = played;
  const title = `${name === file ? file : `${file}: ${name}`}${rig === undefined ? '' : ` on ${rig}`}`;
  if (status === 'skipped') return [`${WORD.skipped} ${title}: ${message}`];
  const done = [count(steps, 'step'), ...(putts > 0 ? [count(putts, 'putt')] : [])].join(', ');
  const word = status === 'passed' || !played.quarantine ? WORD[status] : 'quar';
  const held = played.quarantine ? `, ${quarantineText(played.quarantine)}` : '';
  const line = `${word} ${title} (${done}; ${seconds(played_ms)} s of play in ${seconds(wall_ms)} s)${held}`;
  const again = played.retried === undefined ? [] : [`     played twice; first attempt: ${played.retried}`];
  return status === 'passed' ? [line, ...again] : [line, ...again, ...whyLines(played, at, message)];
}

export const quarantineText = ({ reason, until }: Quarantine): string =>
  `in quarantine until ${until}: ${reason.trim().replaceAll(/\s+/g, ' ')}`;

function whyLines({ device, lines, artefacts }: PlayedScenario, at: Place | null, message: string): readonly string[] {
  const screen = lines.length > 0 ? lines : ['(the device is off)'];
  const shown = [`     the screen of ${device}:`, ...screen.map((line) => `       ${line}`)];
  return [
    `     ${at ? `${placeText(at)}: ` : ''}${message}`,
    // A scenario that never started has no screen.
    ...(device === '' ? [] : shown),
    ...artefacts.map((path) => `     kept: ${path}`),
  ];
}

const COUNTED: Readonly<Record<string, string>> = { error: 'broken', quarantined: 'in quarantine' };

export function summaryOf(counts: Counts, wall_ms: number): string {
  const parts = (['passed', 'failed', 'error', 'skipped', 'quarantined'] as const)
    .filter((status) => status === 'passed' || counts[status] > 0)
    .map((status) => `${counts[status]} ${COUNTED[status] ?? status}`);
  return `${parts.join(', ')} in ${seconds(wall_ms)} s`;
}

/**
 * Formats TAP version 14 (testanything.org), with details of failures as YAML. Marks quarantined scenarios as TODO,
 * which consumers count separately.
 */
export function tapOf(all: readonly PlayedScenario[]): string {
  const lines = all.flatMap((played, at) => {
    const { status, message } = played;
    const todo =
      played.quarantine && status !== 'skipped' ? ` # TODO ${tapText(quarantineText(played.quarantine))}` : '';
    const head = `${status === 'failed' || status === 'error' ? 'not ok' : 'ok'} ${at + 1} - ${tapText(nameOf(played))}${todo}`;
    if (status === 'skipped') return [`${head} # SKIP ${tapText(message)}`];
    return status === 'passed' ? [head] : [head, '  ---', ...detailsOf(played).map((line) => `  ${line}`), '  ...'];
  });
  return `TAP version 14\n1..${all.length}\n${lines.map((line) => `${oneLine(line)}\n`).join('')}`;
}

/** Returns the scenario's name, qualified by its rig. */
export const nameOf = ({ name, rig }: PlayedScenario): string => (rig === undefined ? name : `${name} [${rig}]`);

const tapText = (text: string): string => text.replaceAll(/[\\#]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');

const detailsOf = ({ status, message, at, device, lines, artefacts }: PlayedScenario): readonly string[] => [
  `severity: ${status === 'error' ? 'error' : 'fail'}`,
  `message: ${JSON.stringify(message)}`,
  ...(at ? [`at: ${JSON.stringify(placeText(at))}`] : []),
  `device: ${JSON.stringify(device)}`,
  `screen: ${JSON.stringify(lines)}`,
  ...(artefacts.length > 0 ? [`kept: ${JSON.stringify(artefacts)}`] : []),
];

/** Formats the results as JSON. `version`: version of the program. */
export const jsonOf = (all: readonly PlayedScenario[], version: string): string =>
  `${visibleJson({ version, counts: countsOf(all), scenarios: all }, 2)}\n`;

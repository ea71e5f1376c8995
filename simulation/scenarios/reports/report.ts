// What became of scenarios, in the forms that people and CI read.

import { placeText, type Place } from '../scenario.ts';
import { oneLine, visibleJson } from '../../../wire/visible.ts';
import type { Quarantine } from './quarantine.ts';
import type { Outcome } from '../run-scenario.ts';

export interface Played extends Outcome {
  readonly file: string;
  readonly name: string;
  readonly seed: number;
  /** What it was played on. */
  readonly backend: string;
  /** The rig, where it was played on one. */
  readonly rig?: string;
  /** What the rig broke at the first time, where it was played twice. */
  readonly retried?: string;
  readonly wall_ms: number;
  /** Paths of what a failure has left. */
  readonly artefacts: readonly string[];
  /** Set for one that is in quarantine: whatever becomes of it, the run does not turn red by it. */
  readonly quarantine?: Quarantine;
}

/** Of one that was never begun. */
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

/** Those in quarantine are counted apart, whatever has become of them. */
type Counts = Readonly<Record<Outcome['status'] | 'quarantined', number>>;

export function countsOf(played: readonly Pick<Played, 'status' | 'quarantine'>[]): Counts {
  const free = played.filter(({ quarantine }) => !quarantine);
  const of = (status: Outcome['status']): number => free.filter((each) => each.status === status).length;
  return {
    passed: of('passed'),
    failed: of('failed'),
    error: of('error'),
    skipped: of('skipped'),
    quarantined: played.length - free.length,
  };
}

/** 0: all that could be played passed; 1: one failed; 3: what one was played on broke. */
export const exitCodeOf = ({ failed, error }: Counts): number => (failed > 0 ? 1 : error > 0 ? 3 : 0);

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const WORD: Readonly<Record<Outcome['status'], string>> = {
  passed: 'ok  ',
  failed: 'FAIL',
  error: 'ERR ',
  skipped: 'skip',
};

/** A line for what passed or was skipped; for the rest the place, the sentence, the screen, and what was kept. */
export const linesOf = (played: Played): readonly string[] => writtenLines(played).map(oneLine);

function writtenLines(played: Played): readonly string[] {
  const { status, file, name, message, at, steps, putts, played_ms, wall_ms, rig } = played;
  const title = `${name === file ? file : `${file}: ${name}`}${rig === undefined ? '' : ` on ${rig}`}`;
  if (status === 'skipped') return [`${WORD.skipped} ${title}: ${message}`];
  const done = [count(steps, 'step'), ...(putts > 0 ? [count(putts, 'putt')] : [])].join(', ');
  const word = status === 'passed' || !played.quarantine ? WORD[status] : 'quar';
  const held = played.quarantine ? `, ${quarantineText(played.quarantine)}` : '';
  const line = `${word} ${title} (${done}; ${seconds(played_ms)} s of play in ${seconds(wall_ms)} s)${held}`;
  const again = played.retried === undefined ? [] : [`     played twice, since at first: ${played.retried}`];
  return status === 'passed' ? [line, ...again] : [line, ...again, ...whyLines(played, at, message)];
}

export const quarantineText = ({ reason, until }: Quarantine): string =>
  `in quarantine until ${until}: ${reason.trim().replaceAll(/\s+/g, ' ')}`;

function whyLines({ device, lines, artefacts }: Played, at: Place | null, message: string): readonly string[] {
  const screen = lines.length > 0 ? lines : ['(the device is off)'];
  const shown = [`     the screen of ${device}:`, ...screen.map((line) => `       ${line}`)];
  return [
    `     ${at ? `${placeText(at)}: ` : ''}${message}`,
    // One that was never begun has none.
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

/** TAP version 14 (testanything.org), a failure's details as YAML. What is in quarantine is a TODO, which readers count apart. */
export function tapOf(all: readonly Played[]): string {
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

/** Its name among those of all rigs. */
export const nameOf = ({ name, rig }: Played): string => (rig === undefined ? name : `${name} [${rig}]`);

const tapText = (text: string): string => text.replaceAll(/[\\#]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');

const detailsOf = ({ status, message, at, device, lines, artefacts }: Played): readonly string[] => [
  `severity: ${status === 'error' ? 'error' : 'fail'}`,
  `message: ${JSON.stringify(message)}`,
  ...(at ? [`at: ${JSON.stringify(placeText(at))}`] : []),
  `device: ${JSON.stringify(device)}`,
  `screen: ${JSON.stringify(lines)}`,
  ...(artefacts.length > 0 ? [`kept: ${JSON.stringify(artefacts)}`] : []),
];

/** `version`: of the program. */
export const jsonOf = (all: readonly Played[], version: string): string =>
  `${visibleJson({ version, counts: countsOf(all), scenarios: all }, 2)}\n`;

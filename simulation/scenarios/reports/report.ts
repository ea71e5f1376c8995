// Reports scenario results for readers and CI.

import { placeText, type Place } from '../scenario.ts';
import { oneLine, visibleJson } from '../../../wire/visible.ts';
import type { Failure } from '../failures/failure.ts';
import type { Filmed } from '../failures/report-film.ts';
import type { Quarantine } from './quarantine.ts';
import type { ScenarioOutcome } from '../run-scenario.ts';

/** `flaky`: passed only on a further attempt. */
export type ScenarioStatus = ScenarioOutcome['status'] | 'flaky';

export interface PlayedScenario extends Omit<ScenarioOutcome, 'status'> {
  readonly status: ScenarioStatus;
  /** Number of attempts, if more than one; failures and files are then those of the first. */
  readonly attempts?: number;
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
  /** Material of the report page; null without a recording. */
  readonly film: Filmed | null;
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
  failures: [],
  journal: [],
  film: null,
  steps: 0,
  putts: 0,
  screenshots: [],
  played_ms: 0,
  artefacts: [],
} as const;

/** Number of results by status; quarantined scenarios count separately regardless of their result. */
type Counts = Readonly<Record<ScenarioStatus | 'quarantined', number>>;

export function countsOf(played: readonly Pick<PlayedScenario, 'status' | 'quarantine'>[]): Counts {
  const free = played.filter(({ quarantine }) => !quarantine);
  const of = (status: ScenarioStatus): number => free.filter((each) => each.status === status).length;
  return {
    passed: of('passed'),
    flaky: of('flaky'),
    failed: of('failed'),
    error: of('error'),
    skipped: of('skipped'),
    quarantined: played.length - free.length,
  };
}

/**
 * Returns the exit code: 0 if everything that could be played passed, 1 if a scenario failed, 3 if a backend broke.
 * `fail_on_flaky`: a flaky scenario counts as failed.
 */
export const exitCodeOf = ({ failed, error, flaky }: Counts, fail_on_flaky = false): number =>
  failed > 0 || (fail_on_flaky && flaky > 0) ? 1 : error > 0 ? 3 : 0;

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const WORD: Readonly<Record<ScenarioStatus, string>> = {
  passed: 'ok  ',
  flaky: 'FLKY',
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
  const again = [
    ...(played.retried === undefined ? [] : [`     played twice; first attempt: ${played.retried}`]),
    ...(played.attempts === undefined ? [] : [`     ${attemptsText(status, played.attempts)}`]),
  ];
  return status === 'passed' ? [line, ...again] : [line, ...again, ...whyLines(played, at, message)];
}

export const attemptsText = (status: ScenarioStatus, attempts: number): string =>
  status === 'flaky'
    ? `flaky: passed on attempt ${attempts}; the first attempt failed:`
    : `failed ${attempts} times; the first attempt:`;

export const quarantineText = ({ reason, until }: Quarantine): string =>
  `in quarantine until ${until}: ${reason.trim().replaceAll(/\s+/g, ' ')}`;

function whyLines(played: PlayedScenario, at: Place | null, message: string): readonly string[] {
  const { device, lines, artefacts, failures } = played;
  return [
    ...(failures.length > 0 ? failures.flatMap(failureLines) : [`${at ? `${placeText(at)}: ` : ''}${message}`]),
    // A scenario that never started has no screen.
    ...(failures.length > 0 || device === '' ? [] : screenLines({ device, lines })),
    ...artefacts.map((path) => `kept: ${path}`),
  ].map((line) => `     ${line}`);
}

/** Formats a failure: every wrong field, the step in the file, and what the device did. */
export function failureLines(failure: Failure): readonly string[] {
  const { at, message, problems, explanation } = failure;
  const place = at ? `${placeText(at)}: ` : '';
  const wrong = problems.length > 1 ? [`${place}${problems.length} expectations failed:`, ...indented(problems)] : [`${place}${message}`]; // oxfmt-ignore
  if (!explanation) return [...wrong, ...screenLines(failure)];
  const { quote, step, nearest, meanwhile, waited, before, last_pass, changed, replay } = explanation;
  return [
    ...wrong,
    ...indented(quote),
    ...(step === '' ? [] : [`the step: ${step}`]),
    ...titled('nearest:', nearest),
    ...titled(`seen during the wait (${waited}):`, meanwhile),
    ...titled('the last events before:', before),
    ...titled('first difference from the last good run:', last_pass),
    ...titled('changed since it last passed:', changed),
    ...screenLines(failure),
    ...(replay === '' ? [] : [`replay: ${replay}`]),
  ];
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);
const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [title, ...indented(lines)] : [];

const screenLines = ({ device, lines }: Pick<Failure, 'device' | 'lines'>): readonly string[] =>
  titled(`the screen of ${device}:`, lines.length > 0 ? lines : ['(the device is off)']);

const COUNTED: Readonly<Record<string, string>> = { error: 'broken', quarantined: 'in quarantine' };

export function summaryOf(counts: Counts, wall_ms: number): string {
  const parts = (['passed', 'flaky', 'failed', 'error', 'skipped', 'quarantined'] as const)
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
    return status === 'passed'
      ? [head]
      : [
          status === 'flaky' ? `${head} (flaky)` : head,
          '  ---',
          ...detailsOf(played).map((line) => `  ${line}`),
          '  ...',
        ];
  });
  return `TAP version 14\n1..${all.length}\n${lines.map((line) => `${oneLine(line)}\n`).join('')}`;
}

/** Returns the scenario's name, qualified by its rig. */
export const nameOf = ({ name, rig }: PlayedScenario): string => (rig === undefined ? name : `${name} [${rig}]`);

const tapText = (text: string): string => text.replaceAll(/[\\#]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');

const SEVERITY: Partial<Readonly<Record<ScenarioStatus, string>>> = { error: 'error', flaky: 'flaky' };

const detailsOf = (played: PlayedScenario): readonly string[] => {
  const { status, message, at, device, lines, artefacts, attempts, failures } = played;
  return [
    `severity: ${SEVERITY[status] ?? 'fail'}`,
    ...(attempts === undefined ? [] : [`attempts: ${attempts}`]),
    `message: ${JSON.stringify(message)}`,
    ...(at ? [`at: ${JSON.stringify(placeText(at))}`] : []),
    `device: ${JSON.stringify(device)}`,
    `screen: ${JSON.stringify(lines)}`,
    ...(artefacts.length > 0 ? [`kept: ${JSON.stringify(artefacts)}`] : []),
    `failures: ${JSON.stringify(failures.map(failureFields))}`,
  ];
};

/** Returns the fields of a failure for TAP and JSON. */
const failureFields = ({ at, problems, device, lines, explanation }: Failure) => ({
  at: at ? placeText(at) : null,
  problems,
  device,
  screen: lines,
  ...explanation,
});

/** Formats the results as JSON. `version`: version of the program. */
export const jsonOf = (all: readonly PlayedScenario[], version: string): string =>
  `${visibleJson({ version, counts: countsOf(all), scenarios: all.map(withoutFilm) }, 2)}\n`;

/** Drops the material of the report page. */
const withoutFilm = ({ journal: _journal, film: _film, failures, ...played }: PlayedScenario) => ({
  ...played,
  failures: failures.map(failureFields),
});

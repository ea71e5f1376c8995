// Device session of an agent: virtual devices, the steps played so far, and what they tell. Every step is a step of a
// scenario, so the session can be saved as one.

import { dump } from './yaml-text.ts';
import type { Backend } from '../../simulation/scenarios/backend.ts';
import { lastEvents } from '../../simulation/scenarios/failures/last-events.ts';
import { openScenarioRun, stepTurns, type ScenarioRun } from '../../simulation/scenarios/run-scenario.ts';
import { openBackend } from '../scenario/play-scenario.ts';
import { unpackRecording } from '../../simulation/recordings/recording.ts';
import { storyOf } from '../../simulation/timeline/story.ts';
import { messageOf, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { openResultFiles } from '../scenario/result-files.ts';
import { readScenarioText, type RootedScenario } from '../scenario/scenario-file.ts';

/** File that the session's texts count as: includes and other files are found beside it. */
const FILE = 'session.yaml';

export interface Session {
  readonly devices: readonly string[];
  /** Plays steps, given as a YAML list. Errors: `bad_value`, with the reason and the screen; the steps before it count. */
  play(steps: string): Promise<Result<void>>;
  lines(device: string): Promise<readonly string[]>;
  states(device: string): Promise<Readonly<Record<string, unknown>>>;
  png(device: string): Promise<Uint8Array>;
  /** Returns the last moments at which something happened. */
  events(): Promise<readonly string[]>;
  now_ms(): number;
  /** Returns the session as a scenario. */
  scenario(name: string): string;
  close(): Promise<void>;
}

/**
 * Opens a session.
 * @param head YAML of a scenario's head, such as `seed: 7` or `cloud: true`; may be empty.
 */
export async function openSession(head: string): Promise<Result<Session>> {
  const empty = readScenarioText(`${head}\nsteps:\n  - advance: 0 s\n`, FILE, '.');
  if (!empty.ok) return empty;
  const opened = await openBackend(empty.value, { kind: 'virtual' }, undefined);
  if (!opened.ok) return opened;
  const backend = opened.value;
  const { keep } = openResultFiles('tapin-results/mcp');
  const run = openScenarioRun(empty.value, backend, { keep });
  const played: string[] = [];
  return ok({
    devices: empty.value.devices.map(({ name }) => name),
    async play(steps) {
      const before = `${head}\nsteps:\n`;
      const read = readScenarioText(`${before}${indented(steps)}\n`, FILE, '.');
      if (!read.ok) return read;
      const done = await playAll(read.value, run, backend);
      // Lines of the list before the step that failed; nothing of it if that is in another file.
      const lines = done.ok ? Infinity : done.error.line - before.split('\n').length;
      const kept = steps.split('\n').slice(0, Math.max(0, lines)).join('\n').trimEnd();
      if (kept !== '') played.push(kept);
      return done;
    },
    lines: async (device) => (await backend.target(device).snapshot()).lines,
    states: async (device) => (await backend.target(device).snapshot()).states,
    png: (device) => backend.target(device).png(),
    events: () => eventsOf(backend, empty.value.devices.length > 1),
    now_ms: () => backend.now_ms(),
    scenario: (name) => `name: ${dump(name)}\n${head === '' ? '' : `${head.trim()}\n`}steps:\n${indented(played.join('\n'))}\n`, // oxfmt-ignore
    close: () => backend.close(),
  });
}

const indented = (steps: string): string =>
  steps
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');

/** `line`: of the step that failed, 0 if it is in another file. */
type StepsPlayed = { readonly ok: true; readonly value: undefined } | { readonly ok: false; readonly error: OperatingError & { readonly line: number } }; // oxfmt-ignore

async function playAll(
  { steps }: RootedScenario,
  { memory, play }: ScenarioRun,
  backend: Backend,
): Promise<StepsPlayed> {
  const known = memory.failures.length;
  let message = '';
  try {
    for (const turn of stepTurns(steps)) await play(turn);
    message = memory.failures
      .slice(known)
      .map((failure) => failure.message)
      .join('; ');
    // A failed check has not ended the list.
    if (message === '') return { ok: true, value: undefined };
  } catch (thrown) {
    message = messageOf(thrown);
  }
  const { device, current_step } = memory;
  const at = memory.failures[known]?.at ?? current_step?.at;
  const { lines } = await backend.target(device).snapshot();
  const text = `${message}\nThe screen of ${device}:\n${lines.join('\n')}`;
  return { ok: false, error: { code: 'bad_value', message: text, line: at?.file === FILE ? at.line : 0 } };
}

async function eventsOf(backend: Backend, several: boolean): Promise<readonly string[]> {
  const packed = await backend.recording();
  const recording = packed ? unpackRecording(packed) : null;
  return recording?.ok ? lastEvents(storyOf(recording.value), several) : [];
}

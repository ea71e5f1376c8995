// Plays a scenario on devices with a front panel, step by step. Going back plays again from the start, which takes tenths
// of a second in virtual time.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordedSteps } from '../../../simulation/recordings/scenario-of.ts';
import type { Backend } from '../../../simulation/scenarios/backend.ts';
import { openScenarioRun, stepTurns, type ScenarioRun, type StepTurn } from '../../../simulation/scenarios/run-scenario.ts'; // oxfmt-ignore
import type { UiState, UiStep } from '../../../simulation/scenarios/ui-page/ui-state.ts';
import { messageOf } from '../../../wire/errors.ts';
import { openResultFiles } from '../result-files.ts';
import { goldenPictures, type RootedScenario } from '../scenario-file.ts';
import { openStage, type Stage, type StagePlace } from './stage.ts';

/** Steps that the page lists; a scenario may play more. */
const STEPS_MAX = 5000;
/** Real time between two moves of a run at a given speed. */
const SLICE_MS = 50;
/** Difference of times that counts as none. */
const TINY_MS = 1e-6;
/** Pictures and evidence of runs in the window, which are not kept. */
export const SCRATCH = join(tmpdir(), `tapin-ui-${process.pid}`);

type PlayerState = Pick<UiState, 'steps' | 'at' | 'status' | 'stopped' | 'failure' | 'device' | 'lines' | 'panel' | 'recorded'>; // oxfmt-ignore

interface Player {
  /** Opens new devices for a scenario and stops before its first step; null for one that can't be played. */
  start(scenario: RootedScenario | null): Promise<void>;
  /** Plays until this many steps have been played, backwards from the start. `speed`: Infinity for no wait. */
  runTo(count: number, speed: number): Promise<void>;
  /** Returns the number of steps that have been played. */
  at(): number;
  pause(): void;
  /** Resumes a paused run. Returns false if nothing is paused. */
  resume(speed: number): boolean;
  /** Begins or ends the recording of what is done on the panel. */
  record(on: boolean): void;
  state(): Promise<PlayerState>;
  close(): Promise<void>;
}

/** Steps that were played on one stage, and the failure that ended them. */
interface DeviceRun {
  readonly stage: Stage;
  readonly run: ScenarioRun;
  readonly turns: readonly StepTurn[];
  at: number;
  failure: string;
}

interface Playing {
  scenario: RootedScenario | null;
  current: DeviceRun | null;
  status: UiState['status'];
  stopped: string;
  speed: number;
  recording_ms: number | null;
  /** Resolves when a paused run may continue. */
  resume: PromiseWithResolvers<void>;
}

export function createPlayer(place: StagePlace): Player {
  const playing: Playing = {
    scenario: null,
    current: null,
    status: 'idle',
    stopped: '',
    speed: Infinity,
    recording_ms: null,
    resume: Promise.withResolvers(),
  };
  const start = async (scenario: RootedScenario | null): Promise<void> => {
    await playing.current?.stage.close();
    Object.assign(playing, { scenario, current: null, stopped: '', recording_ms: null });
    playing.current = scenario && (await openRun(scenario, place, playing));
  };
  return {
    start,
    async runTo(count, speed) {
      playing.speed = speed;
      playing.stopped = '';
      const { current } = playing;
      if (!current || count < current.at || current.failure !== '') await start(playing.scenario);
      if (playing.current) await playTo(playing.current, count, playing);
    },
    at: () => playing.current?.at ?? 0,
    pause() {
      if (playing.status === 'running') playing.status = 'paused';
    },
    resume(speed) {
      if (playing.status !== 'paused') return false;
      Object.assign(playing, { speed, stopped: '', status: 'running' });
      playing.resume.resolve();
      playing.resume = Promise.withResolvers();
      return true;
    },
    record: (on) => void (playing.recording_ms = on ? (playing.current?.stage.backend.clock.now_ms() ?? null) : null),
    state: () => stateOf(playing),
    close: async () => playing.current?.stage.close(),
  };
}

async function openRun(scenario: RootedScenario, place: StagePlace, playing: Playing): Promise<DeviceRun | null> {
  const stage = await openStage(scenario, place);
  if (!stage.ok) return null;
  const backend: Backend = { ...stage.value.backend, pass: (ms) => passTime(stage.value, ms, playing) };
  const run = openScenarioRun(scenario, backend, {
    keep: openResultFiles(SCRATCH).keep,
    golden: goldenPictures(scenario.root, false),
  });
  const turns = [...stepTurns(scenario.steps)].slice(0, STEPS_MAX);
  return { stage: stage.value, run, turns, at: 0, failure: '' };
}

/** Advances the devices at the chosen speed. A pause, also of a breakpoint, holds them in between. */
async function passTime({ backend: { clock }, time }: Stage, ms: number, playing: Playing): Promise<void> {
  const until_ms = clock.now_ms() + ms;
  for (let left_ms = ms; left_ms > TINY_MS; left_ms = until_ms - clock.now_ms()) {
    const slice_ms = Math.min(left_ms, playing.speed === Infinity ? left_ms : SLICE_MS * playing.speed);
    const before_ms = clock.now_ms();
    await time.advance(slice_ms);
    if (clock.now_ms() - before_ms < slice_ms - TINY_MS) {
      playing.stopped = `A breakpoint paused at ${(clock.now_ms() / 1000).toFixed(2)} s.`;
      playing.status = 'paused';
    } else if (playing.speed !== Infinity) await sleep(SLICE_MS);
    if (playing.status === 'paused') await playing.resume.promise;
  }
}

async function playTo(run: DeviceRun, count: number, playing: Playing): Promise<void> {
  playing.status = 'running';
  while (run.at < Math.min(count, run.turns.length) && run.failure === '') {
    await playNext(run);
    // The page sees each step that takes no time on the devices.
    if (playing.speed !== Infinity) await sleep(SLICE_MS);
    if (isPaused(playing)) await playing.resume.promise;
  }
  playing.status = 'idle';
  await run.stage.panel();
}

/** A request may have changed the status meanwhile. */
const isPaused = ({ status }: Playing): boolean => status === 'paused';

async function playNext(run: DeviceRun): Promise<void> {
  const turn = run.turns[run.at];
  if (!turn) return;
  try {
    await run.run.play(turn);
    run.at++;
  } catch (thrown) {
    run.failure = messageOf(thrown);
  }
}

async function stateOf({ scenario, current, status, stopped, recording_ms }: Playing): Promise<PlayerState> {
  const device = current?.run.memory.device ?? '';
  const panel = await current?.stage.panel();
  return {
    steps: scenario ? stepsOf(scenario, current) : [],
    at: current?.at ?? 0,
    status,
    stopped,
    failure: current?.failure ?? '',
    device,
    lines: current ? (await current.stage.backend.target(device).snapshot()).lines : [],
    panel: panel?.ok ? panel.value : '',
    recorded: current && recording_ms !== null ? recordedIn(current.stage, recording_ms) : null,
  };
}

function stepsOf({ file, steps }: RootedScenario, run: DeviceRun | null): readonly UiStep[] {
  const turns = run?.turns ?? [...stepTurns(steps)].slice(0, STEPS_MAX);
  const start_ms = run ? run.stage.backend.clock.now_ms() - run.stage.backend.now_ms() : 0;
  return turns.map(({ step }, index) => {
    const entry = run?.run.memory.journal[index];
    const played = entry ? { action: entry.action, began_ms: entry.began_ms + start_ms, ended_ms: entry.ended_ms + start_ms, failed: entry.failed } : null; // oxfmt-ignore
    return { line: step.at.file === file ? step.at.line : 0, kind: step.kind, played };
  });
}

function recordedIn(stage: Stage, since_ms: number): readonly string[] {
  const recording = stage.recording();
  const steps = recording.ok ? recordedSteps(recording.value, since_ms) : recording;
  return steps.ok ? steps.value : [];
}

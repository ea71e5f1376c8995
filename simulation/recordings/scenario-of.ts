// Converts a recording to a scenario as an author would write it: rows by their text, waits for what appeared instead
// of delays, and the verdict of each putt. Omits conditions that no step can express, such as a slow network.

import { textOf } from '../../wire/bytes.ts';
import type { StrikeValues } from '../../hal/sensor/swing.ts';
import { isFields, readFields } from '../../wire/json-fields.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { madeOf, readTurn, type Recording } from './recording.ts';
import { COMMENT, scenarioText, stepLines, type WrittenStep } from './scenario-text.ts';
import { STROKE_FIELDS } from '../../sims/putter/stroke-call.ts';
import { PUTT_MS } from '../scenarios/backend.ts';
import { faultName } from '../timeline/fault-name.ts';
import { MENDED, readFaults, type Faults } from './recorded-surroundings.ts';
import { createStrikeReader, type StrikeReader } from './strikes.ts';
import { AND, type RecordedLine, type RecordedBatch } from './recorder-proxy.ts';
import { fromJson } from './values.ts';

/** Time within which the effect of a key is visible. */
const SETTLE_MS = 50;
/** Minimum time for a key press to count as held. */
const HOLD_MS_MIN = 600;

/** State of a device at a point in time. */
interface ObservedState {
  readonly device: string;
  lines: readonly string[];
  /** First line of the screen once the last action took effect. */
  settled: string;
  acted_ms: number;
  /** Up and down keys in a list; the row chosen afterwards says where they lead. */
  moves: string[];
  pressed: { readonly key: string; readonly at_ms: number; readonly step: WrittenStep | null } | null;
  strikes: StrikeReader;
  /** True if the recording contains the putter's strokes; the strikes at the sensor are then duplicates. */
  swung: boolean;
  readonly faults: Partial<Record<Faults['where'], Faults>>;
  verdict: string;
  /** True if the cable was unplugged and the sensor has not been ready since. */
  unplugged: boolean;
  /** Name of its last step. */
  last_name: string;
  flash_calls: string[];
  readonly records: Map<string, unknown>;
  boots: number;
  /** True once it has started and shows pages. */
  runs: boolean;
}

/** Converts a recording to a scenario. Errors: `bad_value` for an unreadable line. */
export const scenarioOf = (recording: Recording, name: string): Result<string> =>
  madeOf(() => writtenScenario(recording, name));

/**
 * Returns the steps for what was done from a time on the recording's clock, one line of YAML each. Errors: `bad_value`
 * for an unreadable line.
 */
export const recordedSteps = (recording: Recording, since_ms: number): Result<readonly string[]> =>
  madeOf(() => {
    const read = readSteps(recording);
    if (!read.ok) return read;
    const { steps, devices } = read.value;
    const own = steps.filter(({ at_ms }) => at_ms >= since_ms);
    for (const state of devices.values()) press(state, since_ms, own);
    return ok(stepLines(own, [...devices.keys()][0] ?? ''));
  });

function writtenScenario(recording: Recording, name: string): Result<string> {
  const read = readSteps(recording);
  if (!read.ok) return read;
  const { steps, devices, cloud, wifi } = read.value;
  const setup = { name, seed: recording.header.seed, cloud, wifi, devices: [...devices.values()] };
  return ok(scenarioText(setup, untilEnd(steps, devices)));
}

interface ReadSteps {
  readonly steps: WrittenStep[];
  readonly devices: ReadonlyMap<string, ObservedState>;
  /** Whether a relay was called, and Wi-Fi was scanned. */
  readonly cloud: boolean;
  readonly wifi: boolean;
}

function readSteps({ turns }: Recording): Result<ReadSteps> {
  const steps: WrittenStep[] = [];
  const devices = new Map<string, ObservedState>();
  let [cloud, wifi] = [false, false];
  for (const [at, line] of turns.entries()) {
    const turn = readTurn(line);
    if (!turn.ok) return fail('bad_value', `Line ${at + 2}: ${turn.error.message}`);
    const state = devices.get(turn.value.device) ?? unseen(turn.value.device);
    devices.set(turn.value.device, state);
    for (const each of eventsOf(turn.value)) follow(each, turn.value.at_ms, state, steps, devices);
    cloud ||= turn.value.lines.some(([what, , url]) => what === 'http' && /\/sim\//.test(String(url)));
    wifi ||= turn.value.lines.some(([what]) => what === 'wifi.scan');
  }
  return ok({ steps, devices, cloud, wifi });
}

const unseen = (device: string): ObservedState => ({
  device,
  lines: [],
  settled: '',
  acted_ms: 0,
  moves: [],
  pressed: null,
  strikes: createStrikeReader(),
  swung: false,
  faults: {},
  verdict: '',
  unplugged: false,
  last_name: '',
  flash_calls: [],
  records: new Map(),
  boots: 0,
  runs: false,
});

/** Returns inputs and outputs in their order. */
const eventsOf = ({ entered, lines }: RecordedBatch): readonly RecordedLine[] => [
  entered,
  ...lines.map((line): RecordedLine => (line[0] === AND ? [String(line[1]), ...line.slice(2)] : line)),
];

function follow(
  line: RecordedLine,
  at_ms: number,
  state: ObservedState,
  steps: WrittenStep[],
  all: ReadonlyMap<string, ObservedState>,
): void {
  const [what, first, second] = line;
  const act = (name: string, value: unknown): WrittenStep => {
    if (isTimed(state)) letTimePass(state, at_ms, steps);
    else waitForWhatCame(state, at_ms, steps);
    press(state, at_ms, steps);
    const step = { device: state.device, at_ms, name, value };
    steps.push(step);
    state.last_name = name;
    state.acted_ms = at_ms;
    return step;
  };
  if (what === 'screen') screenChanged(state, at_ms, steps, textsOf(second));
  else if (what === 'key') key(state, at_ms, steps, String(first), second === 'press', act);
  else if (what === 'text') act('type', typed(String(first), state, steps, all));
  else if (what === 'touch') act('touch', { x: first, y: second });
  else if (what === 'stroke') act('putt', stroke(state, first));
  else if (what === 'fault') faults(state, first, act);
  else if (/^serial \d+ bytes$/.test(what)) for (const values of strikesIn(state, first)) act('putt', putt(values));
  else if (/^serial \d+ opened$/.test(what)) state.strikes = createStrikeReader();
  else if (/^serial \d+ closed$/.test(what) && /unplugged/.test(String(first))) act('unplug', null);
  else if (/^plug \d+$/.test(what)) {
    act('plug', null);
    state.unplugged = true;
  } else if (what === 'states') {
    if (isFields(first) && 'navigation' in first) state.runs = first['navigation'] !== null;
    sensorCame(state, at_ms, steps, first);
  } else if (what === 'step') state.runs ||= first === 'navigation';
  else if (/^link \d+$/.test(what)) act('network', first === true ? 'on' : 'off');
  else if (what === 'off') act('power', 'off');
  else if (what === 'start') started(state, act);
  else if (what === 'power') switched(state, String(first), act);
  else if (what === 'memory') act(COMMENT, `The storage of ${state.device} was replaced here; no step can do this.`);
  else if (what.startsWith('flash.')) state.flash_calls.push(what === 'flash.read' ? String(first) : '');
  else if (/^flash \d+$/.test(what)) record(state, Number(what.slice(6)), first);
}

/** Handles a change of the screen. */
function screenChanged(state: ObservedState, at_ms: number, steps: WrittenStep[], lines: readonly string[]): void {
  state.lines = lines;
  if (at_ms - state.acted_ms <= SETTLE_MS) state.settled = headingOf(state);
  const verdict = (lines.find((line) => line.startsWith('Verdict: ')) ?? '').replace(/(,| [-−]?\d).*/, '');
  if (verdict !== '' && verdict !== state.verdict) {
    steps.push({ device: state.device, at_ms, name: 'wait_for', value: verdict });
    state.settled = headingOf(state);
  }
  state.verdict = verdict;
}

function started(state: ObservedState, act: Act): void {
  state.runs = false;
  if (state.boots++ > 0) act('power', 'on');
}

/** Handles the power switch of a board. */
function switched(state: ObservedState, action: string, act: Act): void {
  act('power', action);
  if (action === 'on') state.boots++;
}

/** Waits for the sensor after a reconnect, since no strike is possible before. */
function sensorCame(state: ObservedState, at_ms: number, steps: WrittenStep[], states: unknown): void {
  if (!isFields(states) || !('sensor' in states)) return;
  if (states['sensor'] !== 'ready') state.unplugged ||= isTimed(state);
  if (!state.unplugged || states['sensor'] !== 'ready') return;
  state.unplugged = false;
  steps.push({ device: state.device, at_ms, name: 'wait_for', value: { state: { sensor: 'ready' } } });
}

const headingOf = ({ lines }: ObservedState): string => (lines[0] ?? '').replace(/^> /, '');

/** Waits for a page or putt that no recorded action caused. */
function waitForWhatCame(state: ObservedState, at_ms: number, steps: WrittenStep[]): void {
  const heading = headingOf(state);
  if (heading !== state.settled && state.settled !== '' && heading !== '')
    steps.push({ device: state.device, at_ms, name: 'wait_for', value: heading });
  state.settled = heading;
}

/** Writes list moves that were not followed by a choice. */
function press(state: ObservedState, at_ms: number, steps: WrittenStep[]): void {
  if (state.moves.length > 0) steps.push({ device: state.device, at_ms, name: 'press', value: state.moves });
  state.moves = [];
}

type Act = (name: string, value: unknown) => WrittenStep;

function key(state: ObservedState, at_ms: number, steps: WrittenStep[], name: string, down: boolean, act: Act): void {
  if (!down) return release(state, at_ms);
  const row = state.lines.find((line) => line.startsWith('> '))?.slice(2);
  const moves = row !== undefined && (name === 'up' || name === 'down');
  let step: WrittenStep | null = null;
  if (moves) {
    waitForWhatCame(state, at_ms, steps);
    state.moves.push(name);
    state.acted_ms = at_ms;
  } else if (name === 'ok' && row !== undefined) {
    state.moves = [];
    step = act('choose', [row]);
  } else step = act('press', [name]);
  state.pressed = { key: name, at_ms, step };
}

function release(state: ObservedState, at_ms: number): void {
  const { pressed } = state;
  state.pressed = null;
  if (!pressed?.step || at_ms - pressed.at_ms < HOLD_MS_MIN) return;
  const held = { key: pressed.key, for: `${Math.round((at_ms - pressed.at_ms) / 100) / 10} s` };
  Object.assign(pressed.step, { name: 'hold', value: held });
}

/** Replaces a session code that another device shows by a variable, since it differs in the next session. */
function typed(
  text: string,
  state: ObservedState,
  steps: WrittenStep[],
  all: ReadonlyMap<string, ObservedState>,
): string {
  const host = [...all.values()].find((other) => other !== state && other.lines.includes(`Code: ${text}`));
  if (!host) return text;
  steps.push({
    device: host.device,
    at_ms: steps.at(-1)?.at_ms ?? 0,
    name: 'save',
    value: { code: String.raw`Code: (\w+)` },
  });
  return '${code}';
}

/**
 * Whether delays matter: a faulty cable damages the bytes of a period, so actions during the fault and right after it
 * keep their delay.
 */
const isTimed = ({ faults: { cable }, last_name }: ObservedState): boolean =>
  last_name === 'fault' || (cable?.where === 'cable' && cable.fault !== 'ok');

/** Adds a delay as long as the time since the last step of any device. */
function letTimePass(state: ObservedState, at_ms: number, steps: WrittenStep[]): void {
  const before = steps.at(-1);
  const takes_ms = before?.name === 'putt' ? PUTT_MS : 0;
  const passed_s = inThousandths((at_ms - (before?.at_ms ?? at_ms) - takes_ms) / 1000);
  if (passed_s > 0) steps.push({ device: state.device, at_ms, name: 'advance', value: `${passed_s} s` });
  state.settled = headingOf(state);
}

/**
 * Writes a step for each changed fault, or a comment if there is no step for it. The plug and the network have their
 * own lines.
 */
function faults(state: ObservedState, value: unknown, act: Act): void {
  const now = readFaults(value);
  if (!now) return;
  writeFaults(state, now, state.faults[now.where] ?? MENDED[now.where], act);
  state.faults[now.where] = now;
}

function writeFaults({ device }: ObservedState, now: Faults, before: Faults, act: Act): void {
  if (now.where === 'cable' && before.where === 'cable') {
    if (now.fault === before.fault) return;
    if (BY_CHANCE.has(now.fault)) act(COMMENT, CHANCE);
    act('fault', now.fault);
  } else if (now.where === 'clock' && now.wrong_by_s >= 0) act('clock', { wrong_by: `${now.wrong_by_s} s` });
  else {
    const [fault, fault_before] = [faultIn(now), faultIn(before)];
    if (fault !== fault_before)
      act(COMMENT, `Conditions of ${device} changed here; no step can do this: ${fault ?? 'no fault'}.`);
  }
}

const faultIn = (faults: Faults): string | null =>
  faultName(faults.where === 'network' ? { ...faults, joined: true } : faults);

/** Returns the strikes the sensor reported, if no putter is known to have caused them. */
function strikesIn({ swung, strikes }: ObservedState, bytes: unknown): readonly StrikeValues[] {
  const value = fromJson(bytes);
  return value instanceof Uint8Array && !swung ? strikes.read(value) : [];
}

/** Omits values of a putt that equal the defaults. */
function stroke(state: ObservedState, value: unknown): unknown {
  state.swung = true;
  const numbers = isFields(value) ? value : {};
  return Object.fromEntries(
    STROKE_FIELDS.flatMap(({ name, default: usual }) => {
      // Recordings of earlier putters lack fields.
      const number = inThousandths(numbers[name] ?? usual);
      return number === usual && name !== 'face_angle_deg' ? [] : [[name, number]];
    }),
  );
}

/** Faults that damage random bytes. */
const BY_CHANCE = new Set(['intermittent', 'drop-byte', 'flip-bit']);
const CHANCE = 'This fault is random: it may lose another stroke.';

const inThousandths = (value: unknown): number => Math.round(Number(value) * 1000) / 1000 + 0;

/** Rounds to thousandths, finer than the sensor's resolution. */
function putt({ club_speed_mps, face_angle_deg, face_rotation_deg_per_in, attack_angle_deg }: StrikeValues): unknown {
  const figures = { club_speed_mps, face_angle_deg, face_rotation_deg_per_in, attack_angle_deg };
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => (value === null ? [] : [[name, inThousandths(value)]])),
  );
}

/** Collects what the storage contained at the first boot. */
function record(state: ObservedState, call: number, answer: unknown): void {
  const name = state.flash_calls[call - 1] ?? '';
  if (state.boots > 1 || name === '' || name === 'identity' || state.records.has(name)) return;
  const read = fromJson(answer);
  const value = isAnswer(read) ? read.value.value : null;
  const data = value instanceof Uint8Array ? readFields(textOf(value)) : null;
  if (data) state.records.set(name, data);
}

const isAnswer = (data: unknown): data is { readonly value: { readonly value: unknown } } =>
  typeof data === 'object' && data !== null && 'value' in data && typeof data.value === 'object' && data.value !== null;

const textsOf = (lines: unknown): readonly string[] => (Array.isArray(lines) ? lines.map(String) : []);

/** Drops the final power-off of devices that are not switched on again. */
function untilEnd(steps: readonly WrittenStep[], devices: ReadonlyMap<string, ObservedState>): readonly WrittenStep[] {
  const done = steps.filter(
    ({ name, value, device }, at) =>
      name !== 'power' ||
      value === 'on' ||
      steps.slice(at).some((later) => later.device === device && later.name === 'power' && later.value === 'on'),
  );
  const ends = [...devices.values()].flatMap((state): WrittenStep[] => {
    const heading = headingOf(state);
    if (heading !== '' && !state.runs)
      return [{ device: state.device, at_ms: 0, name: 'wait_for', value: { state: { device: 'running' } } }];
    // Content that no recorded action caused may take as long again.
    const name = heading === state.settled ? 'expect' : 'wait_for';
    return heading === '' ? [] : [{ device: state.device, at_ms: 0, name, value: heading }];
  });
  return [...done, ...ends];
}

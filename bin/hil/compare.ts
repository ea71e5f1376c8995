// `tapin hil compare`: gets the strikes of two sensors, pairs them, and reports for each figure how well they agree.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import type { StrikeValues } from '../../hal/sensor/swing.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { agreementsOf } from '../../simulation/rigs/agreement.ts';
import { plotOf } from '../../simulation/rigs/agreement-plot.ts';
import { jsonText, tableLines } from '../../simulation/rigs/agreement-text.ts';
import { greetBoard, openBoardLine } from '../../simulation/rigs/board-line.ts';
import { pairByStroke, pairInOrder } from '../../simulation/rigs/pairing.ts';
import { playStrokes, strokeWords } from '../../simulation/rigs/play-strokes.ts';
import { strikesIn } from '../../simulation/rigs/recorded-strikes.ts';
import { DEFAULT_STROKES, readStrokes } from '../../simulation/rigs/stroke-list.ts';
import { playOnVirtualBoard } from '../../simulation/rigs/virtual-rig.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { printMessage } from '../process/process.ts';
import { switchPower } from '../backend/rig-backend.ts';
import { readRigFile, runOnRig, type MappedRig } from './rig-file.ts';
import { lockRig } from './rig-lock.ts';
import { writeResult } from '../scenario/scenario-file.ts';
import { textOf } from '../process/text-file.ts';

export interface CompareOptions {
  readonly map?: string;
  readonly strokes?: string;
  readonly plot?: string;
  readonly json?: boolean;
}

type Source =
  | { readonly kind: 'virtual' }
  | { readonly kind: 'rig'; readonly rig: MappedRig; readonly serial: string; readonly run: readonly string[] }
  | { readonly kind: 'recording'; readonly strikes: readonly StrikeValues[] };

/** Strikes in order; for a list of strokes, null for each stroke without a strike. */
type Series = readonly (StrikeValues | null)[];

export async function compareSensors(name_a: string, name_b: string, options: CompareOptions): Promise<void> {
  const rigs = options.map === undefined ? ok([]) : readRigFile(options.map);
  const strokes = options.strokes === undefined ? ok(DEFAULT_STROKES) : readStrokesFile(options.strokes);
  if (!rigs.ok) return endWith(2, rigs.error.message);
  if (!strokes.ok) return endWith(2, strokes.error.message);
  const source_a = sourceOf(name_a, rigs.value);
  const source_b = sourceOf(name_b, rigs.value);
  if (!source_a.ok) return endWith(2, source_a.error.message);
  if (!source_b.ok) return endWith(2, source_b.error.message);
  const a = await seriesOf(source_a.value, strokes.value);
  const b = a.ok ? await seriesOf(source_b.value, strokes.value) : a;
  if (!a.ok || !b.ok) return endWith(3, a.ok ? (b.ok ? '' : b.error.message) : a.error.message);
  const recorded = [source_a.value, source_b.value].some(({ kind }) => kind === 'recording');
  const pairing = recorded ? pairInOrder(nonNull(a.value), nonNull(b.value)) : pairByStroke(a.value, b.value);
  const agreements = agreementsOf(pairing.pairs);
  const names = { a: name_a, b: name_b };
  process.stdout.write(
    options.json
      ? jsonText(names, pairing, agreements)
      : tableLines(names, pairing, agreements)
          .map((line) => `${line}\n`)
          .join(''),
  );
  if (options.plot !== undefined) {
    const written = writeResult(options.plot, Buffer.from(plotOf(names, agreements)));
    if (!written.ok) return endWith(2, written.error.message);
  }
  // On a rig, a stroke that one sensor missed counts as a difference; a recording may just be longer.
  const missed = !recorded && pairing.pairs.length < strokes.value.length;
  process.exitCode = missed || agreements.some(({ verdict }) => verdict !== 'within') ? 1 : 0;
}

function endWith(code: number, message: string): void {
  printMessage(message);
  process.exitCode = code;
}

const nonNull = (series: Series): readonly StrikeValues[] => series.filter((each) => each !== null);

function readStrokesFile(file: string): Result<readonly StrokeCall[]> {
  const text = textOf(file);
  return text.ok ? readStrokes(text.value, file) : text;
}

/** Resolves the name of a source; `FILE#DEVICE` is one device of a recording. Errors: `bad_value`. */
function sourceOf(name: string, rigs: readonly MappedRig[]): Result<Source> {
  if (name === 'virtual') return ok({ kind: 'virtual' });
  const rig = rigs.find(({ id }) => id === name);
  if (!rig) return recordingOf(name);
  const { serial, stroke } = rig;
  if (serial === undefined || stroke === undefined)
    return fail(
      'bad_value',
      `Rig ${name} has no serial port with a strike_solenoid. Record its strokes with tapin device --record, and compare the recording.`,
    );
  return ok({ kind: 'rig', rig, serial, run: stroke.run });
}

function recordingOf(name: string): Result<Source> {
  const [, path = name, device] = /^(.+)#([^#/]+)$/.exec(name) ?? [];
  const recording = readRecording(path);
  if (!recording.ok) return recording;
  const found = strikesIn(recording.value);
  if (!found.ok) return fail('bad_value', `${path}: ${found.error.message}`);
  const devices = [...found.value.keys()];
  const wanted = device ?? (devices.length === 1 ? devices[0] : undefined);
  const strikes = wanted === undefined ? undefined : found.value.get(wanted);
  if (strikes) return ok({ kind: 'recording', strikes });
  if (devices.length === 0) return fail('bad_value', `${path} contains no strikes.`);
  return fail(
    'bad_value',
    `${path} contains strikes of ${devices.join(', ')}; choose one, such as ${path}#${devices[0]}.`,
  );
}

/** Returns the strikes of a source. Errors: as for the serial port and the rig's programs. */
async function seriesOf(source: Source, strokes: readonly StrokeCall[]): Promise<Result<Series>> {
  if (source.kind === 'recording') return ok(source.strikes);
  const came = source.kind === 'virtual' ? await playOnVirtualBoard(strokes) : await playOnRig(source, strokes);
  return came.ok ? ok(came.value.map((each) => (typeof each === 'string' ? null : each))) : came;
}

type Came = Awaited<ReturnType<typeof playStrokes>>;

async function playOnRig(
  { rig, serial, run }: Source & { kind: 'rig' },
  strokes: readonly StrokeCall[],
): Promise<Came> {
  const { lock, problem } = await lockRig(rig);
  if (problem !== '') return fail('bad_value', `${problem}.`);
  try {
    const power = await switchPower(rig, true);
    if (!power.ok) return power;
    const line = await openBoardLine(createTtyPort(serial), createSystemClock());
    if (!line.ok) return line;
    const answer = await greetBoard(line.value, serial);
    const came = answer.ok
      ? await playStrokes(line.value, answer.value, strokes, (call) =>
          runOnRig(rig, strokeWords(run, call), `${JSON.stringify(call)}\n`),
        )
      : answer;
    await line.value.close();
    return came;
  } finally {
    await lock?.release();
  }
}

// Converts a recording to the text of a trace, and of the signals of its board.

import { ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { madeOf, readTurn, type Recording } from '../recordings/recording.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import { deliveriesOf } from './deliveries.ts';
import { traceText } from './trace-event.ts';
import { signalChanges, signalsOf, unitOf } from './signals-of.ts';
import { traceEvents } from './trace-of.ts';
import { vcdText } from './vcd-text.ts';

export interface TimelineTexts {
  /** Yields the trace in pieces. */
  trace(): Iterable<string>;
  signals(): Iterable<string>;
}

/** Returns generators for the files' text. Errors: `bad_value` if a line is not a valid step. */
export function timelineTexts(
  recording: Recording,
  { bodies = false }: { readonly bodies?: boolean },
): Result<TimelineTexts> {
  const { header } = recording;
  const reading: Reading = { recording, problem: null };
  const devices = new Set<string>();
  const deliveries = madeOf(() => ok(deliveriesOf(noting(devices, turnsOf(reading)))));
  if (reading.problem) return { ok: false, error: reading.problem };
  if (!deliveries.ok) return deliveries;
  const about = { made_by: 'tapin', firmware: header.version, began: header.began };
  const names = [...devices];
  const comment = `${about.made_by} ${about.firmware} ${about.began}`.trimEnd();
  return ok({
    trace: () => traceText(traceEvents(turnsOf(reading), deliveries.value, { bodies }), about),
    signals: () =>
      vcdText(signalsOf(names), signalChanges(turnsOf(reading), names), {
        comment,
        unit_ns: unitOf(turnsOf(reading)),
      }),
  });
}

function* noting(devices: Set<string>, turns: Iterable<RecordedBatch>): Generator<RecordedBatch> {
  for (const turn of turns) {
    devices.add(turn.device);
    yield turn;
  }
}

interface Reading {
  readonly recording: Recording;
  problem: OperatingError | null;
}

/** Yields the steps up to the first unreadable line. */
function* turnsOf(reading: Reading): Generator<RecordedBatch> {
  for (const [at, line] of reading.recording.turns.entries()) {
    const turn = readTurn(line);
    if (!turn.ok) {
      reading.problem = { ...turn.error, message: `Line ${at + 2}: ${turn.error.message}` };
      return;
    }
    yield turn.value;
  }
}

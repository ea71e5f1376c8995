// Converts batches to traces.

import type { RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { deliveriesOf } from '../../../simulation/timeline/deliveries.ts';
import { traceText } from '../../../simulation/timeline/trace-event.ts';
import { traceEvents } from '../../../simulation/timeline/trace-of.ts';
import { readTrace, type ReadTrace } from './trace-check.ts';

export const textOf = (turns: readonly RecordedBatch[], bodies = false): string =>
  [...traceText(traceEvents(turns, deliveriesOf(turns), { bodies }), {})].join('');

export const traced = (turns: readonly RecordedBatch[]): ReadTrace => readTrace(textOf(turns));

// Converts batches to traces.

import type { Turn } from '../../../simulation/recordings/recorder-proxy.ts';
import { deliveriesOf } from '../../../simulation/timeline/deliveries.ts';
import { traceText } from '../../../simulation/timeline/trace-event.ts';
import { traceEvents } from '../../../simulation/timeline/trace-of.ts';
import { readTrace, type ReadTrace } from './trace-check.ts';

export const textOf = (turns: readonly Turn[], bodies = false): string =>
  [...traceText(traceEvents(turns, deliveriesOf(turns), { bodies }), {})].join('');

export const traced = (turns: readonly Turn[]): ReadTrace => readTrace(textOf(turns));

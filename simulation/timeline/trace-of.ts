// Converts a recording to a trace: its steps in order, as events on the lanes of each device. Works as a stream, so an
// hour needs as much memory as a minute.

import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import { createDrawing } from './drawing.ts';
import type { Deliveries } from './deliveries.ts';
import type { TraceOptions } from './life.ts';
import { createTurnDrawing, type TurnDrawing } from './turn-drawing.ts';
import type { TraceEvent } from './trace-event.ts';

export function* traceEvents(
  turns: Iterable<RecordedBatch>,
  deliveries: Deliveries,
  options: TraceOptions,
): Generator<TraceEvent> {
  const drawing = createDrawing();
  let drawn: TurnDrawing | null = null;
  for (const turn of turns) {
    drawn ??= createTurnDrawing(drawing, { ...options, deliveries, zero_ms: turn.at_ms });
    drawn.draw(turn);
    yield* drawing.take();
  }
  drawn?.end('the recording ends');
  yield* drawing.take();
}

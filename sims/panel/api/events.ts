// Streams a device's events as server-sent events until the caller disconnects.

import * as v from 'valibot';
import type { Alarm } from '../../../hal/clock/clock.ts';
import { fail, ok, assertDefined, type Result } from '../../../wire/errors.ts';
import { EVENT_KINDS, type EventKind, type JournalEvent } from './journal.ts';
import { deviceQuery, type DeviceCall, type PanelRoute } from './route.ts';

export const STREAMS_MAX = 32;
/** Keeps proxies from closing an idle stream, and detects a caller that has gone. */
const HEARTBEAT_MS = 15_000;
/** Backlog at which a slow reader is disconnected. Larger than the journal kept for reconnecting callers. */
const BACKLOG_BYTES_MAX = 5_000_000;
const AGAIN_MS = 1000;
/** X-Accel-Buffering keeps a proxy from buffering the stream. */
const HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };

const ONLY = `only must be a comma-separated list of ${EVENT_KINDS.join(', ')}.`;
const isKind = (name: string): name is EventKind => EVENT_KINDS.some((kind) => kind === name);
const query = v.strictObject({
  only: v.optional(
    v.pipe(
      v.string(ONLY),
      v.transform((text): readonly string[] => text.split(',')),
      v.check((names) => names.every(isKind), ONLY),
      v.description('Comma-separated kinds of events. Default: all.'),
    ),
  ),
});

const frameOf = ({ id, kind, data }: JournalEvent): string => `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;

function stream(
  { device, panel, headers, onGone, ...call }: DeviceCall,
  { only = EVENT_KINDS }: v.InferOutput<typeof query>,
): Result<unknown> {
  const leave = panel.streams.take();
  if (!leave) return fail('too_many', `${STREAMS_MAX} clients already follow events: close one first.`);
  const reply = assertDefined(call.reply, 'reply of the server');
  reply.hijack();
  const { raw } = reply;
  const wanted = new Set<string>([...only, 'gap']);
  const write = (text: string): void => {
    if (raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength <= BACKLOG_BYTES_MAX) return;
    raw.destroy();
    device.log.write('info', 'panel', 'A client of the event stream reads too slowly and was disconnected.');
  };
  const send = (event: JournalEvent): void => {
    if (wanted.has(event.kind)) write(frameOf(event));
  };
  const { 'last-event-id': after } = headers;
  const { first, end } = assertDefined(panel.journals.get(device), 'journal').follow(
    typeof after === 'string' ? after : null,
    send,
  );
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...HEADERS }))
    if (value !== undefined) raw.setHeader(name, value);
  raw.on('error', () => {}); // `close` reports a caller that has gone
  write(`retry: ${AGAIN_MS}\n\n`);
  for (const event of first) send(event);
  let beat: Alarm = null;
  const beatOn = (): void => {
    beat = panel.wall.setTimeout(() => {
      write(': still here\n\n');
      beatOn();
    }, HEARTBEAT_MS);
  };
  beatOn();
  onGone(() => {
    panel.wall.clearTimeout(beat);
    end();
    leave();
  });
  return ok(undefined);
}

export const EVENTS_ROUTE: PanelRoute = deviceQuery('events', {
  summary: 'Streams the events of a device as server-sent events; Last-Event-ID resumes an earlier stream.',
  query: { schema: query, lists: [] },
  answer: { status: 200, type: 'text/event-stream; charset=utf-8', schema: null },
  errors: ['too_many'],
  respond: stream,
});

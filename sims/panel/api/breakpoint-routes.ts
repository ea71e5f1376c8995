// Breakpoints over HTTP: list, add, switch and remove.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import { BREAK_KINDS, type BreakKind, type BreakSpec } from '../breakpoints/breakpoint.ts';
import type { Breakpoint, Breakpoints } from '../breakpoints/breakpoints.ts';
import { json, readBody, type PanelResources, type PanelRoute } from './route.ts';

const VALUE_CHARS_MAX = 200;
const KINDS: readonly string[] = Object.keys(BREAK_KINDS);
const isKind = (name: string): name is BreakKind => KINDS.includes(name);
const ONE = `a breakpoint takes one of ${KINDS.join(', ')}, and optionally when and device.`;

const text = (name: string) => {
  const message = `${name} must be a text of 1 to ${VALUE_CHARS_MAX} characters.`;
  return v.pipe(v.string(message), v.minLength(1, message), v.maxLength(VALUE_CHARS_MAX, message));
};
const DEVICE = 'device must be the index of a device, from 0.';
const kinds = Object.fromEntries(
  Object.entries(BREAK_KINDS).map(([name, meaning]) => [name, v.optional(about(text(name), meaning))] as const),
);
const body = v.strictObject(
  {
    ...kinds,
    when: v.optional(
      about(text('when'), 'Condition on a figure of the screen at that moment, such as club_speed:>= 5 mph.'),
    ),
    device: v.optional(
      about(
        v.pipe(v.number(DEVICE), v.integer(DEVICE), v.minValue(0, DEVICE)),
        'Index of the device. Default: any device.',
      ),
    ),
  },
  `Unknown field: ${ONE}`,
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const pointShape = v.strictObject({
  id: count,
  kind: v.picklist(Object.keys(BREAK_KINDS)),
  value: v.string(),
  when: about(v.string(), 'Condition on a figure; empty for none.'),
  device: about(v.nullable(count), 'Index of the device; null for any.'),
  on: v.boolean(),
  hits: about(count, 'Number of events that matched while it was on.'),
});
const listShape = v.strictObject({
  breakpoints: v.array(pointShape),
  stopped: about(
    v.nullable(
      v.strictObject({
        id: about(count, 'Breakpoint at which time paused.'),
        device: count,
        at_ms: about(v.number(), "Time on the devices' clock."),
        event: about(v.string(), 'The event in words.'),
      }),
    ),
    'Last stop; null once time has resumed.',
  ),
});

const ID = 'id must be the number of a breakpoint.';
const id = v.pipe(v.number(ID), v.integer(ID), v.minValue(1, ID));
const removal = v.strictObject({ id }, ID);
const change = v.strictObject({ id, on: v.boolean('on must be true or false.') }, 'change takes id and on.');

const NO_TIME = 'The time of these devices is fixed, so it cannot pause: start tapin run with a virtual sensor.';
const breakpointsOf = ({ breakpoints }: PanelResources): Result<Breakpoints> =>
  breakpoints ? ok(breakpoints) : fail('real_time', NO_TIME);

const list: PanelRoute = {
  method: 'GET',
  path: '/api/breakpoints',
  summary: 'Lists the breakpoints, and the event at which time last paused.',
  query: null,
  body: null,
  answer: json(listShape),
  errors: ['real_time'],
  handle({ panel }) {
    const points = breakpointsOf(panel);
    return points.ok ? ok({ breakpoints: points.value.all().map(shown), stopped: points.value.stopped() }) : points;
  },
};

/** Puts the fields of a breakpoint in the order of the answer. */
const shown = ({ id: number, kind, value, when, device, on, hits }: Breakpoint) => ({
  id: number,
  kind,
  value,
  when,
  device,
  on,
  hits,
});

const add: PanelRoute = {
  method: 'POST',
  path: '/api/breakpoints',
  summary: 'Pauses the time of all devices at each event of a kind, from now on.',
  query: null,
  body,
  answer: json(pointShape),
  errors: ['real_time', 'too_many'],
  handle({ panel, body: given }) {
    const read = readBody(body, given);
    const points = read.ok ? breakpointsOf(panel) : read;
    if (!read.ok || !points.ok) return points;
    const spec = specOf(read.value, panel.devices.length);
    if (!spec.ok) return spec;
    const added = points.value.add(spec.value);
    return added.ok ? ok(shown(added.value)) : added;
  },
};

function specOf({ when = '', device, ...rest }: v.InferOutput<typeof body>, devices: number): Result<BreakSpec> {
  const given = Object.entries(rest).flatMap(([kind, value]) =>
    isKind(kind) && typeof value === 'string' ? [{ kind, value }] : [],
  );
  const [one] = given;
  if (!one || given.length > 1) return fail('bad_value', `${ONE[0]?.toUpperCase()}${ONE.slice(1)}`);
  if (device !== undefined && device >= devices)
    return fail('bad_value', `Device ${device} not found: use 0 to ${devices - 1}.`);
  return ok({ ...one, when, device: device ?? null });
}

const turn: PanelRoute = {
  method: 'POST',
  path: '/api/breakpoints/change',
  summary: 'Switches a breakpoint on or off.',
  query: null,
  body: change,
  answer: json(pointShape),
  errors: ['real_time', 'not_found'],
  handle({ panel, body: given }) {
    const read = readBody(change, given);
    const points = read.ok ? breakpointsOf(panel) : read;
    if (!read.ok || !points.ok) return points;
    const turned = points.value.setOn(read.value.id, read.value.on);
    return turned.ok ? ok(shown(turned.value)) : turned;
  },
};

const remove: PanelRoute = {
  method: 'POST',
  path: '/api/breakpoints/remove',
  summary: 'Removes a breakpoint.',
  query: null,
  body: removal,
  answer: json(v.strictObject({ removed: v.literal(true) })),
  errors: ['real_time', 'not_found'],
  handle({ panel, body: given }) {
    const read = readBody(removal, given);
    const points = read.ok ? breakpointsOf(panel) : read;
    if (!read.ok || !points.ok) return points;
    const removed = points.value.remove(read.value.id);
    return removed.ok ? ok({ removed: true }) : removed;
  },
};

export const BREAKPOINT_ROUTES: readonly PanelRoute[] = [list, add, turn, remove];

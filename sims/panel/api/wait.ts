// Waits until a device meets a condition: one call, answered when all of it holds.

import * as v from 'valibot';
import type { VisibleCondition } from '../../condition/condition.ts';
import { unseen } from '../../condition/conditions.ts';
import { duration, figure, type ExpectedFigure } from '../../condition/quantities.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import type { PanelDevice } from '../panel-device.ts';
import { json, deviceQuery, type DeviceCall, type PanelRoute } from './route.ts';
import { snapshotShape } from './shapes.ts';
import { snapshotOf } from './snapshot.ts';
import { watchSnapshot } from './watch-snapshot.ts';

const WITHIN_MS = 30_000;
/** Limit in device time, and in real time as well, since a device's time may stand still. */
const WITHIN_MS_MAX = 600_000;
/** Limit on the conditions of each kind in one call. */
const CONDITIONS_MAX = 16;
export const WAITS_MAX = 64;

const list = (name: string, item: v.GenericSchema<string, string> = v.string()) =>
  v.optional(
    v.pipe(v.array(item), v.maxLength(CONDITIONS_MAX, `${name} may occur at most ${CONDITIONS_MAX} times.`)),
    [],
  );
const pairs = (name: string, pattern: RegExp, sentence: string) =>
  list(name, v.pipe(v.string(), v.regex(pattern, sentence)));

const WITHIN = 'within must be a time such as 5 s, 200 ms or 2 min, at most 10 min.';
const AFTER = 'sounds_after must be a whole number: the number of earlier sounds.';
const FIGURE = 'figure must be a label and a value, such as club_speed:5.7 ± 0.1 mph.';
const query = v.strictObject({
  text: about(list('text'), 'Text that a screen line contains.'),
  line: about(list('line'), 'Text of a whole screen line.'),
  page: v.optional(about(v.string(), 'Current page, such as menu.')),
  state: about(
    pairs('state', /^[^:]+:./, 'state must be a machine and its state, such as sensor:ready.'),
    'State of a machine, such as sensor:ready.',
  ),
  led: about(
    pairs('led', /^[1-9]:./, 'led must be a number from 1 and a colour, such as 1:orange or 2:off.'),
    'Colour of an LED, such as 1:orange or 2:off.',
  ),
  figure: about(
    pairs('figure', /^[^:]+:./, FIGURE),
    'Figure on the screen with its tolerance, such as club_speed:5.7 ± 0.1 mph.',
  ),
  sound: v.optional(about(v.string(), 'Sound that is played.')),
  sounds_after: v.optional(
    about(
      v.pipe(v.string(AFTER), v.regex(/^\d{1,9}$/, AFTER), v.transform(Number)),
      'Number of earlier sounds to ignore, from an earlier sounds_count. Default: all before the call.',
    ),
  ),
  within: v.optional(about(v.string(WITHIN), 'Time limit, such as 5 s; at most 10 min. Default: 30 s.')),
});
type Query = v.InferOutput<typeof query>;

/** Splits `a:b:c` into `a` and `b:c`. */
const split = (text: string): [string, string] => {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
};

function readFigures(given: readonly string[]): Result<Readonly<Record<string, ExpectedFigure>>> {
  const figures: [string, ExpectedFigure][] = [];
  for (const [label, text] of given.map(split)) {
    const read = v.safeParse(figure, text);
    if (!read.success) return fail('bad_value', FIGURE);
    figures.push([label, read.output]);
  }
  return ok(Object.fromEntries(figures));
}

interface WaitRequest {
  readonly condition: VisibleCondition;
  readonly within_ms: number;
}

function readWaitRequest({ text, line, page, sound, ...given }: Query): Result<WaitRequest> {
  const within = v.safeParse(duration, given.within ?? `${WITHIN_MS} ms`);
  if (!within.success || within.output > WITHIN_MS_MAX) return fail('bad_value', WITHIN);
  const figures = readFigures(given.figure);
  if (!figures.ok) return figures;
  const has_conditions = [text, line, given.state, given.led, given.figure].some((each) => each.length > 0);
  if (!has_conditions && page === undefined && sound === undefined)
    return fail('bad_value', 'wait needs a condition: text, line, page, state, led, figure or sound.');
  const [state, led] = [Object.fromEntries(given.state.map(split)), Object.fromEntries(given.led.map(split))];
  return ok({
    condition: { text, line, page, state, led, sound, figures: figures.value },
    within_ms: within.output,
  });
}

/** Returns the sounds from this number on, as far as they are kept. */
function soundsSince({ speaker }: PanelDevice, from: number): readonly string[] {
  const kept = speaker.played().map(({ sound }) => sound);
  return kept.slice(Math.max(0, from - (speaker.count() - kept.length)));
}

/** Returns the snapshot if the condition holds, otherwise an error that names the parts that do not hold. */
function checkCondition(
  device: PanelDevice,
  condition: VisibleCondition,
  sounds_from: number,
  after_ms: number,
): Result<unknown> {
  const snapshot = snapshotOf(device);
  const problems = unseen(condition, snapshot, soundsSince(device, sounds_from));
  return problems.length === 0
    ? ok(snapshot)
    : fail('not_seen', `After ${after_ms / 1000} s: ${problems.join(', and ')}.`);
}

function wait({ device, panel, onGone }: DeviceCall, given: Query): Result<unknown> | Promise<Result<unknown>> {
  const request = readWaitRequest(given);
  if (!request.ok) return request;
  const { condition, within_ms } = request.value;
  const sounds_from = given.sounds_after ?? device.speaker.count();
  const check = (after_ms: number): Result<unknown> => checkCondition(device, condition, sounds_from, after_ms);
  const first = check(0);
  if (first.ok || within_ms === 0) return first;
  const leave = panel.waits.take();
  if (!leave) return fail('too_many', `${WAITS_MAX} calls are already waiting: try again later.`);
  const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
  const end = (answer: Result<unknown>): void => {
    stop();
    device.clock.clearTimeout(due);
    panel.wall.clearTimeout(late);
    leave();
    resolve(answer);
  };
  const stop = watchSnapshot(device, () => {
    const now = check(0);
    if (now.ok) end(now);
  });
  const due = device.clock.setTimeout(() => end(check(within_ms)), within_ms);
  const late = panel.wall.setTimeout(() => end(check(WITHIN_MS_MAX)), WITHIN_MS_MAX);
  onGone(() => end(first));
  return promise;
}

export const WAIT_ROUTE: PanelRoute = deviceQuery('wait', {
  summary: 'Waits until all conditions hold and returns a snapshot, or an error that names the unmet conditions.',
  query: { schema: query, lists: ['text', 'line', 'state', 'led', 'figure'] },
  answer: json(snapshotShape),
  errors: ['not_seen', 'too_many'],
  respond: wait,
});

// Time of the devices, and its pace if it can be changed.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import type { Breakpoints } from '../breakpoints/breakpoints.ts';
import { SPEED_MAX, SPEED_MIN } from '../pace-choice.ts';
import type { PacedTime } from '../paced-time.ts';
import { json, readBody, type PanelResources, type PanelRoute } from './route.ts';
import { timeShape } from './shapes.ts';

/** An hour: longer than any timeout of a device. */
const ADVANCE_MS_MAX = 3_600_000;
/** Limit on concurrent advance calls. */
export const ADVANCES_MAX = 16;

const SPEED = `speed must be a number from ${SPEED_MIN} to ${SPEED_MAX}, or max.`;
const ADVANCE = `advance_ms must be a number above 0 and up to ${ADVANCE_MS_MAX}.`;
const BODY = 'time takes paused, speed, and either step or advance_ms.';
const body = v.pipe(
  v.strictObject(
    {
      paused: v.optional(about(v.boolean('paused must be true or false.'), 'Whether time is paused.')),
      speed: v.optional(
        about(
          v.union(
            [v.pipe(v.number(), v.minValue(SPEED_MIN, SPEED), v.maxValue(SPEED_MAX, SPEED)), v.literal('max')],
            SPEED,
          ),
          "Multiple of the caller's time; max: as fast as possible.",
        ),
      ),
      step: v.optional(
        about(
          v.literal('event', 'step must be event.'),
          'Advances to the next event of a device, which the answer names.',
        ),
      ),
      advance_ms: v.optional(
        about(
          v.pipe(v.number(ADVANCE), v.gtValue(0, ADVANCE), v.maxValue(ADVANCE_MS_MAX, ADVANCE)),
          'Advances by this much as fast as possible, paused or not; answers when done.',
        ),
      ),
    },
    BODY,
  ),
  v.check((given) => Object.keys(given).length > 0, BODY),
  v.check(({ step, advance_ms }) => step === undefined || advance_ms === undefined, BODY),
);

const now = ({ devices, time }: PanelResources): v.InferOutput<typeof timeShape> => {
  const time_ms = devices[0]?.clock.now_ms() ?? 0;
  return time
    ? { clock: time.clock, time_ms, paused: time.paused(), speed: time.speed() }
    : { clock: 'real', time_ms, paused: false, speed: 1 };
};

const getTime: PanelRoute = {
  method: 'GET',
  path: '/api/time',
  summary: 'Returns the time of all devices.',
  query: null,
  body: null,
  answer: json(timeShape),
  errors: [],
  handle: ({ panel }) => ok(now(panel)),
};

const turn: PanelRoute = {
  method: 'POST',
  path: '/api/time',
  summary: 'Pauses, resumes or advances the time of all devices, or changes its speed.',
  query: null,
  body,
  answer: json(timeShape),
  errors: ['real_time', 'too_many'],
  async handle({ panel, body: given }) {
    const read = readBody(body, given);
    if (!read.ok) return read;
    const { time } = panel;
    if (!time)
      return fail(
        'real_time',
        'The time of these devices is fixed: start tapin run with a virtual sensor to change it.',
      );
    const turned = await pace(panel, time, read.value);
    return turned.ok ? ok({ ...now(panel), ...(turned.value === null ? {} : { event: turned.value }) }) : turned;
  },
};

/** Changes the pace. Returns the event that a step reached, or at which a breakpoint ended the move; null for neither. */
async function pace(
  { advances, breakpoints }: PanelResources,
  time: PacedTime,
  { paused, speed, step, advance_ms }: v.InferOutput<typeof body>,
): Promise<Result<string | null>> {
  const leave = advances.take();
  if (!leave) return fail('too_many', `${ADVANCES_MAX} calls are already advancing time: wait for their answers.`);
  let move: ReturnType<Breakpoints['watchMove']> = null;
  try {
    if (speed !== undefined) time.setSpeed(speed);
    if (paused !== undefined) await time.setPaused(paused);
    if (step === undefined && advance_ms === undefined) return ok(null);
    move = breakpoints?.watchMove() ?? null;
    if (step) await stepTo(time, move);
    if (advance_ms !== undefined) await time.advance(advance_ms);
    const stopped = breakpoints?.stopped() ?? null;
    return ok(stopped?.event ?? (step ? (move?.event() ?? null) : null));
  } finally {
    move?.end();
    leave();
  }
}

/** Maximum due times that one step passes: most of them are inside the sensor board and show nothing. */
const STEPS_MAX = 1000;

/** Steps until a device has an event; one due time if no device is recorded. */
async function stepTo(time: PacedTime, move: ReturnType<Breakpoints['watchMove']>): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    await time.step();
    if (!move || move.event() !== '') return;
  }
}

export const TIME_ROUTES: readonly PanelRoute[] = [getTime, turn];

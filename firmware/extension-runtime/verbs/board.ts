// Verbs for the rest of the device: sound, lights, time, random numbers and the log.

import { SOUNDS } from '../../../wire/audio/sounds.ts';
import type { LuaAnswer, LuaFunction } from '../lua/values.ts';
import type { ScriptSession } from '../session.ts';
import { API_VERSION } from '../manifest.ts';
import { NOTHING, give, refuse, verb, type Verb } from './verb.ts';
import { seatColor } from '../../drawing/seat-color.ts';

const [ACTIONS_MAX, TIMERS_MAX, LOG_CHARS_MAX, LOGS_MAX] = [32, 16, 200, 20];
const led = { name: 'index', type: 'integer', min: 1, max: 4, doc: 'index from 1' } as const;
const ms = { name: 'ms', type: 'integer', min: 1, max: 3_600_000, doc: 'time in milliseconds' } as const;

/** Sets an LED. `place`: from 1. A null colour turns it off; a null time leaves it on. */
function light(session: ScriptSession, place: number, color: string | null, lasts_ms: number | null): LuaAnswer {
  if (session.leds.length >= ACTIONS_MAX) return refuse(`at most ${ACTIONS_MAX} lights in one call`);
  session.leds.push({ led: place - 1, color, ms: lasts_ms });
  return NOTHING;
}

const SOUND_AND_LIGHT: readonly Verb[] = [
  verb({
    module: 'sound',
    name: 'play',
    doc: 'Plays a sound.',
    args: [
      { name: 'name', type: 'text', one_of: SOUNDS, doc: 'sound to play' },
      {
        name: 'volume',
        type: 'number',
        min: 0,
        max: 100,
        optional: true,
        doc: "percent of the device's volume; default 100",
      },
    ],
    gives: '',
    run(session, { name, volume }) {
      if (session.sounds.length >= ACTIONS_MAX) return refuse(`at most ${ACTIONS_MAX} sounds in one call`);
      session.sounds.push({ sound: name, volume_percent: volume ?? null });
      return NOTHING;
    },
  }),
  verb({
    module: 'led',
    name: 'set',
    doc: 'Sets the colour of an LED until the next change; without a colour, turns it off.',
    args: [led, { name: 'color', type: 'colour', optional: true, doc: 'colour to show; default off' }],
    gives: '',
    run: (session, { index, color }) => light(session, index, color ?? null, null),
  }),
  verb({
    module: 'led',
    name: 'flash',
    doc: 'Lights an LED for a limited time.',
    args: [led, { name: 'color', type: 'colour', doc: 'colour to show' }, { ...ms, max: 10_000 }],
    gives: '',
    run: (session, { index, color, ms: lasts }) => light(session, index, color, lasts),
  }),
  verb({
    module: 'led',
    name: 'player',
    doc: "Lights a player's LED in the player's colour.",
    args: [led],
    gives: '',
    run: (session, { index }) => light(session, index, seatColor(index - 1), null),
  }),
];

function addTimer(session: ScriptSession, delay_ms: number, { ref }: LuaFunction, every: boolean): LuaAnswer {
  if (session.timers.size >= TIMERS_MAX) return refuse(`at most ${TIMERS_MAX} timers`);
  const id = ++session.timers_made;
  session.timers.set(id, {
    id,
    ref,
    every_ms: every ? delay_ms : null,
    due_ms: session.now_ms + delay_ms,
  });
  return give(id);
}

const fn = { name: 'fn', type: 'function', doc: 'function to call' } as const;

const TIMER: readonly Verb[] = [
  verb({
    module: 'timer',
    name: 'after',
    doc: 'Calls a function once, after a delay. Returns the id of the timer.',
    args: [ms, fn],
    gives: 'integer',
    run: (session, { ms: delay_ms, fn: called }) => addTimer(session, delay_ms, called, false),
  }),
  verb({
    module: 'timer',
    name: 'every',
    doc: 'Calls a function repeatedly. Returns the id of the timer.',
    args: [{ ...ms, min: 33 }, fn],
    gives: 'integer',
    run: (session, { ms: delay_ms, fn: called }) => addTimer(session, delay_ms, called, true),
  }),
  verb({
    module: 'timer',
    name: 'cancel',
    doc: 'Cancels a timer.',
    args: [{ name: 'id', type: 'integer', min: 1, doc: 'id that timer.after or timer.every returned' }],
    gives: '',
    run(session, { id }) {
      session.timers.delete(id);
      return NOTHING;
    },
  }),
];

const intFrom = ({ random }: ScriptSession, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

const WHOLE = 2 ** 31;
const whole = <const Name extends string>(name: Name) =>
  ({ name, type: 'integer', min: -WHOLE, max: WHOLE, doc: 'end of the range, inclusive' }) as const;
const list = { name: 'list', type: 'list', doc: 'source list' } as const;

const RANDOM: readonly Verb[] = [
  verb({
    module: 'random',
    name: 'int',
    doc: 'Returns a random whole number from a to b, uniformly distributed. The same seed gives the same sequence.',
    args: [whole('a'), whole('b')],
    gives: 'integer',
    run: (session, { a, b }) => (a > b ? refuse('random.int: a must not exceed b') : give(intFrom(session, a, b))),
  }),
  verb({
    module: 'random',
    name: 'float',
    doc: 'Returns a random number of at least 0 and less than 1.',
    args: [],
    gives: 'number',
    run: ({ random }) => give(random()),
  }),
  {
    module: 'random',
    name: 'pick',
    doc: 'Returns a random entry of a list; nil if the list is empty.',
    args: [list],
    gives: 'any',
    call: null,
  },
  {
    module: 'random',
    name: 'shuffle',
    doc: 'Returns a new list with the entries in random order.',
    args: [list],
    gives: 'any[]',
    call: null,
  },
];

const log = (level: 'info' | 'warn'): Verb =>
  verb({
    module: 'log',
    name: level,
    doc: level === 'info' ? 'Writes a line to the log; print does the same.' : 'Writes a warning to the log.',
    args: [{ name: 's', type: 'text', doc: `line to write; cut after ${LOG_CHARS_MAX} characters` }],
    gives: '',
    run(session, { s }) {
      // Drops the lines of a script that logs too much, without stopping it.
      if (session.logs.length < LOGS_MAX)
        session.logs.push({
          level,
          text: Array.from(s).slice(0, LOG_CHARS_MAX).join(''),
        });
      return NOTHING;
    },
  });

const DEVICE: readonly Verb[] = [
  verb({
    module: 'device',
    name: 'name',
    doc: 'Returns the name of the device.',
    args: [],
    gives: 'string',
    run: ({ input }) => give(input.device_name),
  }),
  verb({
    module: 'device',
    name: 'units',
    doc: "Returns 'imperial' or 'metric': the units in which the device shows distances.",
    args: [],
    gives: 'string',
    run: ({ input }) => give(input.units),
  }),
  verb({
    module: 'device',
    name: 'now_ms',
    doc: 'Returns the milliseconds since the extension started.',
    args: [],
    gives: 'integer',
    run: ({ now_ms }) => give(Math.round(now_ms)),
  }),
  verb({
    module: 'device',
    name: 'api',
    doc: 'Returns the version of this runtime.',
    args: [],
    gives: 'integer',
    run: () => give(API_VERSION),
  }),
];

export const BOARD: readonly Verb[] = [...SOUND_AND_LIGHT, ...TIMER, ...RANDOM, ...DEVICE, log('info'), log('warn')];

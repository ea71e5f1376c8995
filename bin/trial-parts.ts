// The parts of this machine that `tapin doctor --test` tries, as a board file names them, and the person who looks.

import { createInterface } from 'node:readline/promises';
import { createLightSwitch } from '../hal/display/backlight.ts';
import { followScreen } from '../hal/display/follow-screen.ts';
import { openDisplay } from '../hal/display/open-display.ts';
import { placeScreen, screenPointAt, type Placement } from '../hal/display/placement.ts';
import type { Clock } from '../hal/clock/clock.ts';
import { createEvdevKeys } from '../hal/keys/keys-evdev.ts';
import { keyMapOf } from '../hal/keys/key-map.ts';
import { calibrationOf } from '../hal/keys/touch-place.ts';
import { createSysfsLeds } from '../hal/leds/leds-sysfs.ts';
import type { Log } from '../hal/log/log.ts';
import { createMemoryScreen } from '../hal/screen/screen-memory.ts';
import type { Picture } from '../hal/screen/screen.ts';
import { createAplaySpeaker } from '../hal/speaker/speaker-aplay.ts';
import type { Poller } from '../hal/system/poller.ts';
import { ok } from '../wire/errors.ts';
import type { BoardSetup } from './board-shapes.ts';
import type { TrialParts } from './doctor-trials.ts';

interface Machine {
  readonly clock: Clock;
  readonly log: Log;
  readonly poller: Poller;
}

export function partsOf({ display, speaker, leds, inputs }: BoardSetup, machine: Machine): TrialParts {
  const { log } = machine;
  /** Of the display that is open. */
  const placed: { placement: Placement | null } = { placement: null };
  return {
    display: display ? () => openScreen(display, machine, placed) : null,
    speaker: speaker ? createAplaySpeaker({ ...speaker, log }) : null,
    leds: leds ? { count: leds.length, open: () => createSysfsLeds({ setups: leds, log }) } : null,
    inputs: inputs
      ? listenTo(
          inputs,
          machine,
          (u, v) => placed.placement && screenPointAt(placed.placement, display?.rotate ?? 0, { u, v }),
        )
      : null,
  };
}

const still = (picture: Picture) => ({ at: () => picture, animates_until_ms: 0, changesAfter: () => Infinity });

function openScreen(
  { rotate, scale, ...choice }: NonNullable<BoardSetup['display']>,
  { clock, log, poller }: Machine,
  placed: { placement: Placement | null },
): ReturnType<NonNullable<TrialParts['display']>> {
  const opened = openDisplay(choice, poller);
  if (!opened.ok) return opened;
  const display = opened.value;
  const screen = createMemoryScreen(clock);
  let failure = '';
  placed.placement = placeScreen(display, { rotation: rotate, scale });
  createLightSwitch({ log })(true);
  const onLost = (reason: string): void => void (failure = reason);
  const follower = followScreen({ screen, display, clock, rotation: rotate, scale, off_after_ms: null, onLost });
  return ok({
    name: `${display.name}, ${display.width} × ${display.height} in ${display.format},`,
    show: (picture) => screen.show(still(picture)),
    failure: () => failure,
    close: follower.close,
  });
}

const listenTo =
  (
    { keys: changes, calibration, knob_reversed }: NonNullable<BoardSetup['inputs']>,
    { clock, log, poller }: Machine,
    toScreen: (u: number, v: number) => { readonly x: number; readonly y: number } | null,
  ): NonNullable<TrialParts['inputs']> =>
  (keys) => {
    const map = keyMapOf(changes);
    const calibrated = calibration && calibrationOf(calibration);
    const inputs = createEvdevKeys({
      keys,
      // Who has read the board file has looked at both.
      map: map.ok ? map.value : new Map(),
      ...(calibrated?.ok ? { calibration: calibrated.value } : {}),
      // Ctrl-C has to reach the terminal.
      grab: false,
      knob_reversed,
      poller,
      clock,
      log,
      toScreen,
    });
    return inputs.close;
  };

/** Asks at the terminal; no answer but one that begins with n is a no. Null once it is over, or where it is broken off, which ends it all. */
export const askAt = (end: AbortController) =>
  async function ask(question: string): Promise<boolean | null> {
    if (end.signal.aborted) return null;
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    terminal.on('SIGINT', () => end.abort());
    try {
      return !/^\s*n/i.test(await terminal.question(`${question} [Y/n] `, { signal: end.signal }));
    } catch {
      return null;
    } finally {
      terminal.close();
    }
  };

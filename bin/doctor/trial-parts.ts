// Hardware of this machine that `tapin doctor --test` tries, as named in the board file, and the prompt for the person
// at the device.

import { createInterface } from 'node:readline/promises';
import { createLightSwitch } from '../../hal/display/backlight.ts';
import { followScreen } from '../../hal/display/follow-screen.ts';
import { openDisplay } from '../../hal/display/open-display.ts';
import { glassToScreen, placeScreen } from '../../hal/display/placement.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createEvdevKeys } from '../../hal/keys/keys-evdev.ts';
import { keyMapOf } from '../../hal/keys/key-map.ts';
import { createVirtualTouchscreen } from '../../hal/keys/touchscreen-virtual.ts';
import { createSysfsLeds } from '../../hal/leds/leds-sysfs.ts';
import type { Log } from '../../hal/log/log.ts';
import { createMemoryScreen } from '../../hal/screen/screen-memory.ts';
import type { Picture } from '../../hal/screen/screen.ts';
import { createAplaySpeaker } from '../../hal/speaker/speaker-aplay.ts';
import type { Poller } from '../../hal/system/poller.ts';
import type { Affine } from '../../wire/affine.ts';
import { ok } from '../../wire/errors.ts';
import type { BoardSetup } from '../board/board-shapes.ts';
import type { TrialHardware } from './trials.ts';
import { createGlass } from '../board/glass.ts';

interface Machine {
  readonly clock: Clock;
  readonly log: Log;
  readonly poller: Poller;
}

export function hardwareOf({ display, speaker, leds, inputs }: BoardSetup, machine: Machine): TrialHardware {
  const { log } = machine;
  /** Transform of the picture on the glass of the open display; null while none is open. */
  let placed: Affine | null = null;
  return {
    display: display ? () => openScreen(display, machine, (on_glass) => (placed = on_glass)) : null,
    speaker: speaker ? createAplaySpeaker({ ...speaker, log }) : null,
    leds: leds ? { count: leds.length, open: () => createSysfsLeds({ setups: leds, log }) } : null,
    inputs: inputs ? listenTo(inputs, machine, () => placed) : null,
  };
}

const still = (picture: Picture) => ({ at: () => picture, animates_until_ms: 0, changesAfter: () => Infinity });

function openScreen(
  { rotate, scale, ...choice }: NonNullable<BoardSetup['display']>,
  { clock, log, poller }: Machine,
  onPlaced: (glass_to_screen: Affine) => void,
): ReturnType<NonNullable<TrialHardware['display']>> {
  const opened = openDisplay(choice, poller);
  if (!opened.ok) return opened;
  const display = opened.value;
  const screen = createMemoryScreen(clock);
  let failure = '';
  onPlaced(glassToScreen(placeScreen(display, { rotation: rotate, scale }), rotate));
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
    placed: () => Affine | null,
  ): NonNullable<TrialHardware['inputs']> =>
  (keys) => {
    const map = keyMapOf(changes);
    const touchscreen = createVirtualTouchscreen(keys.touch);
    const glass = createGlass(touchscreen, calibration);
    glass.displayPlaced(placed());
    const inputs = createEvdevKeys({
      keys: { key: keys.key, tap: keys.tap, contact: touchscreen.contact },
      // The board file's reader has already checked it.
      map: map.ok ? map.value : new Map(),
      // Ctrl-C must still reach the terminal.
      grab: false,
      knob_reversed,
      poller,
      clock,
      log,
      onTouchscreen: glass.touchscreenThere,
    });
    return inputs.close;
  };

/**
 * Asks a question at the terminal; only an answer that starts with n counts as no. Null once the trials have ended;
 * Ctrl-C ends them all.
 */
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

// Keeps a screen on a display that may appear late, disappear and return.

import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { MemoryScreen } from '../screen/screen-memory.ts';
import type { Affine } from '../../wire/affine.ts';
import { messageOf, type Result } from '../../wire/errors.ts';
import type { Display } from './display.ts';
import { followScreen, type ScreenFollower } from './follow-screen.ts';
import { glassToScreen, placeScreen, type Placing } from './placement.ts';

interface KeepOptions extends Placing {
  readonly screen: MemoryScreen;
  readonly clock: Clock;
  readonly log: Log;
  readonly off_after_ms: number | null;
  open(): Result<Display>;
  /** Switches the backlight. */
  light(on: boolean): void;
  /** Subscribes to the arrival and removal of displays. @returns Unsubscribes. */
  onNews(changed: () => void): () => void;
  /** Called with the position of the screen when a display appears, and with null when it is lost. */
  onPlaced?(glass_to_screen: Affine | null): void;
}

type Report = (level: 'info' | 'warn', text: string) => void;

export function keepDisplay({ open, onNews, onPlaced, light, ...options }: KeepOptions): ScreenFollower {
  const { log, rotation } = options;
  let follower: ScreenFollower | null = null;
  let last_message = '';
  const report: Report = (level, text) => {
    if (text !== last_message) log.write(level, 'display', text);
    last_message = text;
  };
  const tryToOpen = (): void => {
    if (follower) return;
    const display = open();
    if (!display.ok) return report('warn', `${display.error.message} Retries when a device appears.`);
    const { name, width, height } = display.value;
    onPlaced?.(glassToScreen(placeScreen(display.value, options), rotation));
    report('info', `The screen is on ${name}, ${width} × ${height}.`);
    const onLost = (reason: string): void => {
      follower = null;
      onPlaced?.(null);
      report('warn', `Lost the display ${name}: ${reason}. Retries when a device appears.`);
    };
    // A run that ended in a crash may have left the backlight off.
    light(true);
    follower = followScreen({ ...options, display: withLight(display.value, light, report), onLost });
  };
  const end = onNews(tryToOpen);
  tryToOpen();
  return {
    wake: () => follower?.wake() ?? false,
    async close() {
      end();
      await follower?.close();
      light(true);
    },
  };
}

/** Turns the backlight off before the picture, and on after it. A display that fails to turn off has its backlight only. */
const withLight = (display: Display, light: KeepOptions['light'], report: Report): Display => ({
  ...display,
  setPower(on) {
    if (on) {
      display.setPower(true);
      return light(true);
    }
    light(false);
    try {
      display.setPower(false);
    } catch (thrown) {
      report('warn', `The display ${display.name} can't be turned off: ${messageOf(thrown)}.`);
    }
  },
});

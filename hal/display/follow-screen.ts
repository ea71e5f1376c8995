// Shows a screen on a display: draws it at the display's size, redraws it while it animates, and turns the display off
// when idle.

import type { Alarm, Clock } from '../clock/clock.ts';
import { messageOf } from '../../wire/errors.ts';
import type { MemoryScreen } from '../screen/screen-memory.ts';
import type { Display } from './display.ts';
import { createPainter } from './painter.ts';
import type { Placing } from './placement.ts';

interface FollowOptions extends Placing {
  readonly screen: MemoryScreen;
  readonly display: Display;
  readonly clock: Clock;
  /** Time without a change after which the display turns off; null for never. */
  readonly off_after_ms: number | null;
  /** Called after the display failed and was closed. */
  onLost(reason: string): void;
}

export interface ScreenFollower {
  /** Turns the display on when a player is present. @returns Whether it was off. */
  wake(): boolean;
  /** Releases the display. */
  close(): Promise<void>;
}

/** Minimum time between frames: 30 frames per second. */
const FRAME_EVERY_MS = 33;

export function followScreen(options: FollowOptions): ScreenFollower {
  const { screen, display, clock, onLost } = options;
  const painter = createPainter({ ...options, picture: screen.picture });
  const rest = createRest(options, (reason) => lost(reason));
  let ended = false;
  let drawing: Promise<void> | null = null;
  let due: Alarm = null;
  /** Whether the scene changed while a frame was drawn. */
  let again = false;

  const drawNow = (): void => {
    if (ended) return;
    if (drawing) return void (again = true);
    const started_ms = clock.now_ms();
    drawing = painter.draw(rest.wake).then(
      () => drawLater(started_ms),
      (thrown: unknown) => lost(messageOf(thrown)),
    );
  };
  const drawLater = (started_ms: number): void => {
    drawing = null;
    const soon_ms = Math.max(0, started_ms + FRAME_EVERY_MS - clock.now_ms());
    const wait_ms = again || screen.animates() ? soon_ms : screen.changes_in_ms();
    again = false;
    clock.clearTimeout(due);
    if (!ended && Number.isFinite(wait_ms)) due = clock.setTimeout(drawNow, wait_ms);
  };
  const end = (): void => {
    ended = true;
    unsubscribe();
    clock.clearTimeout(due);
    rest.end();
  };
  const lost = (reason: string): void => {
    if (ended) return; // `close` handles it
    end();
    display.close();
    onLost(reason);
  };
  const unsubscribe = screen.onChange(drawNow);
  drawNow();
  return {
    wake: rest.wake,
    async close() {
      if (ended) return;
      end();
      await drawing;
      display.close();
    },
  };
}

interface Rest {
  /** @returns Whether the display was off. */
  wake(): boolean;
  end(): void;
}

function createRest({ display, clock, off_after_ms }: FollowOptions, lost: (reason: string) => void): Rest {
  let [dark, alarm] = [false, null as Alarm];
  const goDark = (): void => {
    dark = true;
    display.setPower(false);
  };
  return {
    wake() {
      clock.clearTimeout(alarm);
      if (off_after_ms !== null) alarm = clock.setTimeout(goDark, off_after_ms);
      if (!dark) return false;
      dark = false;
      try {
        display.setPower(true);
      } catch (thrown) {
        lost(messageOf(thrown));
      }
      return true;
    },
    end: () => clock.clearTimeout(alarm),
  };
}

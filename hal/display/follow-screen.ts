// Shows a screen on a display: draws it at the display's size, again while it moves, and lets the display rest where nothing happens.

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
  /** The display goes dark when nothing on it has changed for so long; null for never. */
  readonly off_after_ms: number | null;
  /** It can't be written any more, and has been closed. */
  onLost(reason: string): void;
}

export interface ScreenFollower {
  /** Somebody is there. @returns Whether the display was dark. */
  wake(): boolean;
  /** Gives the display back. */
  close(): Promise<void>;
}

/** Thirty pictures a second. */
const FRAME_EVERY_MS = 33;

export function followScreen(options: FollowOptions): ScreenFollower {
  const { screen, display, clock, onLost } = options;
  const painter = createPainter({ ...options, picture: screen.picture });
  const rest = createRest(options);
  let ended = false;
  let drawing: Promise<void> | null = null;
  let due: Alarm = null;
  /** The scene has changed while a picture was drawn. */
  let again = false;

  const drawNow = (): void => {
    if (ended) return;
    if (drawing) return void (again = true);
    const began_ms = clock.now_ms();
    drawing = painter.draw(rest.wake).then(
      () => drawLater(began_ms),
      (thrown: unknown) => lost(messageOf(thrown)),
    );
  };
  const drawLater = (began_ms: number): void => {
    drawing = null;
    const soon_ms = Math.max(0, began_ms + FRAME_EVERY_MS - clock.now_ms());
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
    if (ended) return; // whoever closes it does so
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
  /** @returns Whether the display was dark. */
  wake(): boolean;
  end(): void;
}

function createRest({ display, clock, off_after_ms }: FollowOptions): Rest {
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
      display.setPower(true);
      return true;
    },
    end: () => clock.clearTimeout(alarm),
  };
}

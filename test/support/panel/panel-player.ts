// A player at a device of a running tapin, without a browser: sends keys over the panel's socket and strikes over its
// HTTP calls, and reads the screen's text lines.

import { assertDefined } from '../../../wire/errors.ts';
import type { ExecutionContext } from 'ava';
import type { Key } from '../../../hal/keys/keys.ts';
import type { StrokeCall } from '../../../sims/putter/stroke-call.ts';
import { httpCall } from '../process/http-call.ts';
import { keysFor } from '../device/code-keys.ts';
import type { TapinProcess } from '../process/tapin-process.ts';
import { openViewer, linesOf, tapsOf } from './viewer-socket.ts';

/** Key that the device tapped on the simulator's computer, and the number of taps in a row. */
type ShownTaps = readonly (readonly [name: string | null, count: number])[];

export interface PanelPlayer {
  /** Returns the screen's text lines; the focused one starts with `> `. */
  lines(): readonly string[];
  /** Resolves with the first screen line that matches, ignoring the focus mark. */
  waitForLine(line: RegExp): Promise<string>;
  /** Resolves when the keyboard has tapped exactly this since it was switched on. */
  tapped(runs: ShownTaps): Promise<void>;
  press(...keys: readonly Key[]): Promise<void>;
  /** Moves down to the row with this label, with or without a value behind it, and presses OK. */
  choose(row: string): Promise<void>;
  /** Moves to the row without pressing OK. */
  focus(row: string): Promise<void>;
  /** Swings the virtual putter. */
  strike(stroke: Partial<StrokeCall>): Promise<void>;
}

const plain = (line: string): string => line.replace(/^> /, '');

/**
 * Opens a player for a device of a running tapin, by index from 0, once its sensor is ready and `first` is shown.
 * Default: the menu.
 */
export async function panelPlayer(
  t: ExecutionContext,
  tapin: TapinProcess,
  index: number,
  first = /^Metrics only$/,
): Promise<PanelPlayer> {
  const { href, origin, search } = new URL(String(tapin.listening['panel']));
  const viewer = await openViewer(href, `${index}`);
  t.teardown(() => viewer.close());
  const lines = (): readonly string[] => linesOf(viewer);
  const waitForLine = async (wanted: RegExp): Promise<string> => {
    const found = (): string | undefined =>
      lines()
        .map(plain)
        .find((line) => wanted.test(line));
    await viewer.until(`device ${index}: ${wanted.source}`, () => found() !== undefined);
    return assertDefined(found(), `line ${wanted.source}`);
  };
  const press = async (...keys: readonly Key[]): Promise<void> => {
    for (const key of keys) for (const action of ['press', 'release']) viewer.send({ type: 'key', key, action });
    await viewer.settled();
  };
  const focus = async (row: string): Promise<void> => {
    const is = (line: string): boolean => line === row || line.startsWith(`${row}: `);
    await viewer.until(`device ${index}: the row ${row}`, () => lines().map(plain).some(is));
    const at = lines().findIndex((line) => line.startsWith('> '));
    const moves = lines().map(plain).findIndex(is) - at;
    await press(...Array.from({ length: Math.abs(moves) }, (): Key => (moves > 0 ? 'down' : 'up')));
    await viewer.until(`device ${index}: the focus on ${row}`, () =>
      lines().some((line) => line.startsWith('> ') && is(plain(line))),
    );
  };
  await waitForLine(first);
  await viewer.until('a sensor', () => viewer.last('link')?.['link'] === 'ready');
  return {
    lines,
    waitForLine,
    press,
    focus,
    async tapped(runs) {
      const shown = (): ShownTaps => tapsOf(viewer).map(({ name, count }) => [name, count]);
      const wanted = JSON.stringify(runs);
      await viewer.until(`device ${index}: taps ${wanted}`, () => JSON.stringify(shown()) === wanted);
    },
    async choose(row) {
      await focus(row);
      await press('ok');
    },
    async strike(stroke) {
      const answer = await httpCall(origin, `/api/devices/${index}/strike${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(stroke),
      });
      t.is(answer.status, 202, answer.text);
    },
  };
}

/** Starts a session on the first device, and joins it from the second by its code. */
export async function joinByCode(host: PanelPlayer, guest: PanelPlayer): Promise<void> {
  await host.choose('Play together');
  await host.choose('Host a session');
  const code = (await host.waitForLine(/^Code: [0-9A-Z]{6}$/)).slice(-6);
  await guest.choose('Play together');
  await guest.choose('Join with a code');
  await guest.press(...keysFor(code));
  await guest.waitForLine(new RegExp(`^Code: ${code}$`));
}

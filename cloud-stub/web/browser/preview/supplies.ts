// Resources of the preview besides its code, fetched once on first play: Lua, the font, and the Worker's address.

import { createSystemClock } from '../../../../hal/clock/clock-system.ts';
import { createBrowserIsolates } from '../../../../hal/isolate/isolate-browser.ts';
import { useFontOf } from './painter.ts';
import type { Clock } from '../../../../hal/clock/clock.ts';
import type { Isolates } from '../../../../hal/isolate/isolate.ts';

export interface Supplies {
  readonly isolates: Isolates;
  readonly clock: Clock;
  /** Returns the text without characters that the device's font cannot draw. */
  readonly drawable: (text: string) => string;
}

let supplies: Promise<Supplies> | null = null;

/** Returns the resources. @throws If a file cannot be fetched; the next call tries again. */
export function getSupplies(): Promise<Supplies> {
  supplies ??= fetchSupplies();
  supplies.catch(() => (supplies = null));
  return supplies;
}

async function fetchSupplies(): Promise<Supplies> {
  const [glue, font] = await Promise.all([bytesOf('glue.wasm'), bytesOf('font.otf')]);
  const clock = createSystemClock();
  const worker = beside('preview-worker.js');
  return {
    clock,
    isolates: createBrowserIsolates(clock, async () => ({
      worker: new Worker(worker, { type: 'module' }),
      first: glue,
    })),
    drawable: await useFontOf(font),
  };
}

const bytesOf = async (name: string): Promise<ArrayBuffer> => (await answerOf(beside(name))).arrayBuffer();

/** Returns the address of a file in the same folder as this script. */
export const beside = (name: string): URL => new URL(name, import.meta.url);

/** Fetches an address. @throws An error with one sentence if the request fails or the status is not OK. */
export async function answerOf(address: URL | string): Promise<Response> {
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new Error('The server did not respond.');
  if (!answer.ok) throw new Error(`The server responded with status ${answer.status}.`);
  return answer;
}

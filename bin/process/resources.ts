// Resources of a process that serves devices: kept open while it runs, closed in reverse order when it ends.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import type { SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import { createUndiciHttp } from '../../hal/http/http-undici.ts';
import type { Http } from '../../hal/http/http.ts';
import type { Log } from '../../hal/log/log.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import type { Random } from '../../hal/random/random.ts';
import { createSystemWebPage, type SystemWebPage } from '../../hal/web-page/web-page-system.ts';
import { createSystemTcp } from '../../hal/tcp/tcp-system.ts';
import type { Tcp } from '../../hal/tcp/tcp.ts';
import { ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { exitWith, stderrLog } from './process.ts';

/**
 * Timeout for closing external resources: a display, a sound card, a panel client. A device must end within two
 * seconds.
 */
export const TIMEOUT_MS = 500;

export interface ProcessResources {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly http: Http;
  readonly tcp: Tcp;
  /** Address of the page that this process serves. */
  readonly web_page: SystemWebPage;
  /** Registers a cleanup function. With a timeout, a cleanup that hangs is abandoned, so that the rest is closed. */
  onClose(close: () => Promise<void>, timeout_ms?: number): void;
  close(): Promise<void>;
}

interface ResourceOptions {
  readonly seed?: number;
  readonly verbose?: boolean;
  /** Whether the system synchronises its wall clock. */
  readonly isClockKept?: () => boolean;
  /** Subscribes to address changes of this machine. Default: the addresses are polled. */
  readonly onAddressNews?: (changed: () => void) => () => void;
}

export function openResources({
  seed,
  verbose = false,
  isClockKept,
  onAddressNews,
}: ResourceOptions): ProcessResources {
  const clock = createSystemClock(isClockKept);
  const http = createUndiciHttp();
  const closers: (() => Promise<unknown>)[] = [() => http.close()];
  return {
    clock,
    log: stderrLog(clock, verbose),
    random: seed === undefined ? createSystemRandom() : createSeededRandom(seed),
    http,
    tcp: createSystemTcp(),
    web_page: createSystemWebPage({ clock, ...(onAddressNews && { onNews: onAddressNews }) }),
    onClose: (close, timeout_ms) =>
      void closers.push(timeout_ms === undefined ? close : () => closeWithin(close, timeout_ms, clock)),
    async close() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

async function closeWithin(close: () => Promise<void>, timeout_ms: number, clock: Clock): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const alarm = clock.setTimeout(resolve, timeout_ms);
  await Promise.race([close(), over]);
  clock.clearTimeout(alarm);
}

/** Closes everything and exits with the error's message. */
export async function closeAndExit(resources: ProcessResources, error: OperatingError): Promise<never> {
  await resources.close();
  exitWith(error);
}

/**
 * Opens a data folder, even a read-only one: a device can still run with its stored data. Errors: as for the folder.
 */
export async function openStorage(resources: ProcessResources, data: string): Promise<Result<SwitchedFlash>> {
  const folder = await openDataFolder(data, { reading_is_enough: true });
  if (!folder.ok) return folder;
  resources.onClose(() => folder.value.close());
  if (folder.value.note) resources.log.write('warn', 'storage', folder.value.note);
  return ok(createFileFlash(data));
}

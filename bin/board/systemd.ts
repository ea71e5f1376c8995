// Notifies systemd that the service is ready, alive and stopping. It is alive while its event loop turns, its storage
// answers and its screen can be drawn; if one of them hangs, systemd restarts the service.

import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import { createNotifier } from '../../hal/system/notify.ts';
import type { PanelDevice } from '../../sims/panel/panel-device.ts';
import { STARTED_BY_LOADER } from '../process/process.ts';
import type { ProcessResources } from '../process/resources.ts';

interface Watched {
  readonly clock: Clock;
  readonly flash: Pick<Flash, 'list'>;
  readonly device: Pick<PanelDevice, 'screen'>;
}

/** Heartbeats per watchdog timeout; more than one, so that some may be late. */
const BEATS = 4;

/**
 * Time limit of a start, and of the watchdog until the first heartbeats: a slow machine still loads modules then, and
 * under a boot loader nothing sends one while the next release starts.
 */
export const START_S_MAX = 180;
const START_US_MAX = START_S_MAX * 1e6;

/** Starts the notifications; does nothing without a systemd socket. */
export function notifySystemd(resources: Pick<ProcessResources, 'onClose'>, watched: Watched, env = process.env): void {
  const { NOTIFY_SOCKET: path, WATCHDOG_USEC: watchdog_us } = env;
  if (path === undefined || path === '') return;
  const notify = createNotifier(path);
  const every_ms = beatEveryMs(watchdog_us);
  notify(every_ms === null ? 'READY=1' : `READY=1\nWATCHDOG_USEC=${START_US_MAX}`);
  const send = (nth: number): void => notify(nth === BEATS ? `WATCHDOG=1\nWATCHDOG_USEC=${watchdog_us}` : 'WATCHDOG=1');
  const end = every_ms === null ? () => {} : beat(watched, every_ms, send);
  resources.onClose(async () => {
    end();
    // Under a boot loader the service keeps running with the next release, and systemd would kill it after STOPPING=1.
    if (env[STARTED_BY_LOADER] === undefined) notify('STOPPING=1');
    else if (every_ms !== null) notify(`WATCHDOG_USEC=${START_US_MAX}`);
  });
}

const [BEAT_MS_MIN, BEAT_MS_MAX] = [10, 3_600_000];

/** Returns the heartbeat interval; null without a watchdog, which needs a number of microseconds above 0. */
function beatEveryMs(watchdog_us: string | undefined): number | null {
  if (watchdog_us === undefined || !/^0*[1-9]\d{0,18}$/.test(watchdog_us)) return null;
  return Math.min(BEAT_MS_MAX, Math.max(BEAT_MS_MIN, Number(watchdog_us) / 1000 / BEATS));
}

/** Runs one check after the other, and sends a heartbeat after each, counted from 1; none while a check hangs. */
function beat({ clock, flash, device }: Watched, every_ms: number, send: (nth: number) => void): () => void {
  let alarm: Alarm = null;
  let ended = false;
  let sent = 0;
  const check = async (): Promise<void> => {
    await flash.list();
    device.screen.picture();
    if (ended) return;
    send(++sent);
    alarm = clock.setTimeout(() => void check(), every_ms);
  };
  void check();
  return () => {
    ended = true;
    clock.clearTimeout(alarm);
  };
}

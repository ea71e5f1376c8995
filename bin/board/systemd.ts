// What a service tells systemd: that it is ready, that it lives, and that it ends. It lives while its event loop turns, its storage answers and its
// screen can be drawn; where one of them stands still, systemd ends it and starts it again.

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

/** Of the time after which systemd ends a service; some beats may be late. */
const BEATS = 4;

/** Nothing where no systemd listens. */
export function notifySystemd(resources: Pick<ProcessResources, 'onClose'>, watched: Watched, env = process.env): void {
  const { NOTIFY_SOCKET: path, WATCHDOG_USEC: watchdog_us } = env;
  if (path === undefined || path === '') return;
  const tell = createNotifier(path);
  tell('READY=1');
  const every_ms = beatEveryMs(watchdog_us);
  const end = every_ms === null ? () => {} : beat(watched, every_ms, tell);
  resources.onClose(async () => {
    end();
    // Below a boot loader the service goes on with the next release; systemd would kill it once it was said to be stopping.
    if (env[STARTED_BY_LOADER] === undefined) tell('STOPPING=1');
  });
}

const [BEAT_MS_MIN, BEAT_MS_MAX] = [10, 3_600_000];

/** Null without a watchdog: only a number of microseconds above 0 is one. */
function beatEveryMs(watchdog_us: string | undefined): number | null {
  if (watchdog_us === undefined || !/^0*[1-9]\d{0,18}$/.test(watchdog_us)) return null;
  return Math.min(BEAT_MS_MAX, Math.max(BEAT_MS_MIN, Number(watchdog_us) / 1000 / BEATS));
}

/** One look after the other: one that never ends feeds nobody. */
function beat({ clock, flash, device }: Watched, every_ms: number, tell: (text: string) => void): () => void {
  let alarm: Alarm = null;
  let ended = false;
  const look = async (): Promise<void> => {
    await flash.list();
    device.screen.picture();
    if (ended) return;
    tell('WATCHDOG=1');
    alarm = clock.setTimeout(() => void look(), every_ms);
  };
  void look();
  return () => {
    ended = true;
    clock.clearTimeout(alarm);
  };
}

// Looks at a device whenever something of it may be another: by its events, and by time alone where a scene says when. Nothing is polled.

import type { Alarm } from '../../../hal/clock/clock.ts';
import type { PanelDevice } from '../panel-device.ts';

/**
 * `look` comes at the end of each turn in which something has changed, when everything has settled; never within this call.
 * @returns Ends it.
 */
export function watchSnapshot({ device, screen, leds, speaker, clock }: PanelDevice, look: () => void): () => void {
  let alarm: Alarm = null;
  let soon: NodeJS.Immediate | null = null;
  let ended = false;
  const changed = (): void => {
    soon ??= setImmediate(() => {
      soon = null;
      look();
      byTime();
    });
  };
  const byTime = (): void => {
    clock.clearTimeout(alarm);
    // A ball that rolls is looked at when it has come to rest; what happens on its way are events.
    const ms = screen.rests_in_ms() || screen.changes_in_ms();
    alarm = !ended && Number.isFinite(ms) ? clock.setTimeout(changed, ms) : null;
  };
  const ends = [
    device.onChange(changed),
    screen.onChange(changed),
    leds.onChange(changed),
    speaker.onPlay(changed),
    () => clock.clearTimeout(alarm),
  ];
  byTime();
  return () => {
    ended = true;
    if (soon) clearImmediate(soon);
    for (const end of ends) end();
  };
}

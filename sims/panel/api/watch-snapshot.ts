// Watches a device for possible changes of its snapshot: through its events, and through a timer only if a scene
// announces its next change. Nothing is polled.

import { nextMacrotask } from '#macrotask';
import type { Alarm } from '../../../hal/clock/clock.ts';
import type { PanelDevice } from '../panel-device.ts';

/**
 * Calls `onSettled` at the end of each batch with a change, when everything has settled; never within this call.
 * @returns Stop function.
 */
export function watchSnapshot(
  { device, screen, leds, speaker, clock }: PanelDevice,
  onSettled: () => void,
): () => void {
  let alarm: Alarm = null;
  let cancel: (() => void) | null = null;
  let ended = false;
  const changed = (): void => {
    cancel ??= nextMacrotask(() => {
      cancel = null;
      onSettled();
      byTime();
    });
  };
  const byTime = (): void => {
    clock.clearTimeout(alarm);
    // A rolling ball is observed once it rests; what it does before that is reported as events.
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
    cancel?.();
    for (const end of ends) end();
  };
}

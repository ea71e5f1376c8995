// A device that counts its listeners, so that a test knows when one subscribes and when none is left.

import type { PanelDevice } from '../../../sims/panel/panel-device.ts';
import type { DeviceFixture } from './device-fixture.ts';

export interface Listened {
  readonly device: PanelDevice;
  listeners(): number;
  /** Resolves when there are `count` listeners. */
  until(count: number): Promise<void>;
}

export function listenedTo(fixture: DeviceFixture): Listened {
  let listeners = 0;
  const waiting = new Set<() => void>();
  const count =
    <L>(subscribe: (listener: L) => () => void) =>
    (listener: L): (() => void) => {
      const end = subscribe(listener);
      listeners++;
      for (const check of waiting) check();
      let ended = false;
      return () => {
        if (!ended) listeners--;
        ended = true;
        end();
        for (const check of waiting) check();
      };
    };
  return {
    device: {
      ...fixture,
      device: { ...fixture.device, onChange: count(fixture.device.onChange) },
      screen: { ...fixture.screen, onChange: count(fixture.screen.onChange) },
      leds: { ...fixture.leds, onChange: count(fixture.leds.onChange) },
      speaker: { ...fixture.speaker, onPlay: count(fixture.speaker.onPlay) },
      log: { ...fixture.log, onLine: count(fixture.log.onLine) },
      onStrike: count(fixture.onStrike),
    },
    listeners: () => listeners,
    until: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (listeners !== wanted) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

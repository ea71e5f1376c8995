// The bridges from ports to actors: each turns a port into the logic of one slot of the device machine.

import { fromCallback, fromPromise } from 'xstate';
import type { Flash } from '../hal/flash/flash.ts';
import type { Alarm, Clock } from '../hal/clock/clock.ts';
import type { Images } from '../hal/images/images.ts';
import type { Key, Keys } from '../hal/keys/keys.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Link } from '../hal/link/link.ts';
import type { Random } from '../hal/random/random.ts';
import type { Sensor } from '../hal/sensor/sensor.ts';
import type { Speaker } from '../hal/speaker/speaker.ts';
import { loadFacts } from './facts/storage.ts';
import type { FeedbackEvent } from './machines/device-state.ts';
import { seatColor } from './ui/theme.ts';
import type { Region } from './ui/page.ts';

/** What the device remembers, and which firmware it is: the board decides that first. */
export const readFactsFrom = (flash: Flash, images: Images, random: Random, clock: Pick<Clock, 'unix_s'>) =>
  fromPromise(async () => {
    const image = await images.running();
    return { ...(await loadFacts(flash, random, Math.floor(clock.unix_s()))), image };
  });

export const sensorFrom = (sensor: Sensor) =>
  fromCallback(({ sendBack }) => {
    sensor.start({
      strike: (strike) => sendBack({ type: 'sensor.strike', strike }),
      status: (status) => sendBack({ type: 'sensor.status', status }),
    });
  });

/** Tells whether this device is on a network: at once, and at each change. */
export const networkFrom = (link: Link) =>
  fromCallback(({ sendBack }) => {
    const tell = (joined: boolean): void => sendBack({ type: 'network.changed', joined });
    tell(link.joined());
    return link.onChange(tell);
  });

const REPEAT_AFTER_MS = 450;
const REPEAT_EVERY_MS = 110;
const REPEATING: readonly Key[] = ['up', 'down', 'left', 'right'];

/** Keys become `key.up` …; an arrow that is held repeats. A touch becomes the key of the region that it hits. A text goes on as it is. */
export const keysFrom = (keys: Keys, clock: Clock, regionAt: (x: number, y: number) => Region | undefined) =>
  fromCallback(({ sendBack }) => {
    const repeats = new Map<Key, Alarm>();
    const press = (key: Key, again_ms: number): void => {
      sendBack({ type: `key.${key}` });
      if (REPEATING.includes(key))
        repeats.set(
          key,
          clock.setTimeout(() => press(key, REPEAT_EVERY_MS), again_ms),
        );
    };
    keys.start({
      key(key, action) {
        clock.clearTimeout(repeats.get(key));
        repeats.delete(key);
        if (action === 'press') press(key, REPEAT_AFTER_MS);
      },
      touch(x, y) {
        const region = regionAt(x, y);
        if (region?.row === null) sendBack({ type: `key.${region.key}` });
        else if (region) sendBack({ type: 'touch.row', focus: region.row, key: region.key });
      },
      text: (text) => sendBack({ type: 'text.typed', text }),
    });
    return () => {
      keys.stop();
      for (const alarm of repeats.values()) clock.clearTimeout(alarm);
    };
  });

export const feedbackFrom = (speaker: Speaker, leds: Leds) =>
  fromCallback<FeedbackEvent>(({ receive }) => {
    receive((event) => {
      if (event.type === 'feedback.sound') speaker.play(event.sound, event.volume_percent);
      else if (event.type === 'feedback.light')
        leds.flash(event.seat % leds.count, seatColor(event.seat), event.light_ms);
      else for (let led = 0; led < leds.count; led++) leds.flash(led, seatColor(led), event.light_ms);
    });
  });

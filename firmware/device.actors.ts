// Adapters from ports to actors: each one fills a slot of the device machine.

import { fromCallback, fromPromise } from 'xstate';
import type { Flash } from '../hal/flash/flash.ts';
import type { Alarm, Clock } from '../hal/clock/clock.ts';
import type { Images } from '../hal/images/images.ts';
import type { Key, KeyInput, Keys } from '../hal/keys/keys.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Link } from '../hal/link/link.ts';
import type { Random } from '../hal/random/random.ts';
import type { Sensor } from '../hal/sensor/sensor.ts';
import type { Speaker } from '../hal/speaker/speaker.ts';
import type { WebPage } from '../hal/web-page/web-page.ts';
import type { Wifi } from '../hal/wifi/wifi.ts';
import type { KeepPutt } from './play/kept-putt.ts';
import { requestReset, resetIfRequested } from './persisted/reset.ts';
import { loadPersisted } from './persisted/storage.ts';
import type { FeedbackEvent, RenewEvent, ResetEvent } from './machines/device-state.ts';
import type { TypingEvent } from './pages/page-entry.ts';
import { seatColor } from './ui/theme.ts';
import type { Region } from './ui/page.ts';

interface PersistedPorts {
  readonly flash: Flash;
  readonly images: Images;
  readonly random: Random;
  readonly clock: Clock;
  readonly wifi: Wifi | null;
  readonly web_page: WebPage | null;
  readonly report: (sentence: string) => void;
}

/** Reads the running image, then the persisted state, and reports damage in either. */
export const readPersistedFrom = ({ flash, images, random, clock, report, wifi, web_page }: PersistedPorts) =>
  fromPromise(async () => {
    await resetIfRequested({ flash, random, wifi, web_page, clock });
    const image = await images.running();
    if (image.damage !== undefined) report(image.damage);
    const loaded = await loadPersisted(flash, random, Math.floor(clock.unix_s()));
    for (const note of loaded.notes) report(note);
    return { ...loaded, image };
  });

export const sensorFrom = (sensor: Sensor) =>
  fromCallback(({ sendBack }) => {
    sensor.start({
      strike: (strike) => sendBack({ type: 'sensor.strike', strike }),
      status: (status) => sendBack({ type: 'sensor.status', status }),
    });
  });

/** Reports whether the device is on a network, immediately and on each change. */
export const networkFrom = (link: Link) =>
  fromCallback(({ sendBack }) => {
    const report = (joined: boolean): void => sendBack({ type: 'network.changed', joined });
    report(link.joined());
    return link.onChange(report);
  });

/** Reports the address of the device's web page, immediately and on each change, and the forms sent on it. */
export const webPageFrom = (web_page: WebPage | null) =>
  fromCallback<RenewEvent>(({ sendBack, receive }) => {
    if (!web_page) return;
    receive(() => void web_page.renew());
    const report = (address: string | null): void => sendBack({ type: 'web_page.changed', address });
    report(web_page.address());
    const ends = [
      web_page.onChange(report),
      web_page.onForm((form) => {
        sendBack({ type: 'device.change', change: { kind: 'set_up', form } });
        sendBack(form.network ? { type: 'wifi.join', ...form.network } : { type: 'set_up.finished' });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  });

/** Left presses, before any other key and within this time of the start, that open the page for a factory reset. */
const [RESET_LEFTS, START_MS] = [5, 10_000];
const REPEAT_AFTER_MS = 450;
const REPEAT_EVERY_MS = 110;
const REPEATING: readonly Key[] = ['up', 'down', 'left', 'right'];

/** Returns the secret being typed on the current page; null if none. */
export type SecretNow = () => { readonly chars: number; isTypedBy(event: TypingEvent): boolean } | null;

export interface KeysDeps {
  readonly keys: Keys;
  readonly clock: Clock;
  readonly regionAt: (x: number, y: number) => Region | undefined;
  readonly secret: SecretNow;
}

/**
 * Turns keys into `key.up` …, repeats held arrows, and reports releases as `keys.released`. A touch becomes the key of
 * the region that it hits. Text is passed through.
 */
export const keysFrom = ({ keys, clock, regionAt, secret }: KeysDeps) =>
  fromCallback(({ sendBack }) => {
    const alarms = new Map<Key, Alarm>();
    /** Held keys that were not typed into a secret. */
    const open = new Set<Key>();
    const started_ms = clock.now_ms();
    let lefts = 0;
    /** Whether this press is the last one that opens the page for a factory reset. */
    const isReset = (key: Key): boolean => {
      lefts = key === 'left' && clock.now_ms() - started_ms < START_MS ? lefts + 1 : -Infinity;
      return lefts === RESET_LEFTS;
    };
    const isSecret = (event: TypingEvent): boolean => secret()?.isTypedBy(event) ?? false;
    const press = (key: Key, repeats = false): void => {
      const event = { type: `key.${key}` as const, ...(repeats ? { repeats } : {}) };
      const was_secret = isSecret(event);
      sendBack(event);
      if (!was_secret) open.add(key);
      if (!REPEATING.includes(key)) return;
      const again = (): void => {
        // Stops repeating when the secret state changes: a held key stays recorded or unrecorded.
        if (isSecret(event) === was_secret) press(key, true);
      };
      alarms.set(key, clock.setTimeout(again, repeats ? REPEAT_EVERY_MS : REPEAT_AFTER_MS));
    };
    keys.start({
      key(key, action) {
        clock.clearTimeout(alarms.get(key));
        alarms.delete(key);
        if (action === 'press') {
          press(key);
          if (isReset(key)) sendBack({ type: 'open.reset' });
          return;
        }
        if (open.delete(key) && key !== 'back') sendBack({ type: 'keys.released', key });
      },
      touch(x, y) {
        const event = touched(regionAt(x, y));
        if (event) sendBack(event);
      },
      text: (text) => sendBack({ type: 'text.typed', text }),
      secret() {
        const now = secret();
        if (!now) return null;
        const isTypedBy = (input: KeyInput): boolean => {
          const event = eventOf(input, regionAt);
          return event !== null && now.isTypedBy(event);
        };
        return { chars: now.chars, isTypedBy };
      },
    });
    return () => {
      keys.stop();
      for (const alarm of alarms.values()) clock.clearTimeout(alarm);
    };
  });

function touched(region: Region | undefined): TypingEvent | null {
  if (!region) return null;
  const { row, key } = region;
  if (row === null) return { type: `key.${key}` };
  return key === 'ok' || key === 'left' || key === 'right' ? { type: 'touch.row', focus: row, key } : null;
}

function eventOf(input: KeyInput, regionAt: KeysDeps['regionAt']): TypingEvent | null {
  switch (input[0]) {
    case 'key':
      return { type: `key.${input[1]}` };
    case 'touch':
      return touched(regionAt(input[1], input[2]));
    case 'text':
      return { type: 'text.typed', text: input[1] };
  }
}

export const feedbackFrom = (speaker: Speaker, leds: Leds) =>
  fromCallback<FeedbackEvent>(({ receive }) => {
    receive((event) => {
      if (event.type === 'feedback.sound') speaker.play(event.sound, event.volume_percent);
      else if (event.type === 'feedback.light')
        leds.flash(event.seat % leds.count, seatColor(event.seat), event.light_ms);
      else for (let led = 0; led < leds.count; led++) leds.flash(led, seatColor(led), event.light_ms);
    });
  });

/** Requests a factory reset and restarts the device, which carries it out. */
export const resetFrom = ({ flash, images }: Pick<PersistedPorts, 'flash' | 'images'>) =>
  fromCallback<ResetEvent>(({ receive, sendBack }) => {
    const reset = async ({ keep_putts }: ResetEvent): Promise<void> => {
      const requested = await requestReset(flash, keep_putts);
      if (requested.ok) images.restart();
      else sendBack({ type: 'device.note', text: requested.error.message });
    };
    receive((event) => void reset(event));
  });

/** Adds the time to a putt, and has it kept. */
export const stampFrom = (clock: Clock) =>
  fromCallback<KeepPutt>(({ receive, sendBack }) => {
    receive(({ putt }) => {
      const unix_s = clock.synced() ? Math.floor(clock.unix_s()) : 0;
      sendBack({ type: 'device.change', change: { kind: 'keep_putt', putt, unix_s } });
    });
  });

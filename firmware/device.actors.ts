// The bridges from ports to actors: each turns a port into the logic of one slot of the device machine.

import { fromCallback, fromPromise, type CallbackActorLogic } from 'xstate';
import type { Flash } from '../hal/flash/flash.ts';
import type { Alarm, Clock } from '../hal/clock/clock.ts';
import type { Images } from '../hal/images/images.ts';
import type { Key, Keys } from '../hal/keys/keys.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Link } from '../hal/link/link.ts';
import type { Log } from '../hal/log/log.ts';
import type { Random } from '../hal/random/random.ts';
import type { Sensor } from '../hal/sensor/sensor.ts';
import type { Speaker } from '../hal/speaker/speaker.ts';
import { RECORDS, isSetRecord, type RecordName } from './facts/facts.ts';
import { loadFacts, recordBytes } from './facts/storage.ts';
import type { FeedbackEvent, SaveEvent } from './machines/device.ts';
import { setToPlay, type BeginSet, type BegunSet } from './machines/navigation.ts';
import { seatColor } from './ui/theme.ts';
import type { Region } from './ui/page.ts';

/** What the device remembers, and which firmware it is: the board decides that first. */
export const readFactsFrom = (flash: Flash, images: Images, random: Random) =>
  fromPromise(async () => {
    const image = await images.running();
    return { ...(await loadFacts(flash, random)), image };
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
    return link.on_change(tell);
  });

const REPEAT_AFTER_MS = 450;
const REPEAT_EVERY_MS = 110;
const REPEATING: readonly Key[] = ['up', 'down', 'left', 'right'];

/** Keys become `key.up` …; an arrow that is held repeats. A touch becomes the key of the region that it hits. */
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
    });
    return () => {
      keys.stop();
      for (const alarm of repeats.values()) clock.clearTimeout(alarm);
    };
  });

/** Begins the set that is asked for: draws what it leaves to chance, and notes the time. */
export const beginSetFrom = (clock: Clock, random: Random) =>
  fromPromise<BegunSet, BeginSet>(({ input }) =>
    Promise.resolve(setToPlay(input, random, clock.synced() ? clock.unix_s() : 0)),
  );

const SAVE_AGAIN_MS = 30_000;

export interface Keeper {
  readonly slot: CallbackActorLogic<SaveEvent>;
  /** Resolves when nothing is being written. A device that is switched off politely waits for it. */
  settled(): Promise<void>;
  /** Whether a record as it is now is not in the flash yet, or could not be written. */
  is_due(record: RecordName): boolean;
}

/** Writes records one after the other, always their newest state. What fails stays due: for the next save, or half a minute. */
export function createKeeper(flash: Flash, log: Log, clock: Clock): Keeper {
  const due = new Set<RecordName>();
  let newest: SaveEvent['facts'] | null = null;
  let writing: Promise<void> | null = null;

  /**
   * Writes in the order of RECORDS: a trend before the end of the set that it belongs to, and no such end while the trend can't
   * be written, so that at no moment the result is in neither. Null when all is written, else the first thing that went wrong.
   */
  const writeDue = async (): Promise<string | null> => {
    const failed = new Map<RecordName, string>();
    const mayWrite = (record: RecordName): boolean =>
      due.has(record) && !failed.has(record) && !(failed.has('trends') && isSetRecord(record));
    for (let record = RECORDS.find(mayWrite); record; record = RECORDS.find(mayWrite)) {
      due.delete(record);
      const written = await flash.write(record, recordBytes(newest as SaveEvent['facts'], record));
      if (written.ok) continue;
      due.add(record);
      failed.set(record, written.error.message);
      log.write('warn', 'storage', written.error.message, { record });
    }
    return failed.values().next().value ?? null;
  };

  const slot = fromCallback<SaveEvent>(({ sendBack, receive }) => {
    let again: Alarm = null;
    let stopped = false;
    const save = async (): Promise<void> => {
      const failure = await writeDue();
      writing = null;
      if (failure === null && due.size > 0) return begin();
      if (stopped) return;
      if (failure !== null) again = clock.setTimeout(begin, SAVE_AGAIN_MS);
      sendBack(failure === null ? { type: 'storage.saved' } : { type: 'storage.failed', message: failure });
    };
    const begin = (): void => {
      clock.clearTimeout(again);
      writing ??= save();
    };
    receive(({ facts, records }) => {
      newest = facts;
      for (const record of records) due.add(record);
      if (due.size > 0) begin();
    });
    return () => {
      stopped = true;
      clock.clearTimeout(again);
    };
  });
  const settled = async (): Promise<void> => {
    if (!writing) return;
    await writing;
    await settled();
  };
  return { slot, settled, is_due: (record) => due.has(record) };
}

export const feedbackFrom = (speaker: Speaker, leds: Leds) =>
  fromCallback<FeedbackEvent>(({ receive }) => {
    receive((event) => {
      if (event.type === 'feedback.sound') speaker.play(event.sound, event.volume_percent);
      else leds.flash(event.seat % leds.count, seatColor(event.seat), event.light_ms);
    });
  });

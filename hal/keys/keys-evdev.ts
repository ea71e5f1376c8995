// Real keys, knobs and touch screens on Linux: finds the input devices that are of use, as they come and go, and feeds what is done with them
// to the device's keys.
//
// Facts that shape this file: udev makes a device's file first and gives it its rights a moment later, so one that may not be opened is tried
// again when its file changes, and only one that stays closed for a second is told; a device that is unplugged says ENODEV when it is read, and
// its keys are let go; a file that could not be used is not tried again until it is another one.

import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf, systemCodeOf } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { Log, LogFields } from '../log/log.ts';
import { ioctl, openFile } from '../system/libc.ts';
import {
  ACCESS_HINT,
  describeInput,
  eventNames,
  INPUT_FOLDER,
  type FoundInput,
  type InputFolders,
} from './find-inputs.ts';
import { createHeldKeys } from './held-keys.ts';
import { useInWords } from './input-use.ts';
import { openInput, type InputSetup, type InputSystem, type OpenInput } from './open-input.ts';
import { watchFolder } from './watch-folder.ts';

export interface EvdevKeysOptions extends Omit<InputSetup, 'system'>, InputFolders {
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** Other calls of the system than Linux's own. */
  readonly system?: InputSystem;
  /** How often to look for the folder of the devices where there is none. */
  readonly look_every_ms?: number;
  /** Told when the first touch screen is used, and when the last one is gone. */
  readonly onTouchscreen?: (there: boolean) => void;
}

export interface EvdevKeys {
  /** What is open now. */
  inputs(): readonly FoundInput[];
  /** Lets go of all keys and closes all devices. */
  close(): void;
}

const LINUX: InputSystem = { open: openFile, ioctl };
const TELL_CLOSED_AFTER_MS = 1000;
/** Unplugged between being found and being opened. */
const GONE: readonly string[] = ['ENODEV', 'ENXIO', 'ENOENT'];

export function createEvdevKeys(options: EvdevKeysOptions): EvdevKeys {
  const { map, clock, log, keys, system = LINUX, folder = INPUT_FOLDER } = options;
  const deviceKeys = createHeldKeys(map, keys.key);
  const open = new Map<string, OpenInput>();
  /** By the name of the file, when it was last changed: tried as it is now. */
  const tried = new Map<string, number>();
  const closed = createClosedInputs(clock, log);
  let over = false;
  const lookForTouchscreen = touchscreenNews(open, options.onTouchscreen);

  const forget = (event: string): void => {
    tried.delete(event);
    closed.forget(event);
  };
  const refused = (event: string, found: FoundInput, thrown: unknown): void => {
    const code = systemCodeOf(thrown);
    if (code === 'EACCES' || code === 'EPERM') closed.add(event, found);
    else if (!GONE.includes(code))
      log.write('warn', 'keys', `An input device can't be used: ${messageOf(thrown)}.`, fieldsOf(found));
  };
  const lost = (found: FoundInput): void => {
    if (over) return;
    const event = basename(found.path);
    open.get(event)?.close();
    open.delete(event);
    lookForTouchscreen();
    log.write('info', 'keys', 'An input device is gone.', fieldsOf(found));
    scan();
  };
  const tryToOpen = (event: string): void => {
    const found = describeInput(event, map, options);
    if (!found) return;
    try {
      open.set(
        event,
        openInput(found, { ...options, system }, deviceKeys(), () => lost(found)),
      );
    } catch (thrown) {
      return refused(event, found, thrown);
    }
    closed.forget(event);
    lookForTouchscreen();
    log.write('info', 'keys', `An input device is used: ${useInWords(found.use)}.`, fieldsOf(found));
  };
  const scan = (): void => {
    if (over) return;
    const events = eventNames(folder);
    for (const event of tried.keys()) if (!events.includes(event)) forget(event);
    for (const event of events) {
      const changed_ms = changedAt(`${folder}/${event}`);
      if (open.has(event) || changed_ms === null || tried.get(event) === changed_ms) continue;
      tried.set(event, changed_ms);
      tryToOpen(event);
    }
  };

  const end = watchFolder(folder, scan, options.look_every_ms);
  scan();
  if (open.size === 0) log.write('info', 'keys', 'No input device is used yet: none is there, or none may be opened.');
  return {
    inputs: () => [...open.values()].map(({ found }) => found),
    close() {
      over = true;
      end();
      for (const event of tried.keys()) forget(event);
      for (const input of open.values()) input.close();
      open.clear();
    },
  };
}

/** @returns What looks whether there is a touch screen now, and tells it where it was not so before. */
function touchscreenNews(open: ReadonlyMap<string, OpenInput>, tell: EvdevKeysOptions['onTouchscreen']): () => void {
  let was_there = false;
  return () => {
    const there = [...open.values()].some(({ found }) => found.use.touch !== null);
    if (there !== was_there) tell?.(there);
    was_there = there;
  };
}

interface ClosedInputs {
  add(event: string, found: FoundInput): void;
  forget(event: string): void;
}

/** Devices that may not be opened: told once each, unless it changes soon. */
function createClosedInputs(clock: EvdevKeysOptions['clock'], log: Log): ClosedInputs {
  const alarms = new Map<string, Alarm>();
  return {
    add(event, found) {
      if (alarms.has(event)) return;
      const tell = (): void =>
        log.write('warn', 'keys', `This user may not open an input device: ${ACCESS_HINT}.`, fieldsOf(found));
      alarms.set(event, clock.setTimeout(tell, TELL_CLOSED_AFTER_MS));
    },
    forget(event) {
      clock.clearTimeout(alarms.get(event));
      alarms.delete(event);
    },
  };
}

const fieldsOf = ({ name, path }: FoundInput): LogFields => ({ name, path });

function changedAt(path: string): number | null {
  try {
    return statSync(path).ctimeMs;
  } catch {
    return null;
  }
}

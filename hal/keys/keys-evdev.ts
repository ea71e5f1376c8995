// Real keys, knobs and touch screens on Linux: finds usable input devices as they come and go, and feeds their events
// to the device's keys. Facts that shape this file: udev creates a device file first and sets its permissions slightly
// later, so a file that can't be opened is retried when it changes, and is logged only after one second. Reading an
// unplugged device returns ENODEV; its keys are then released. An unusable file is not retried until it changes.

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
  /** System calls. Default: the Linux system calls. */
  readonly system?: InputSystem;
  /** Interval between checks for a missing device folder. */
  readonly poll_every_ms?: number;
  /** Called when the first touch screen is opened and when the last one is disconnected. */
  readonly onTouchscreen?: (there: boolean) => void;
}

export interface EvdevKeys {
  /** Returns the open devices. */
  inputs(): readonly FoundInput[];
  /** Releases all keys and closes all devices. */
  close(): void;
}

const LINUX: InputSystem = { open: openFile, ioctl };
const WARN_CLOSED_AFTER_MS = 1000;
/** Errors of a device unplugged between discovery and opening. */
const GONE: readonly string[] = ['ENODEV', 'ENXIO', 'ENOENT'];

export function createEvdevKeys(options: EvdevKeysOptions): EvdevKeys {
  const { map, clock, log, keys, system = LINUX, folder = INPUT_FOLDER } = options;
  const deviceKeys = createHeldKeys(map, keys.key);
  const open = new Map<string, OpenInput>();
  /** Last change time of each file that was tried, by file name. */
  const tried = new Map<string, number>();
  const closed = createClosedInputs(clock, log);
  let over = false;
  const checkTouchscreen = touchscreenNews(open, options.onTouchscreen);

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
    checkTouchscreen();
    log.write('info', 'keys', 'An input device was removed.', fieldsOf(found));
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
    checkTouchscreen();
    log.write('info', 'keys', `Using an input device: ${useInWords(found.use)}.`, fieldsOf(found));
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

  const end = watchFolder(folder, scan, options.poll_every_ms);
  scan();
  if (open.size === 0) log.write('info', 'keys', 'No input device yet: none found, or no permission to open one.');
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

/** @returns Function that checks for a touch screen and reports a change. */
function touchscreenNews(open: ReadonlyMap<string, OpenInput>, notify: EvdevKeysOptions['onTouchscreen']): () => void {
  let was_there = false;
  return () => {
    const there = [...open.values()].some(({ found }) => found.use.touch !== null);
    if (there !== was_there) notify?.(there);
    was_there = there;
  };
}

interface ClosedInputs {
  add(event: string, found: FoundInput): void;
  forget(event: string): void;
}

/** Collects devices that the user may not open. Logs each once, unless it changes soon. */
function createClosedInputs(clock: EvdevKeysOptions['clock'], log: Log): ClosedInputs {
  const alarms = new Map<string, Alarm>();
  return {
    add(event, found) {
      if (alarms.has(event)) return;
      const warn = (): void =>
        log.write('warn', 'keys', `No permission to open an input device: ${ACCESS_HINT}.`, fieldsOf(found));
      alarms.set(event, clock.setTimeout(warn, WARN_CLOSED_AFTER_MS));
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

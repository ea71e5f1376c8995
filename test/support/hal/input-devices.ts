// Input devices without a kernel: named pipes replace /dev/input/eventN, files replace /sys, and ioctl answers use the
// byte layout of linux/input.h.

import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  constants,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import koffi from 'koffi';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createEvdevKeys, type EvdevKeys, type EvdevKeysOptions } from '../../../hal/keys/keys-evdev.ts';
import { keyMapOf } from '../../../hal/keys/key-map.ts';
import { createVirtualKeys } from '../../../hal/keys/keys-virtual.ts';
import type { FedKeys } from '../../../hal/keys/open-input.ts';
import type { VirtualTouchscreen } from '../../../hal/keys/touchscreen-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { openFile } from '../../../hal/system/libc.ts';
import { createPoller } from '../../../hal/system/poller.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { valueOf } from '../results.ts';

const mkfifo = koffi.load('libc.so.6').func('int mkfifo(const char *path, unsigned int mode)');

/** Description of an input device; bitmaps as in /sys. */
export interface DeviceDescription {
  readonly name: string;
  readonly key?: string;
  readonly rel?: string;
  readonly abs?: string;
  readonly properties?: string;
  /** Whether this user may open the device. Default: true. */
  readonly open?: boolean;
}

/** Arrows, Enter, Esc: codes 103, 105, 106, 108; 1 and 28. */
export const ARROW_KEYBOARD: DeviceDescription = { name: 'A keyboard', key: '168000000000 10000002' };

type InputTuple = readonly [type: number, code: number, value: number];

interface PluggedDevice {
  readonly path: string;
  /** Sends events (type, code, value) in one write, one second after the previous ones. */
  send(...events: readonly InputTuple[]): void;
  /** Sends events with this kernel time. */
  sendAt(at_ms: number, ...events: readonly InputTuple[]): void;
  /** Removes the device: its file first, then its readers get an error. */
  unplug(): void;
  /** Grants access, as udev does shortly after the file appears. */
  allow(): void;
}

interface InputTable {
  /** Recorded key and touch events and texts. */
  readonly received: readonly string[];
  /** Records a text from the test. */
  record(what: string): void;
  /** Virtual touchscreen; initially of the display's size. */
  readonly touchscreen: VirtualTouchscreen;
  readonly requests: number[];
  /** Kernel answers by ioctl request number; any other request fails with ENOTTY. */
  readonly answers: Map<number, (argument: Buffer) => void>;
  plug(event: string, description: DeviceDescription): PluggedDevice;
  start(options?: Partial<EvdevKeysOptions>): EvdevKeys;
  /** Returns the log lines, with the device name in front of each that has one. */
  lines(): readonly string[];
  /** Resolves when the condition holds; checks it after each recorded event and log line. */
  until(holds: () => boolean): Promise<void>;
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly folder: string;
}

export async function inputTable(t: ExecutionContext): Promise<InputTable> {
  const root = await temporaryFolder(t);
  const [folder, sys_folder] = [join(root, 'input'), join(root, 'sys')];
  const clock = createVirtualClock();
  const log = createMemoryLog(clock);
  const keys = createVirtualKeys(true);
  const touchscreen = assertDefined(keys.touchscreen, 'touch screen');
  touchscreen.place([480, 0, 0, 0, 320, 0]);
  const fed: FedKeys = { ...keys, contact: touchscreen.contact };
  const poller = createPoller();
  t.teardown(() => poller.close());
  const received: string[] = [];
  const waiting = new Set<() => void>();
  const checkAll = (): void => waiting.forEach((each) => each());
  const record = (what: string): void => (received.push(what), checkAll());
  keys.start({ key: (key, action) => record(`${key} ${action}`), touch: (x, y) => record(`${x},${y}`), text: record });
  log.onLine(checkAll);
  const answers = new Map<number, (argument: Buffer) => void>();
  const requests: number[] = [];

  const system: EvdevKeysOptions['system'] = {
    open(path, flags) {
      if ((statSync(path).mode & 0o400) === 0)
        throw Object.assign(new Error('EACCES: open failed'), { code: 'EACCES' });
      return openFile(path, flags);
    },
    ioctl(_, request, argument) {
      requests.push(request);
      const answer = answers.get(request);
      if (!answer || !argument) throw Object.assign(new Error('ENOTTY: ioctl failed'), { code: 'ENOTTY' });
      answer(Buffer.from(argument.buffer, argument.byteOffset, argument.length));
      return 0;
    },
  };
  return {
    received,
    record,
    touchscreen,
    requests,
    answers,
    clock,
    folder,
    plug: (event, description) => plugIn(t, folder, sys_folder, event, description),
    start(options = {}) {
      const map = valueOf(t, keyMapOf());
      const usual: EvdevKeysOptions = {
        keys: fed,
        map,
        poller,
        clock,
        log,
        grab: false,
        folder,
        sys_folder,
        system,
      };
      const evdev = createEvdevKeys({ ...usual, ...options });
      t.teardown(() => evdev.close());
      return evdev;
    },
    lines: () => log.lines().map(({ text, fields }) => [fields['name'], text].filter(Boolean).join(': ')),
    until: (holds) =>
      new Promise((resolve) => {
        // A folder watcher does not keep the process alive.
        const alive = setInterval(() => {}, 1000);
        const check = (): void => {
          if (!holds()) return;
          clearInterval(alive);
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

function plugIn(
  t: ExecutionContext,
  folder: string,
  sys_folder: string,
  event: string,
  description: DeviceDescription,
): PluggedDevice {
  const device_folder = join(sys_folder, event, 'device');
  mkdirSync(join(device_folder, 'capabilities'), { recursive: true });
  writeFileSync(join(device_folder, 'name'), `${description.name}\n`);
  writeFileSync(join(device_folder, 'phys'), 'gpio-keys/input0\n');
  writeFileSync(join(device_folder, 'properties'), `${description.properties ?? '0'}\n`);
  for (const kind of ['key', 'rel', 'abs'] as const)
    writeFileSync(join(device_folder, 'capabilities', kind), `${description[kind] ?? '0'}\n`);

  const path = join(folder, event);
  mkdirSync(folder, { recursive: true });
  t.is(mkfifo(path, description.open === false ? 0o000 : 0o600), 0);
  let end: number | null = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const unplug = (): void => {
    if (end === null) return;
    rmSync(path, { force: true });
    closeSync(end);
    end = null;
  };
  t.teardown(unplug);
  let newest_ms = 1_700_000_000_000;
  const sendAt: PluggedDevice['sendAt'] = (at_ms, ...events) => {
    newest_ms = at_ms;
    if (end !== null) writeSync(end, Buffer.concat(events.map((event) => eventBytes(event, at_ms))));
  };
  return {
    path,
    unplug,
    send: (...events) => sendAt(newest_ms + 1000, ...events),
    sendAt,
    allow: () => chmodSync(path, 0o600),
  };
}

/** struct input_event. */
function eventBytes([type, code, value]: InputTuple, at_ms: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64LE(BigInt(Math.floor(at_ms / 1000)), 0);
  bytes.writeBigUInt64LE(BigInt(at_ms % 1000) * 1000n, 8);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}

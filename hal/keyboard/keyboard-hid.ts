// USB keyboard that this machine presents to a PC: the kernel's HID gadget, /dev/hidgN, which takes 8-byte boot reports
// (modifiers, 0, six usages).
// Facts that shape this file: a gadget returns EAGAIN while the PC has not fetched the last report, and would block
// forever without O_NONBLOCK; without a PC it returns ESHUTDOWN. The shortest tap that a simulator detects is not
// documented; a program that polls its keys once per frame detects one of 40 ms.

import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';
import type { KeyTap } from '../../wire/simulator-keys.ts';
import type { Clock } from '../clock/clock.ts';
import { assertKey, type Keyboard } from './keyboard.ts';

export interface HidKeyboard extends Keyboard {
  /** Closes the gadget after the pending taps; a later tap opens it again. */
  close(): Promise<void>;
}

const HOLD_MS = 40;
const GAP_MS = 40;
/** Timeout for a report; an awake PC fetches it within 10 ms. */
const FETCH_MS_MAX = 500;
const RETRY_EVERY_MS = 5;
const RELEASED = new Uint8Array(8);

export function createHidKeyboard({ path, clock }: { readonly path: string; readonly clock: Clock }): HidKeyboard {
  const gadget = createGadget(path, clock);
  const waiting: { readonly key: KeyTap; done(result: Result<void>): void }[] = [];
  let working: Promise<void> | null = null;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));

  const tapNow = async ({ usage, modifiers }: KeyTap): Promise<Result<void>> => {
    const pressed = await gadget.report(Uint8Array.of(modifiers, 0, usage, 0, 0, 0, 0, 0));
    if (!pressed.ok) return pressed;
    await wait(HOLD_MS);
    return gadget.report(RELEASED);
  };

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await tapNow(next.key);
      next.done(result);
      if (!result.ok) for (const { done } of waiting.splice(0)) done(result);
      await wait(GAP_MS);
    }
    working = null;
  };

  return {
    tap(key) {
      assertKey(key);
      return new Promise((done) => {
        waiting.push({ key, done });
        working ??= work();
      });
    },
    async close() {
      await working;
      await gadget.close();
    },
  };
}

interface Gadget {
  /** Sends one report, preceded by a release if a failure may have left a key down. Opens the gadget if necessary. */
  report(bytes: Uint8Array): Promise<Result<void>>;
  close(): Promise<void>;
}

function createGadget(path: string, clock: Clock): Gadget {
  let file: FileHandle | null = null;
  let may_be_down = false;

  const put = async (bytes: Uint8Array): Promise<void> => {
    const give_up_ms = clock.now_ms() + FETCH_MS_MAX;
    for (;;) {
      try {
        // No O_CREAT: a missing gadget must not create a file.
        file ??= await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
        await file.write(bytes, 0, bytes.length);
        return;
      } catch (thrown) {
        if (systemCodeOf(thrown) !== 'EAGAIN' || clock.now_ms() >= give_up_ms) throw thrown;
      }
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, RETRY_EVERY_MS));
    }
  };

  const close = async (): Promise<void> => {
    const closing = file;
    file = null;
    await closing?.close().catch(() => {}); // closing a removed gadget may fail
  };

  return {
    async report(bytes) {
      try {
        if (may_be_down) await put(RELEASED);
        may_be_down = false;
        await put(bytes);
        return ok(undefined);
      } catch (thrown) {
        may_be_down = true;
        await close();
        return writingError(path, thrown);
      }
    },
    close,
  };
}

const NO_COMPUTER: readonly string[] = ['EAGAIN', 'ESHUTDOWN', 'ENXIO', 'EPIPE'];

function writingError(path: string, thrown: unknown): Result<never> {
  const code = systemCodeOf(thrown);
  if (code === 'ENOENT' || code === 'ENODEV') return fail('keyboard_not_found', `No USB keyboard gadget at ${path}.`);
  if (NO_COMPUTER.includes(code))
    return fail(
      'keyboard_no_computer',
      `No computer reads keys from ${path}: connect the USB cable and wake the computer.`,
    );
  if (code === 'EACCES') return fail('keyboard_failed', `No permission to write to ${path}.`);
  return fail('keyboard_failed', `${path} rejects key reports: ${messageOf(thrown)}.`);
}

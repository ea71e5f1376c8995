// Repeats a check until it succeeds, and runs it again at intervals and on request.

import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../wire/errors.ts';

export interface Looking {
  /** Requests a check; if one is running, another one follows. */
  look(): void;
  /** Records that the target is unavailable. */
  lost(sentence: string): void;
  close(): void;
}

export interface LookingOptions {
  /** Resolves to false if the target is incomplete and must be checked again. Rejects if it is unavailable. */
  readonly checkOnce: () => Promise<boolean>;
  readonly onChecked: () => void;
  readonly onState: (state: 'lost' | 'there', sentence: string) => void;
}

/** Delay between two checks after an incomplete one. */
const AGAIN_MS = 250;
/** Interval of the regular checks: a target may disappear without notice. */
const CHECK_INTERVAL_MS = 5000;

/** Starts the checks; the target counts as available at first. */
export function startLooking({ checkOnce, onChecked, onState }: LookingOptions): Looking {
  const closing = new AbortController();
  let [there, in_progress, again] = [true, false, false];
  const lost = (sentence: string): void => {
    if (there && !closing.signal.aborted) onState('lost', sentence);
    there = false;
  };
  const checkNow = async (): Promise<void> => {
    again = false;
    let all = false;
    try {
      all = await checkOnce();
      if (all && !there && !closing.signal.aborted) {
        there = true;
        onState('there', 'All servers are reachable.');
      }
    } catch (thrown) {
      lost(messageOf(thrown).replace(/\.$/, ''));
    }
    if (!closing.signal.aborted) onChecked();
    again ||= !all;
  };
  const checkUntilAvailable = async (): Promise<void> => {
    for (;;) {
      await checkNow();
      if (!again || closing.signal.aborted) break;
      await sleep(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) break;
    }
    in_progress = false;
  };
  const look = (): void => {
    again = true;
    if (in_progress || closing.signal.aborted) return;
    in_progress = true;
    void checkUntilAvailable();
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  return {
    look,
    lost,
    close() {
      closing.abort();
      clearInterval(timer);
    },
  };
}

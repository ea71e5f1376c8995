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
  readonly lookOnce: () => Promise<boolean>;
  readonly onLooked: () => void;
  readonly onState: (state: 'lost' | 'there', sentence: string) => void;
}

/** Delay between two checks after an incomplete one. */
const AGAIN_MS = 250;
/** Interval of the regular checks: a target may disappear without notice. */
const LOOK_MS = 5000;

/** Starts the checks; the target counts as available at first. */
export function startLooking({ lookOnce, onLooked, onState }: LookingOptions): Looking {
  const closing = new AbortController();
  let [there, under_way, again] = [true, false, false];
  const lost = (sentence: string): void => {
    if (there && !closing.signal.aborted) onState('lost', sentence);
    there = false;
  };
  const lookNow = async (): Promise<void> => {
    again = false;
    let all = false;
    try {
      all = await lookOnce();
      if (all && !there && !closing.signal.aborted) {
        there = true;
        onState('there', 'All servers are reachable.');
      }
    } catch (thrown) {
      lost(messageOf(thrown).replace(/\.$/, ''));
    }
    if (!closing.signal.aborted) onLooked();
    again ||= !all;
  };
  const lookUntilThere = async (): Promise<void> => {
    for (;;) {
      await lookNow();
      if (!again || closing.signal.aborted) break;
      await sleep(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) break;
    }
    under_way = false;
  };
  const look = (): void => {
    again = true;
    if (under_way || closing.signal.aborted) return;
    under_way = true;
    void lookUntilThere();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    look,
    lost,
    close() {
      closing.abort();
      clearInterval(timer);
    },
  };
}

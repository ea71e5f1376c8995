// Looks for something until it is there, and whenever somebody says that it may not be any more.

import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../wire/errors.ts';

export interface Looking {
  /** Has it looked for, once more where that goes on already. */
  look(): void;
  /** It is not there, as far as is known. */
  lost(sentence: string): void;
  close(): void;
}

export interface LookingOptions {
  /** False: it is not all as it should be, and is to be looked for again. Rejects where it is not there. */
  readonly lookOnce: () => Promise<boolean>;
  readonly onLooked: () => void;
  readonly onState: (state: 'lost' | 'there', sentence: string) => void;
}

/** Between two looks, where one was not enough. */
const AGAIN_MS = 250;
/** It is looked for now and then anyway: it may have gone without a word. */
const LOOK_MS = 5000;

/** It is there. */
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
        onState('there', 'All are there.');
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

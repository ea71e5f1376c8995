// A recording that was changed may make the device that is played from it fail at any moment, also where nothing waits for it.

import { printMessage } from '../process/process.ts';

/** While `play` runs, what fails behind a promise or a timer ends the process with a sentence and exit code 2. */
export async function whilePlayed<T>(path: string, play: () => Promise<T>): Promise<T> {
  const end = (): never => {
    printMessage(`${path} can't be played: it has been changed, or is damaged.`);
    process.exit(2);
  };
  process.on('uncaughtException', end);
  try {
    return await play();
  } finally {
    process.off('uncaughtException', end);
  }
}

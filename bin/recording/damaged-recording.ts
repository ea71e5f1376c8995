// Guards against modified recordings, which can make the replayed device fail at any time, even where no caller awaits
// the failure.

import { printMessage } from '../process/process.ts';

/**
 * Runs `play`. An uncaught error in a promise or timer while it runs ends the process with a message and exit code 2.
 */
export async function whilePlayed<T>(path: string, play: () => Promise<T>): Promise<T> {
  const end = (): never => {
    printMessage(`${path} can't be played: it is modified or damaged.`);
    process.exit(2);
  };
  process.on('uncaughtException', end);
  try {
    return await play();
  } finally {
    process.off('uncaughtException', end);
  }
}

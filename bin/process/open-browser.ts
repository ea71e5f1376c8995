// Opens a URL in the default browser, or in the one that BROWSER names.

import { spawn } from 'node:child_process';
import { printMessage } from './process.ts';

/** Program of each system that opens a URL. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

/** Resolves if no browser opens, and never resolves if one does. */
export function openBrowser(address: string): Promise<void> {
  const program = process.env['BROWSER'] || (OPENERS[process.platform] ?? 'xdg-open');
  const opener = spawn(program, [address], { stdio: 'ignore', detached: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  opener.on('error', () => {
    printMessage(`Can't open a browser: ${program} not found.`);
    resolve();
  });
  opener.on('exit', (code) => code !== 0 && resolve());
  opener.unref();
  return promise;
}

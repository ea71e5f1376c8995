// Opens an address in the browser of this machine, or in the one that BROWSER names.

import { spawn } from 'node:child_process';
import { printMessage } from './process.ts';

/** The program of each system that opens an address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

export function openBrowser(address: string): void {
  const program = process.env['BROWSER'] || (OPENERS[process.platform] ?? 'xdg-open');
  const opener = spawn(program, [address], { stdio: 'ignore', detached: true });
  opener.on('error', () => printMessage(`No browser opens: there is no program ${program}.`));
  opener.unref();
}

// Lets one device host and the page's other devices join it by its code, by pressing the keys that players would press.

import type { ConnectedDevice } from '../connection/connect-device.ts';
import { isOff } from '../connection/panel.ts';

type Seat = Pick<ConnectedDevice, 'store' | 'keys' | 'type'>;

const TIMEOUT_MS = 8000;
const BACKS_MAX = 8;
const CODE = /^Code: ([0-9A-Z]{6})$/;

/** Seats all devices. @returns Null if all are seated, otherwise a sentence that names what failed. */
export async function joinAll(host: Seat, guests: readonly Seat[]): Promise<string | null> {
  if (isOff(host.store.get())) return `${nameOf(host)} is off: it can't host a session.`;
  const code = await hostedCode(host);
  if (code === null) return `${nameOf(host)} could not host a session.`;
  const problems: string[] = [];
  // Guests join one after another, as players would. A guest that fails does not affect the remaining guests.
  for (const guest of guests) {
    if (isOff(guest.store.get())) problems.push(`${nameOf(guest)} is off.`);
    else if (!(await joined(guest, code))) problems.push(`${nameOf(guest)} could not join ${code}.`);
  }
  return problems.length === 0 ? null : problems.join(' ');
}

const nameOf = ({ store }: Seat): string => store.get().hello?.device.name ?? 'A device';

async function hostedCode(host: Seat): Promise<string | null> {
  if (!(await together(host))) return null;
  const shown = await waitForLine(host, /^(> )?Host a session$|^Code: [0-9A-Z]{6}$/);
  if (shown === null || (!CODE.test(shown) && !(await choose(host, 'Host a session')))) return null;
  const [, code] = CODE.exec((await waitForLine(host, CODE)) ?? '') ?? [];
  return code ?? null;
}

async function joined(guest: Seat, code: string): Promise<boolean> {
  if (!(await together(guest))) return false;
  const shown = await waitForLine(guest, /^(> )?Join with a code$|^Code: [0-9A-Z]{6}$/);
  if (shown === `Code: ${code}`) return true;
  if (!(await choose(guest, 'Join with a code'))) return false;
  if ((await until(guest, (lines) => (lines[0] === 'Play together' ? null : 'another page'))) === null) return false;
  guest.type(code);
  return (await waitForLine(guest, new RegExp(`^Code: ${code}$`))) !== null;
}

/** Returns to the menu, and opens the sessions page from there. */
async function together(seat: Seat): Promise<boolean> {
  for (let backs = 0; backs < BACKS_MAX && !linesOf(seat)[0]?.startsWith('tapin'); backs++) {
    const before = linesOf(seat);
    seat.keys.tap('back');
    if ((await until(seat, (lines) => (lines === before ? null : 'another screen'))) === null) return false;
  }
  return choose(seat, 'Play together');
}

async function choose(seat: Seat, row: string): Promise<boolean> {
  const lines = linesOf(seat);
  const moves =
    lines.findIndex((line) => line.replace(/^> /, '') === row) - lines.findIndex((line) => line.startsWith('> '));
  for (let move = 0; move < Math.abs(moves); move++) seat.keys.tap(moves > 0 ? 'down' : 'up');
  if ((await until(seat, (now) => now.find((line) => line === `> ${row}`) ?? null)) === null) return false;
  seat.keys.tap('ok');
  return true;
}

const linesOf = ({ store }: Seat): readonly string[] => store.get().lines;

const waitForLine = (seat: Seat, line: RegExp): Promise<string | null> =>
  until(seat, (lines) => lines.find((each) => line.test(each)) ?? null);

/** Resolves with what `find` finds on the screen; null if it finds nothing within a few seconds. */
function until({ store }: Seat, find: (lines: readonly string[]) => string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (found: string | null): void => {
      clearTimeout(late);
      unsubscribe();
      resolve(found);
    };
    const check = (): void => {
      const found = find(store.get().lines);
      if (found !== null) end(found);
    };
    const late = setTimeout(() => end(null), TIMEOUT_MS);
    const unsubscribe = store.subscribe(check);
    check();
  });
}

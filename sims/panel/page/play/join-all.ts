// Lets one device host and the page's other devices join it by its code, by pressing the keys that players would press.

import type { ConnectedDevice } from '../connection/connect-device.ts';
import { isOff } from '../connection/panel.ts';

type Seat = Pick<ConnectedDevice, 'store' | 'keys' | 'type'>;

const TIMEOUT_MS = 8000;
/** Keys to reach a page or a row; a key that the player has just pressed may still lead elsewhere. */
const KEYS_MAX = 40;
/** Row of the menu that opens the sessions page, and the titles that the page has. */
const TOGETHER = 'Play together';
const TITLES: readonly (string | undefined)[] = [TOGETHER, 'Hosting a session', 'In a session'];
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
  if (!(await opened(host))) return null;
  const shown = await waitForLine(host, /^(> )?Host a session$|^Code: [0-9A-Z]{6}$/);
  if (shown === null || (!CODE.test(shown) && !(await choose(host, 'Host a session')))) return null;
  const [, code] = CODE.exec((await waitForLine(host, CODE)) ?? '') ?? [];
  return code ?? null;
}

async function joined(guest: Seat, code: string): Promise<boolean> {
  if (!(await opened(guest))) return false;
  const shown = await waitForLine(guest, /^(> )?Join with a code$|^Code: [0-9A-Z]{6}$/);
  if (shown === `Code: ${code}`) return true;
  if (!(await choose(guest, 'Join with a code')) || !(await until(guest, (lines) => lines[0] !== TOGETHER)))
    return false;
  guest.type(code);
  return (await waitForLine(guest, new RegExp(`^Code: ${code}$`))) !== null;
}

/** Opens the sessions page from any page: back to the menu, and on from there. */
async function opened(seat: Seat): Promise<boolean> {
  for (let key = 0; key < KEYS_MAX && !isOpen(seat); key++) {
    const before = linesOf(seat);
    const moved = isMenu(before) ? await step(seat, TOGETHER) : await tap(seat, 'back', before);
    if (!moved) return false;
  }
  return isOpen(seat);
}

/** Moves to a row of the current page, one key at a time, and chooses it. */
async function choose(seat: Seat, row: string): Promise<boolean> {
  for (let key = 0; key < KEYS_MAX; key++) {
    const chosen = linesOf(seat).includes(`> ${row}`);
    if (!(await step(seat, row))) return false;
    if (chosen) return true;
  }
  return false;
}

/** Presses one key on the way to a row, or OK on it. Returns whether the screen has answered. */
async function step(seat: Seat, row: string): Promise<boolean> {
  const lines = linesOf(seat);
  if (lines.includes(`> ${row}`)) {
    seat.keys.tap('ok');
    return until(seat, (now) => !now.includes(`> ${row}`));
  }
  const at = lines.indexOf(row);
  return at >= 0 && tap(seat, at < focusOf(lines) ? 'up' : 'down', lines);
}

/** Presses a key. Returns whether the page or its focus has changed. */
function tap(seat: Seat, key: 'up' | 'down' | 'back', before: readonly string[]): Promise<boolean> {
  seat.keys.tap(key);
  return until(seat, (lines) => lines[0] !== before[0] || focusOf(lines) !== focusOf(before));
}

const isOpen = (seat: Seat): boolean => TITLES.includes(linesOf(seat)[0]);

const isMenu = ([title]: readonly string[]): boolean => title?.startsWith('tapin') ?? false;

const focusOf = (lines: readonly string[]): number => lines.findIndex((line) => line.startsWith('> '));

const linesOf = ({ store }: Seat): readonly string[] => store.get().lines;

const waitForLine = async (seat: Seat, line: RegExp): Promise<string | null> => {
  await until(seat, (lines) => lines.some((each) => line.test(each)));
  return linesOf(seat).find((each) => line.test(each)) ?? null;
};

/** Waits until the screen is as wanted, at most `TIMEOUT_MS`. Returns whether it is. */
function until({ store }: Seat, isWanted: (lines: readonly string[]) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (wanted: boolean): void => {
      clearTimeout(late);
      unsubscribe();
      resolve(wanted);
    };
    const check = (): void => {
      if (isWanted(store.get().lines)) end(true);
    };
    const late = setTimeout(() => end(false), TIMEOUT_MS);
    const unsubscribe = store.subscribe(check);
    check();
  });
}

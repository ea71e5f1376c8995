// Actions of a simulated player: reads the screen and picks a plausible action with keys or putter.

import { readCode } from '../../../wire/crockford.ts';
import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { CODE_KEYS, KEY_COLUMNS } from '../../../firmware/pages/together/code-entry.ts';
import type { SimDevice } from '../sim-device.ts';
import { follow } from './follow.ts';
import { answerEnd, tryReturnToRound, visitOtherPages } from './other-pages.ts';
import { strike } from './strike.ts';
import { pageOf, roleOf, toMenu, type Person } from './person.ts';

/** Performs one action; skips it if it is not possible now. */
export function act(person: Person): void {
  const { device, random } = person;
  if (!device.parts() || pageOf(person) === '') return;
  if (answerEnd(person)) return;
  if (roleOf(person) === 'off') return person.hosts ? host(person) : join(person);
  const page = pageOf(person);
  if (page === 'simulator' || page === 'sharing') return onSimulator(person);
  if (visitOtherPages(person)) return;
  const dice = random.float();
  if (dice < 0.75) return play(person);
  if (dice < 0.8) return device.press((['left', 'right', 'up', 'down'] as const)[random.int(4)] ?? 'left');
  if (person.hosts) return hostAction(person, random.float());
  guestAction(person, random.float());
}

function host({ device, ...person }: Person): void {
  if (toMenu({ device, ...person }) && device.choose('Play together')) device.choose('Host a session');
}

function join(person: Person): void {
  const code = person.code();
  if (code === null || !toMenu(person) || !person.device.choose('Play together')) return;
  if (!person.device.choose('Join with a code')) return;
  type(person.device, person.random.float() < 0.05 ? '000000' : code);
}

function type(device: SimDevice, code: string): void {
  let at = 0;
  for (const symbol of readCode(code, HOST_CODE_SYMBOLS) ?? '') {
    const to = CODE_KEYS.indexOf(symbol);
    const [rows, columns] = [
      Math.floor(to / KEY_COLUMNS) - Math.floor(at / KEY_COLUMNS),
      (to % KEY_COLUMNS) - (at % KEY_COLUMNS),
    ];
    for (let i = 0; i < Math.abs(rows); i++) device.press(rows > 0 ? 'down' : 'up');
    for (let i = 0; i < Math.abs(columns); i++) device.press(columns > 0 ? 'right' : 'left');
    device.press('ok');
    at = to;
  }
}

/** Putts if a putt is due; otherwise a host may start a round. */
function play(person: Person): void {
  const { device, random } = person;
  const page = pageOf(person);
  if (page === 'course' || page === 'visit' || page === 'playing') {
    const mps = device.parts()?.wanted_speed_mps() ?? null;
    if (mps !== null || random.float() < 0.05)
      return strike(person, mps ?? 1.5, device.parts()?.wanted_face_deg() ?? 0);
    if (person.hosts) device.press('ok');
    return;
  }
  if (tryReturnToRound(person)) return;
  if (person.hosts) return startRound(person);
  if (random.float() < 0.3) follow(person);
}

/** A host on a simulator mostly putts; its guests use all the controls. */
function onSimulator(person: Person): void {
  const { device, random, hosts } = person;
  const dice = random.float();
  if (dice < 0.3) return strike(person, 1.5);
  if (hosts) return dice < 0.92 ? undefined : hostAction(person, random.float());
  if (dice > 0.97) return guestAction(person, random.float());
  const what = random.int(7);
  if (what > 2) return void device.choose(REQUEST_ROWS[what - 3] ?? '');
  if (what === 2 && device.choose('Full swing')) return device.press(random.float() < 0.5 ? 'right' : 'ok');
  device.choose('Aim');
  for (let taps = random.int(6); taps >= 0; taps--) device.press(what === 0 ? 'left' : 'right');
}

const REQUEST_ROWS = ['Repeat aim and shot', 'Repeat the aim', 'Reset the aim', 'Mulligan'] as const;

function startRound(person: Person): void {
  const { device, random } = person;
  if (!toMenu(person)) return;
  if (person.simulator > 0 && random.float() < person.simulator) {
    if (device.choose(random.float() < 0.7 ? 'Simulator' : 'Simulator connector')) device.choose('Play');
    return;
  }
  const game =
    random.float() < 0.15 ? 'Close-in putting' : (['Stroke play', 'Match play', 'Skins'][random.int(3)] ?? 'Skins');
  if (device.choose(game)) device.press('ok');
}

function hostAction(person: Person, dice: number): void {
  const { device } = person;
  if (dice < 0.4) return startRound(person);
  if (!toMenu(person)) return;
  if (dice > 0.85 && device.choose('Settings')) return device.press('right');
  if (!device.choose('Play together')) return;
  if (dice < 0.65) renew(person, 'New code, keep');
  else if (dice < 0.75) renew(person, 'New code, remove');
  else if (dice < 0.85) device.choose('Stop hosting');
}

function renew({ device }: Person, row: string): void {
  if (device.choose('New code')) device.choose(row);
}

function guestAction(person: Person, dice: number): void {
  const { device } = person;
  if (dice < 0.25) return device.press('back');
  if (dice < 0.5) return follow(person);
  if (!toMenu(person)) return;
  if (dice < 0.65 && device.choose('Settings')) return device.press('right');
  if (dice < 0.8 && device.choose('Lag putting')) return device.press('ok');
  if (dice < 0.9 && device.choose('Play together')) device.choose('Leave the session');
}

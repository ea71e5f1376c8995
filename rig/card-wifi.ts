// First start of the card over the air: a phone joins the device's own network, sends the form, and follows the device
// into a home network. All adapters are simulated by the kernel (mac80211_hwsim).

import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import type { CardMachine } from './machine/card-machine.ts';
import type { openSteps } from './steps.ts';

const AIR = readFileSync(new URL('card-air.sh', import.meta.url), 'utf8');
const SET_UP = '/api/devices/0/set-up';
/** Shows what a phone gets when it tries a web site in a new network. */
const LEAD = `busybox nslookup connectivitycheck.gstatic.com 10.42.0.1 | grep -A1 Name:
fetch -S http://10.42.0.1/ 2>&1 | grep -iE 'HTTP/|location:'`;

/** Plays the first start, one step of the report each. */
export async function tryFirstStart(pi: CardMachine, step: ReturnType<typeof openSteps>['step']): Promise<void> {
  const run = (command: string): Promise<Result<string>> => pi.run(`${AIR}\n${command}`);
  const begun = await step(
    'simulates a home network and a phone',
    () => run('begin'),
    () => 'Clubhouse',
  );
  if (begun === null) return;
  const opened = await step('opens its own network, with its rights only', () => openOwn(pi, run), String);
  if (opened === null) return;
  await step('leads a phone in it to its page, without a token', () => run(LEAD), (text) => text.trim().replaceAll(/\s+/g, ' ')); // oxfmt-ignore
  await step('reports a wrong password in its own network again', () => failOnce(pi, run), String);
  await step('joins the home network, where the phone plays a putt', () => follow(pi, run), String);
}

type Run = (command: string) => Promise<Result<string>>;

/** Presses keys on the page until a row is chosen. */
export async function choose({ panel }: CardMachine, label: string): Promise<Result<unknown>> {
  for (let presses = 0; presses < 40; presses++) {
    const lines = await panel.get('/api/devices/0/screen.txt');
    if (!lines.ok) return lines;
    const is_there = lines.value.includes(`> ${label}`);
    const pressed = await panel.post('/api/devices/0/key', { key: is_there ? 'ok' : 'down' });
    if (!pressed.ok || is_there) return pressed;
  }
  return fail('rig_failed', `No row ${label}.`);
}

async function openOwn(pi: CardMachine, run: Run): Promise<Result<string>> {
  // The machine has a cable, so that its owner must ask for the network. Back leaves the green of the last putt.
  for (let presses = 0; presses < 4; presses++) await pi.panel.post('/api/devices/0/key', { key: 'back' });
  for (const label of ['Settings', 'Wi-Fi', 'Use a phone']) {
    const chosen = await choose(pi, label);
    if (!chosen.ok) return chosen;
  }
  const waited = await until(pi, ({ action }) => action === 'sharing');
  if (!waited.ok) return waited;
  const shown = await run(
    'P="tapin access point"; nmcli -g 802-11-wireless.ssid connection show "$P"; nmcli -s -g 802-11-wireless-security.psk connection show "$P"',
  );
  if (!shown.ok) return shown;
  const [name = '', password = ''] = shown.value.trim().split('\n');
  const joined = await run(`join '${name}' '${password}'`);
  return joined.ok ? ok(name) : joined;
}

/** Polls the form until its state is as wanted. Returns it. */
async function until(
  { panel }: CardMachine,
  isWanted: (state: Readonly<Record<string, unknown>>) => boolean,
): Promise<Result<Readonly<Record<string, unknown>>>> {
  let last = '';
  for (let polls = 0; polls < 60; polls++) {
    const read = await panel.get(SET_UP);
    if (!read.ok) return read;
    last = read.value;
    const state = readFields(last) ?? {};
    if (isWanted(state)) return ok(state);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  return fail('rig_failed', `Not reached; the last state was ${last}`);
}

/** Sends the form from the phone, through the air. */
const send = (run: Run, token: string, password: string): Promise<Result<string>> =>
  run(
    `fetch --header 'Authorization: Bearer ${token}' --header 'Content-Type: application/json' --post-data '${JSON.stringify({ network: 'Clubhouse', password, name: 'Den', country: 'GB', player_1: 'Ada' })}' http://10.42.0.1:8321${SET_UP}`,
  );

const tokenOf = ({ panel }: CardMachine): string => new URL(panel.url).searchParams.get('token') ?? '';

async function failOnce(pi: CardMachine, run: Run): Promise<Result<string>> {
  const sent = await send(run, tokenOf(pi), 'fore and after');
  if (!sent.ok) return sent;
  const again = await until(pi, ({ action, message }) => action === 'sharing' && message !== '');
  return again.ok ? ok(String(again.value['message'])) : again;
}

async function follow(pi: CardMachine, run: Run): Promise<Result<string>> {
  const name = await run('sed -n \'s/^ssid="\\(.*\\)"/\\1/p;s/^psk="\\(.*\\)"/\\1/p\' /run/air/phone.conf');
  if (!name.ok) return name;
  const [own = '', password = ''] = name.value.trim().split('\n');
  const back = await run(`join '${own}' '${password}'`);
  const sent = back.ok ? await send(run, tokenOf(pi), 'fore and aft') : back;
  if (!sent.ok) return sent;
  const joined = await until(pi, (state) => state['joined'] === 'Clubhouse');
  if (!joined.ok) return joined;
  const address = await run("join Clubhouse 'fore and aft' > /dev/null 2>&1; nmcli -g IP4.ADDRESS device show wlan0");
  if (!address.ok) return address;
  const [ip = ''] = address.value.trim().split('/');
  const body = '{"club_speed_mps": 1}';
  const struck = await run(
    `fetch --header 'Authorization: Bearer ${tokenOf(pi)}' --header 'Content-Type: application/json' --post-data '${body}' http://${ip}:8321/api/devices/0/strike`,
  );
  if (!struck.ok) return struck;
  const verdict = await pi.panel.get('/api/devices/0/wait?within=60s&text=Club+speed:+2.2+mph');
  const country = await run('iw reg get | grep -m1 country');
  return verdict.ok && country.ok ? ok(`${ip}, 2.2 mph, ${country.value.trim()}`) : verdict;
}

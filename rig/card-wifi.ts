// First start of the card over the air: a phone joins the device's own network, sends the form in a real browser, and
// follows the device into a home network. All adapters are simulated by the kernel (mac80211_hwsim).

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { pull } from '../test/support/panel/pull.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import type { CardMachine } from './machine/card-machine.ts';
import { openPhone } from './probes/phone.ts';
import type { openSteps } from './steps.ts';

const AIR = readFileSync(new URL('card-air.sh', import.meta.url), 'utf8');
const SET_UP = '/api/devices/0/set-up';

/** Plays the first start, one step of the report each. */
export async function tryFirstStart(pi: CardMachine, step: ReturnType<typeof openSteps>['step']): Promise<void> {
  const run = (command: string): Promise<Result<string>> => pi.run(`${AIR}\n${command}`);
  const begun = await step(
    'simulates a home network and a phone',
    () => run('begin'),
    () => 'Clubhouse',
  );
  if (begun === null) return;
  const opened = await step(
    'opens its own network, with its rights only',
    () => openOwn(pi, run),
    ({ name }) => name,
  );
  if (opened === null) return;
  const phone = await step('opens the browser of the phone', () => openPhone(pi, AIR), () => '390×780'); // oxfmt-ignore
  if (!phone) return;
  const trial = { pi, run, page: phone.page, join: () => run(joinCall(opened)) };
  await step('leads a phone in it to the form, without a token', () => tried(lead(trial)), String);
  await step('reports a wrong password in its own network again', () => tried(failOnce(trial)), String);
  await step('joins the home network, and the page follows it there', () => tried(follow(trial)), String);
  await step('plays a putt from the phone', () => tried(puttFrom(trial)), String);
  await phone.close();
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

interface OwnNetwork {
  readonly name: string;
  readonly password: string;
}

const joinCall = ({ name, password }: OwnNetwork): string => `join '${name}' '${password}'`;

async function openOwn(pi: CardMachine, run: Run): Promise<Result<OwnNetwork>> {
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
  const joined = await run(joinCall({ name, password }));
  return joined.ok ? ok({ name, password }) : joined;
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

interface Trial {
  readonly pi: CardMachine;
  readonly run: Run;
  readonly page: Page;
  /** Lets the phone join the putter's own network again. */
  join(): Promise<Result<unknown>>;
}

/**
 * The phone follows the redirect that the putter answers to every name and address. It leads to the page for playing:
 * on its cable, the putter has finished its first start.
 */
async function lead({ page }: Trial): Promise<string> {
  await page.goto('http://connectivitycheck.gstatic.com/generate_204');
  await page.getByTestId('set-up').click();
  await page.getByText("This phone is on the putter's own network.").waitFor();
  return new URL(page.url()).origin;
}

async function send(page: Page, password: string): Promise<void> {
  await page.getByLabel('Clubhouse').check();
  await page.getByTestId('password').fill(password);
  await page.getByTestId('send').click();
  await page.getByTestId('following').waitFor();
}

async function failOnce({ pi, join, page }: Trial): Promise<string> {
  await page.getByTestId('name').fill('Den');
  await page.getByTestId('player_1').fill('Ada');
  await send(page, 'fore and after');
  unwrap(await until(pi, ({ action, message }) => action === 'sharing' && message !== ''));
  unwrap(await join());
  await page.getByText('Wrong password for Clubhouse.').waitFor();
  return 'Wrong password for Clubhouse.';
}

/** The page finds the putter by its name, once the phone is in the same network. */
async function follow({ pi, run, page }: Trial): Promise<string> {
  await send(page, 'fore and aft');
  unwrap(await until(pi, ({ joined }) => joined === 'Clubhouse'));
  unwrap(await run("join Clubhouse 'fore and aft'"));
  await page.waitForURL(/^http:\/\/putter\.local:/);
  await page.getByTestId('pad').waitFor();
  await page.waitForFunction("document.title.includes('Den')");
  const country = unwrap(await run('iw reg get | grep -m1 country'));
  return `${new URL(page.url()).host}, ${await page.title()}, ${country.trim()}`;
}

async function puttFrom({ page }: Trial): Promise<string> {
  await pull(page, 0.3);
  const verdict = page.getByTestId('text-lines').getByText(/^Club speed: /);
  await verdict.waitFor({ state: 'attached' });
  return (await verdict.textContent()) ?? '';
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}

/** Runs a step in the browser, whose errors are exceptions. */
async function tried(work: Promise<string>): Promise<Result<string>> {
  try {
    return ok(await work);
  } catch (thrown) {
    return fail('rig_failed', messageOf(thrown));
  }
}

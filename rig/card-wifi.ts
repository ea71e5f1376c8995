// First start of the card over the air, without a cable: a phone joins the device's own network, sends the form in a
// real browser, and follows the device into a home network. The kernel simulates all adapters (mac80211_hwsim).

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { pull } from '../test/support/panel/pull.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import type { CardMachine } from './machine/card-machine.ts';
import { openPhone } from './probes/phone.ts';
import type { openSteps } from './steps.ts';

const AIR = readFileSync(new URL('card-air.sh', import.meta.url), 'utf8');

/** Plays the first start without a cable, one step of the report each. */
export async function tryFirstStart(pi: CardMachine, step: ReturnType<typeof openSteps>['step']): Promise<void> {
  const run: Run = (command) => pi.run(`. /run/air/air.sh\n${command}`);
  const begun = await step(
    'simulates a home network and a phone',
    () => begin(pi, run),
    () => 'Clubhouse',
  );
  if (begun === null) return;
  const opened = await step(
    'without its cable and its data, opens its own network, with its rights only',
    () => openOwn(pi, run),
    ({ name }) => name,
  );
  const phone = opened && (await step('opens the browser of the phone', () => openPhone(pi), () => '390×780')); // oxfmt-ignore
  if (opened && phone) {
    const trial = { run, page: phone.page, join: () => run(joinCall(opened)) };
    await step('leads a phone in it to the form, without a token', () => tried(lead(trial)), String);
    await step('reports a wrong password in its own network again', () => tried(failOnce(trial)), String);
    await step('joins the home network, and the page follows it there', () => tried(follow(trial)), String);
    await step('plays a putt from the phone', () => tried(puttFrom(trial)), String);
    await phone.close();
  }
  await step('has its cable again', () => plugCable(pi), String);
}

type Run = (command: string) => Promise<Result<string>>;

interface OwnNetwork {
  readonly name: string;
  readonly password: string;
}

const joinCall = ({ name, password }: OwnNetwork): string => `join '${name}' '${password}'`;

const begin = (pi: CardMachine, run: Run): Promise<Result<string>> =>
  pi.run(`mkdir -p /run/air && cat > /run/air/air.sh <<'AIR'\n${AIR}AIR`).then((put) => (put.ok ? run('begin') : put));

const OWN = 'tapin access point';

/** A service of the machine pulls the cable, since that ends the SSH session. */
async function openOwn(pi: CardMachine, run: Run): Promise<Result<OwnNetwork>> {
  const unplugged = await pi.run("systemd-run --quiet --unit=air-cable sh -c '. /run/air/air.sh; unplug'");
  const back = unplugged.ok ? await untilBack(pi, 'ls /run/air/unplugged') : unplugged;
  if (!back.ok) return back;
  const shown = await run(
    `active '${OWN}' && nmcli -g 802-11-wireless.ssid connection show '${OWN}' && nmcli -s -g 802-11-wireless-security.psk connection show '${OWN}'`,
  );
  if (!shown.ok) return shown;
  const [name = '', password = ''] = shown.value.trim().split('\n');
  const joined = await run(joinCall({ name, password }));
  return joined.ok ? ok({ name, password }) : joined;
}

const TRIES = 60;

const ACTIVE = 'nmcli -t -f NAME connection show --active';

const ANSWER_MS_MAX = 30_000;
const LATE = fail('rig_failed', 'SSH did not answer.');

/**
 * Waits until a command succeeds: SSH answers again then, on the other side of the move. A connection that the move has
 * cut never answers.
 */
async function untilBack({ run }: CardMachine, command: string): Promise<Result<string>> {
  for (let tries = 1; ; tries++) {
    await sleep(3000);
    const answer = await Promise.race([run(command), sleep(ANSWER_MS_MAX, LATE)]);
    if (answer.ok || tries === TRIES) return answer;
  }
}

/** A service plugs the cable in again: that, too, ends the SSH session. */
async function plugCable(pi: CardMachine): Promise<Result<string>> {
  const plugged = await pi.run("systemd-run --quiet sh -c 'sleep 1; . /run/air/air.sh; plug'");
  const back = plugged.ok ? await untilBack(pi, `! systemctl is-active --quiet air-cable && ${ACTIVE}`) : plugged;
  return back.ok ? ok(back.value.trim().replaceAll('\n', ', ')) : back;
}

interface Trial {
  readonly run: Run;
  readonly page: Page;
  /** Lets the phone join the putter's own network again. */
  join(): Promise<Result<unknown>>;
}

/** The phone follows the redirect that the putter answers to every name and address. */
async function lead({ page }: Trial): Promise<string> {
  await page.goto('http://connectivitycheck.gstatic.com/generate_204');
  await page.getByText("This phone is on the putter's own network.").waitFor();
  const { origin, pathname } = new URL(page.url());
  return `${origin}${pathname}`;
}

async function send(page: Page, password: string): Promise<void> {
  await page.getByLabel('Clubhouse').check();
  await page.getByTestId('password').fill(password);
  await page.getByTestId('send').click();
  await page.getByTestId('following').waitFor();
}

async function failOnce({ run, join, page }: Trial): Promise<string> {
  await page.getByTestId('name').fill('Den');
  await page.getByTestId('player_1').fill('Ada');
  await send(page, 'fore and after');
  // Its own network closes at first.
  unwrap(await run(`sleep 10; active '${OWN}'`));
  unwrap(await join());
  await page.getByText('Wrong password for Clubhouse.').waitFor();
  return 'Wrong password for Clubhouse.';
}

/** The page finds the putter by its name, once the phone is in the same network. */
async function follow(trial: Trial): Promise<string> {
  const { run, page } = trial;
  await send(page, 'fore and aft');
  unwrap(await run("active Clubhouse && join Clubhouse 'fore and aft'"));
  await page.waitForURL(/^http:\/\/putter\.local:/).catch((thrown: unknown) => explain(trial, thrown));
  await page.getByTestId('pad').waitFor();
  await page.waitForFunction("document.title.includes('Den')");
  const country = unwrap(await run('iw reg get | grep -m1 country'));
  return `${new URL(page.url()).host}, ${await page.title()}, ${country.trim()}`;
}

/** Adds to an error what the page shows, the putter's addresses and announced names, and the phone's last connections. */
async function explain({ run, page }: Trial, thrown: unknown): Promise<never> {
  const shown = await page.locator('body').innerText();
  const seen = await run(`${ACTIVE}; nmcli -g IP4.ADDRESS device show wlan0; journalctl -b -u avahi-daemon -o cat -n 8; tail -n 8 /run/air/proxy.log`); // oxfmt-ignore
  throw new Error([messageOf(thrown), page.url(), shown, seen.ok ? seen.value : seen.error.message].join('\n'));
}

async function puttFrom({ page }: Trial): Promise<string> {
  const lines = page.getByTestId('text-lines');
  for (const line of ['Joined Clubhouse.', 'Metrics only', 'Start']) {
    await lines.getByText(line, { exact: true }).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
  }
  await lines.getByText('Start', { exact: true }).waitFor({ state: 'detached' });
  await pull(page, 0.3);
  const verdict = lines.getByText(/^Club speed: \d/);
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

// `npm run rig -- card`: boots the image of a card on QEMU's Raspberry Pi 3, checks its system and plays a putt.

import { buildCard } from '../card/build-card.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { readStrokeCall } from '../sims/putter/stroke-call.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { publicKeyText } from '../wire/firmware/minisign.ts';
import { NEW_KEY_BYTES, newSecretKey, toPublicKey } from '../wire/firmware/secret-key.ts';
import type { Print } from './build/cache.ts';
import { tryVirt } from './card-virt.ts';
import { tryFirstStart } from './card-wifi.ts';
import { bootCard, RASPI3B, type CardMachine } from './machine/card-machine.ts';
import { openSteps, type Tested } from './steps.ts';

/** 1 m/s are 2.2 mph. */
const STROKE = { club_speed_mps: 1 };
/** Returns the command that edits the board file, as the owner does on another computer, and restarts the device. */
const editCommand = (script: string): string =>
  `mount -o remount,rw /boot/firmware && sed -i '${script}' /boot/firmware/board.yaml && ` +
  'mount -o remount,ro /boot/firmware && systemctl restart tapin';
/** Ways to restart the device without a usable board file, and the problem that it then reports. */
const UNUSED: readonly (readonly [name: string, command: string, problem: RegExp])[] = [
  ['a mistake in its board file', editCommand('1i displays: {}'), /board\.yaml:1:1: displays is unknown\./],
  [
    'no boot partition',
    'systemctl mask --runtime boot-firmware.mount && umount /boot/firmware && systemctl restart tapin',
    /board\.yaml can't be read: /,
  ],
];
const MOUNT_BOOT = 'systemctl unmask --runtime boot-firmware.mount && systemctl start boot-firmware.mount';
const USE_UART = editCommand('/^displays/d; s#^sensor: virtual#sensor: /dev/serial0#');
/** Shell commands, and the pattern of the output of each. */
const SYSTEM: Readonly<Record<string, readonly [command: string, pattern: RegExp]>> = {
  'has a read-only root': ['findmnt -n -o FSTYPE,OPTIONS /', /^erofs +ro\b/],
  'has grown its data partition': ['df --output=size -BM /data | tail -n 1', /^ *1\d\d\dM$/],
  'is named putter': ['cat /proc/sys/kernel/hostname; systemctl is-active avahi-daemon', /^putter\nactive$/],
  'manages networks': ['nmcli -t -f STATE general', /^connected/],
  'keeps its log in memory': ['ls -d /run/log/journal; findmnt -n -o FSTYPE /var/log', /^\/run\/log\/journal\ntmpfs$/],
  'runs the device as its own user': ['ps -o user= -p "$(systemctl show -P MainPID tapin)"', /^tapin$/],
  'has keys and LEDs on pins': ['cat /sys/bus/platform/drivers/gpio-keys/tapin-keys/uevent | grep OF_FULLNAME; ls -d /sys/class/leds/player*', /^OF_FULLNAME=\/tapin-keys\n(\/sys\/class\/leds\/player\d\n?){4}$/], // oxfmt-ignore
  'starts no unit that fails': ['systemctl --failed --no-legend --plain', /^$/],
};

/** Runs all steps and reports each with `print`. */
export async function tryCard(print: Print): Promise<Tested> {
  const { step, end } = openSteps(print);
  const key = newSecretKey(createSeededRandom(1).bytes(NEW_KEY_BYTES));
  const image = await step('builds the card', () => buildCard(publicKeyText(toPublicKey(key)), print), String);
  if (image === null) return end();
  const pi = await step(
    'boots a Raspberry Pi 3 from the card',
    () => bootCard(image, RASPI3B),
    ({ boot_s }) => `tapin listens after ${boot_s.toFixed(0)} s`,
  );
  if (!pi) return end();
  for (const [name, [command, pattern]] of Object.entries(SYSTEM))
    await step(name, () => checkOutput(pi, command, pattern), String);
  await step('plays a putt from the page', () => playFromPage(pi), String);
  await tryFirstStart(pi, step);
  for (const [name, command, problem] of UNUSED)
    await step(`starts with ${name}, and reports why`, () => reportUnused(pi, command, problem), String);
  await step('mounts its boot partition again', () => pi.run(MOUNT_BOOT), () => '/boot/firmware'); // oxfmt-ignore
  await step('plays a putt by the serial port of its header', () => playPutt(pi), String);
  await pi.close();
  await tryVirt({ image, key, step, print });
  return end();
}

async function checkOutput({ run }: CardMachine, command: string, pattern: RegExp): Promise<Result<string>> {
  const output = await run(command);
  if (!output.ok) return output;
  const text = output.value.trimEnd();
  return pattern.test(text) ? ok(text.replaceAll('\n', ', ') || 'none') : fail('rig_failed', `Unexpected: ${text}`);
}

/** As on the page of a phone: no sensor is wired. */
async function playFromPage({ panel }: CardMachine): Promise<Result<string>> {
  const struck = await panel.post('/api/devices/0/strike', STROKE);
  return struck.ok ? seeSpeed(panel) : struck;
}

async function seeSpeed(panel: CardMachine['panel']): Promise<Result<string>> {
  const verdict = await panel.get('/api/devices/0/wait?within=60s&text=Club+speed:+2.2+mph');
  return verdict.ok ? ok('2.2 mph') : verdict;
}

async function reportUnused({ panel, run }: CardMachine, command: string, problem: RegExp): Promise<Result<string>> {
  const restarted = await run(command);
  if (!restarted.ok) return restarted;
  const running = await panel.get('/api/devices/0/wait?within=100s&state=device:running');
  const set_up = running.ok ? await panel.get('/api/devices/0/set-up') : running;
  if (!set_up.ok) return set_up;
  const reported = /The board file is not used\. [^"]+/.exec(set_up.value)?.[0] ?? 'nothing';
  return problem.test(reported) ? ok(reported) : fail('rig_failed', `It reports ${reported}`);
}

async function playPutt({ panel, sensor, run }: CardMachine): Promise<Result<string>> {
  const { board, plug } = await sensor();
  const plugged = await plug();
  if (!plugged.ok) return plugged;
  const restarted = await run(USE_UART);
  if (!restarted.ok) return restarted;
  const ready = await panel.get('/api/devices/0/wait?within=100s&state=device:running&state=sensor:ready');
  if (!ready.ok) return ready;
  // The restart ended the session that the phone left open.
  const resumed = await panel.get('/api/devices/0/wait?within=20s&text=Start');
  const started = resumed.ok ? await panel.post('/api/devices/0/key', { key: 'ok' }) : resumed;
  if (!started.ok) return started;
  const stroke = readStrokeCall(STROKE);
  const struck = stroke.ok ? board.stroke(stroke.value) : stroke;
  if (!struck.ok) return struck;
  return seeSpeed(panel);
}

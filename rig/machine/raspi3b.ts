// QEMU's Raspberry Pi 3, started from the image of a card: its SD card, its Ethernet port on USB and the serial port of
// its header, but no display, GPIO, Wi-Fi or watchdog. QEMU takes the place of the boot program: it loads the files that
// config.txt names.

import { join } from 'node:path';
import { truncateSync, statSync, readFileSync } from 'node:fs';
import { ALIGNMENT_BYTES } from '../../card/partitions.ts';
import { readFields } from '../../wire/json-fields.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { ARM64 } from '../build/architectures.ts';
import { runProgram } from '../build/program.ts';
import { openBoardSocket } from '../probes/board-socket.ts';
import { forwardPort } from '../probes/forward.ts';
import { openGuestPanel, type GuestPanel } from '../probes/panel.ts';
import { createCalls, type Calls } from './calls.ts';
import { openChannel, type Channel } from './channel.ts';
import { openRunFolder, startQemu } from './qemu-process.ts';
import { commas } from './qemu.ts';

const BOOT_MS_MAX = 600_000;
const TREE = 'bcm2837-rpi-3-b.dtb';
const BOOT_FILES = ['kernel8.img', 'initrd', TREE, 'cmdline.txt', 'overlays/tapin-pins.dtbo'] as const;

/**
 * Options added to the card's kernel command line: the log on the console, and no watchdog, since QEMU's resets the
 * machine as soon as it is opened.
 */
const ADDED = 'console=ttyAMA0 systemd.journald.forward_to_console=1 systemd.watchdog_sec=0';

export interface RaspberryPi {
  /** Seconds from switching on until tapin listens. */
  readonly boot_s: number;
  readonly panel: GuestPanel;
  /** Virtual sensor board at the serial port of the header, not plugged in yet. */
  readonly sensor: Awaited<ReturnType<Awaited<ReturnType<typeof openBoardSocket>>['connected']>>;
  /** Runs a shell command as root, by SSH. Errors: `rig_failed`. */
  run(command: string): Promise<Result<string>>;
  close(): Promise<void>;
}

/** Boots a copy of the card with an SSH key. Errors: `rig_failed`. */
export async function bootRaspi3b(image: string): Promise<Result<RaspberryPi>> {
  const folder = openRunFolder();
  const inFolder = (name: string): string => join(folder.path, name);
  const prepared = await prepareCard(image, folder.path);
  if (!prepared.ok) {
    folder.remove();
    return prepared;
  }
  const [console, monitor] = await Promise.all([openChannel(inFolder('console.sock')), openChannel(inFolder('qmp.sock'))]); // oxfmt-ignore
  const socket = await openBoardSocket(inFolder('sensor.sock'));
  const started_ms = performance.now();
  const qemu = startQemu(ARM64.qemu, callOf(inFolder), inFolder('nothing'));
  const close = async (): Promise<void> => {
    await qemu.kill();
    for (const each of [socket, console, monitor]) each.close();
    folder.remove();
  };
  const qmp = createCalls(monitor, 'QEMU');
  const up = await Promise.race([untilListening(console, qmp), qemu.ended]);
  const boot_s = (performance.now() - started_ms) / 1000;
  const way = up.ok ? await openWay(qmp, inFolder('key')) : up;
  if (way.ok) return ok({ boot_s, ...way.value, sensor: await socket.connected(), close });
  await close();
  return way;
}

/** Copies the card, its size a power of two as QEMU requires, and its boot files beside it. */
async function prepareCard(image: string, folder: string): Promise<Result<unknown>> {
  const card = join(folder, 'card.img');
  const drive = `${card}@@${ALIGNMENT_BYTES}`;
  const copied = await runProgram('cp', ['--sparse=always', image, card]);
  if (!copied.ok) return copied;
  truncateSync(card, 2 ** Math.ceil(Math.log2(statSync(card).size)));
  const key = join(folder, 'key');
  for (const [program, call] of [
    ['ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]],
    ['mcopy', ['-i', drive, `${key}.pub`, '::authorized_keys']],
    ['mcopy', ['-i', drive, ...BOOT_FILES.map((name) => `::${name}`), folder]],
    ['fdtoverlay', ['-i', join(folder, TREE), '-o', join(folder, `merged-${TREE}`), join(folder, 'tapin-pins.dtbo')]],
  ] as const) {
    const done = await runProgram(program, call);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function callOf(inFolder: (name: string) => string): readonly string[] {
  const line = readFileSync(inFolder('cmdline.txt'), 'utf8').trim();
  const options: readonly (readonly [string, string])[] = [
    ['machine', 'raspi3b'],
    ['display', 'none'],
    ['kernel', inFolder('kernel8.img')],
    ['initrd', inFolder('initrd')],
    ['dtb', inFolder(`merged-${TREE}`)],
    ['append', `${line} ${ADDED}`],
    ['drive', `if=sd,format=raw,file=${commas(inFolder('card.img'))}`],
    ['netdev', 'user,id=network'],
    ['device', 'usb-net,netdev=network'],
    ...['qmp', 'console', 'sensor'].map((id): [string, string] => ['chardev', `socket,id=${id},path=${commas(inFolder(`${id}.sock`))}`]), // oxfmt-ignore
    ['mon', 'chardev=qmp,mode=control'],
    ['serial', 'chardev:console'],
    ['serial', 'chardev:sensor'],
  ];
  return ['-nodefaults', '-no-user-config', ...options.flatMap(([name, value]) => [`-${name}`, value])];
}

async function untilListening(console: Channel, qmp: Calls): Promise<Result<unknown>> {
  const ready = await qmp.call('qmp_capabilities');
  if (!ready.ok) return ready;
  return console.next('A listening device', BOOT_MS_MAX, (line) =>
    readFields(line.slice(line.indexOf('{')))?.['event'] === 'listening' ? line : null,
  );
}

/** Opens SSH and the panel. */
async function openWay(qmp: Calls, key: string): Promise<Result<Pick<RaspberryPi, 'panel' | 'run'>>> {
  const port = await forwardPort({ qmp }, 22);
  if (!port.ok) return port;
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'ConnectTimeout=60'];
  const run: RaspberryPi['run'] = (command) =>
    runProgram('ssh', [...options.flatMap((option) => ['-o', option]), '-i', key, '-p', String(port.value), 'root@127.0.0.1', command]); // oxfmt-ignore
  const token = await run('cat /var/lib/tapin/panel-token');
  const panel = token.ok ? await openGuestPanel({ qmp }, token.value.trim()) : token;
  return panel.ok ? ok({ run, panel: panel.value }) : panel;
}

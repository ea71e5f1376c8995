// A machine of QEMU, started from the image of a card. QEMU takes the place of the boot program: it loads the files that
// config.txt names. QEMU's Raspberry Pi 3 has its SD card, its Ethernet port on USB and the serial port of its header,
// but no display, GPIO, Wi-Fi or watchdog. QEMU's `virt` has the same processor's kernel with a display, a keyboard, a
// touch screen, LEDs on pins and USB.

import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { truncateSync, statSync, readFileSync } from 'node:fs';
import { ALIGNMENT_BYTES } from '../../card/partitions.ts';
import { freePort } from '../../test/support/process/free-port.ts';
import { readFields } from '../../wire/json-fields.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { acceleratorOf, ARM64 } from '../build/architectures.ts';
import { runProgram } from '../build/program.ts';
import { openBoardSocket } from '../probes/board-socket.ts';
import { forwardPort } from '../probes/forward.ts';
import { openGuestPanel, type GuestPanel } from '../probes/panel.ts';
import { createCalls, type Calls } from './calls.ts';
import { openChannel, type Channel } from './channel.ts';
import { openRunFolder, startQemu } from './qemu-process.ts';
import { commas, MEMORY_MB } from './qemu.ts';

const BOOT_MS_MAX = 600_000;
const TREE = 'bcm2837-rpi-3-b.dtb';
const BOOT_FILES = ['kernel8.img', 'initrd', TREE, 'cmdline.txt', 'overlays/tapin-pins.dtbo'] as const;

type Options = readonly (readonly [name: string, value: string])[];

/** Returns the options of a board. `inFolder`: path of a file of the run. */
type CardBoard = (inFolder: (name: string) => string) => Options;

export const RASPI3B: CardBoard = (inFolder) => [
  ['machine', 'raspi3b'],
  ['dtb', inFolder(`merged-${TREE}`)],
  ['drive', `if=sd,format=raw,file=${commas(inFolder('card.img'))}`],
  ['device', 'usb-net,netdev=network'],
  ['chardev', `socket,id=sensor,path=${commas(inFolder('sensor.sock'))}`],
  ['serial', 'chardev:sensor'],
];

/** @param tree File of its device tree. */
export const virtBoard =
  (tree: string): CardBoard =>
  (inFolder) => [
    ['machine', ARM64.machine],
    ['cpu', ARM64.cpu],
    ['accel', acceleratorOf(ARM64).accel],
    ['m', String(MEMORY_MB)],
    ['dtb', tree],
    ['drive', `if=none,id=card,format=raw,file=${commas(inFolder('card.img'))}`],
    ...(
      [
        'virtio-blk-pci,drive=card',
        'virtio-net-pci,netdev=network,romfile=',
        'virtio-gpu-pci,xres=480,yres=320',
        'virtio-keyboard-pci',
        'virtio-tablet-pci',
        'qemu-xhci,id=usb',
      ] as const
    ).map((device) => ['device', device] as const),
  ];

/**
 * Options added to the card's kernel command line: the log on the console, and no watchdog, since QEMU's resets the
 * machine as soon as it is opened.
 */
const ADDED = 'console=ttyAMA0 systemd.journald.forward_to_console=1 systemd.watchdog_sec=0';

export interface CardMachine {
  /** Seconds from switching on until tapin listens. */
  readonly boot_s: number;
  readonly panel: GuestPanel;
  readonly qmp: Calls;
  /** Folder of this run. */
  readonly folder: string;
  /** Token of its page. */
  readonly token: string;
  /** Resolves with the virtual sensor board at the serial port of the header, not plugged in yet. */
  readonly sensor: Awaited<ReturnType<typeof openBoardSocket>>['connected'];
  /** Runs a shell command as root, by SSH. Errors: `rig_failed`. */
  run(command: string): Promise<Result<string>>;
  /** Forwards a unix socket of the machine. @returns The port on 127.0.0.1. Errors: `rig_failed`. */
  forward(socket: string): Promise<Result<number>>;
  /** Cuts the power and boots from the same card; this machine is closed then. Errors: `rig_failed`. */
  cutPower(): Promise<Result<CardMachine>>;
  close(): Promise<void>;
}

/** Boots a copy of the card with an SSH key. Errors: `rig_failed`. */
export async function bootCard(image: string, board: CardBoard): Promise<Result<CardMachine>> {
  const folder = openRunFolder();
  const prepared = await prepareCard(image, folder.path);
  const booted = prepared.ok ? await bootIn(folder, board) : prepared;
  if (!booted.ok) folder.remove();
  return booted;
}

/** Boots the card in this folder. */
async function bootIn(folder: ReturnType<typeof openRunFolder>, board: CardBoard): Promise<Result<CardMachine>> {
  const inFolder = (name: string): string => join(folder.path, name);
  const [console, monitor] = await Promise.all([openChannel(inFolder('console.sock')), openChannel(inFolder('qmp.sock'))]); // oxfmt-ignore
  const socket = await openBoardSocket(inFolder('sensor.sock'));
  const started_ms = performance.now();
  const qemu = startQemu(ARM64.qemu, callOf(inFolder, board), inFolder('nothing'));
  const off = async (): Promise<void> => {
    await qemu.kill();
    for (const each of [socket, console, monitor]) each.close();
  };
  const close = async (): Promise<void> => {
    await off();
    folder.remove();
  };
  const cutPower = async (): Promise<Result<CardMachine>> => {
    await off();
    return bootIn(folder, board);
  };
  const qmp = createCalls(monitor, 'QEMU');
  const up = await Promise.race([untilListening(console, qmp), qemu.ended]);
  const boot_s = (performance.now() - started_ms) / 1000;
  const way = up.ok ? await openWay(qmp, inFolder('key')) : up;
  if (way.ok) return ok({ boot_s, qmp, folder: folder.path, ...way.value, sensor: socket.connected, cutPower, close });
  await off();
  return way;
}

/** Copies the card, its size a power of two as QEMU requires, with room for releases, and its boot files beside it. */
async function prepareCard(image: string, folder: string): Promise<Result<unknown>> {
  const card = join(folder, 'card.img');
  const drive = `${card}@@${ALIGNMENT_BYTES}`;
  const copied = await runProgram('cp', ['--sparse=always', image, card]);
  if (!copied.ok) return copied;
  truncateSync(card, 2 ** (1 + Math.ceil(Math.log2(statSync(card).size))));
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

function callOf(inFolder: (name: string) => string, board: CardBoard): readonly string[] {
  const line = readFileSync(inFolder('cmdline.txt'), 'utf8').trim();
  const options: Options = [
    ['display', 'none'],
    ['kernel', inFolder('kernel8.img')],
    ['initrd', inFolder('initrd')],
    ['append', `${line} ${ADDED}`],
    ['netdev', 'user,id=network'],
    ...['qmp', 'console'].map((id): [string, string] => ['chardev', `socket,id=${id},path=${commas(inFolder(`${id}.sock`))}`]), // oxfmt-ignore
    ['mon', 'chardev=qmp,mode=control'],
    ['serial', 'chardev:console'],
    ...board(inFolder),
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

/** Resolves with the port once a program listens on it. */
async function accepting(port: number): Promise<Result<number>> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const is_open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (is_open) return ok(port);
    await sleep(200);
  }
}

type Way = Pick<CardMachine, 'panel' | 'run' | 'forward' | 'token'>;

/** Opens SSH and the panel. */
async function openWay(qmp: Calls, key: string): Promise<Result<Way>> {
  const port = await forwardPort({ qmp }, 22);
  if (!port.ok) return port;
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'ConnectTimeout=60', 'ServerAliveInterval=20', 'ExitOnForwardFailure=yes']; // oxfmt-ignore
  const ssh = (...call: string[]): Promise<Result<string>> =>
    runProgram('ssh', [...options.flatMap((option) => ['-o', option]), '-i', key, '-p', String(port.value), ...call]);
  const run: CardMachine['run'] = (command) => ssh('root@127.0.0.1', command);
  const forward: CardMachine['forward'] = async (socket) => {
    const free = await freePort();
    const forwarded = ssh('-N', '-L', `127.0.0.1:${free}:${socket}`, 'root@127.0.0.1');
    return Promise.race([forwarded.then((ended) => (ended.ok ? fail('rig_failed', 'SSH has ended.') : ended)), accepting(free)]); // oxfmt-ignore
  };
  const token = await run('cat /var/lib/tapin/panel-token');
  if (!token.ok) return token;
  const panel = await openGuestPanel({ qmp }, token.value.trim());
  return panel.ok ? ok({ run, forward, panel: panel.value, token: token.value.trim() }) : panel;
}

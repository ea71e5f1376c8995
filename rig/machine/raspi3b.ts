// QEMU's Raspberry Pi 3 with the device tree of a real one, as far as it works: an SD card and the serial port of its
// header, but no display or USB. Checks that Debian's kernel boots from the card and tapin meets a sensor board at the
// serial port.

import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFields } from '../../wire/json-fields.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { openChannel, type Channel } from './channel.ts';
import { openBoardSocket } from '../probes/board-socket.ts';
import type { Image } from '../build/image.ts';
import { openRunFolder, startQemu } from './qemu-process.ts';
import { commas } from './qemu.ts';

const BOOT_MS_MAX = 300_000;

/**
 * Boots a Raspberry Pi 3. `image`: the arm64 one. @returns The machine's description of itself. Errors: `rig_failed`.
 */
export async function bootRaspi3b(image: Image): Promise<Result<string>> {
  const started_ms = performance.now();
  const folder = openRunFolder();
  const paths = pathsIn(folder.path);
  writeCard(paths.card, image.disks.slice(0, 2));
  const console = await openChannel(paths.console);
  const socket = await openBoardSocket(paths.sensor);
  const qemu = startQemu(image.architecture.qemu, callOf(image, paths), join(folder.path, 'nothing'));
  const plugged = socket.connected().then((board) => board.plug());
  const up = await Promise.race([untilSensorReady(console), qemu.ended]);
  await qemu.kill();
  socket.close();
  console.close();
  folder.remove();
  if (!up.ok) return up;
  const board = await plugged;
  const took_s = ((performance.now() - started_ms) / 1000).toFixed(0);
  return board.ok ? ok(`${up.value}, sensor ready after ${took_s} s`) : board;
}

type Paths = Readonly<Record<'card' | 'console' | 'sensor', string>>;
const pathsIn = (folder: string): Paths => ({
  card: join(folder, 'card.img'),
  console: join(folder, 'console.sock'),
  sensor: join(folder, 'sensor.sock'),
});

function callOf({ kernel }: Image, { card, ...sockets }: Paths): readonly string[] {
  const boot = dirname(kernel);
  const options: readonly (readonly [string, string])[] = [
    ['machine', 'raspi3b'],
    ['display', 'none'],
    ['kernel', kernel],
    ['initrd', join(boot, 'raspi3b-initrd')],
    ['dtb', join(boot, 'raspi3b.dtb')],
    ['append', 'console=ttyAMA0 quiet panic=-1'],
    ['drive', `if=sd,format=raw,file=${commas(card)}`],
    ...Object.entries(sockets).flatMap(([name, path]): [string, string][] => [
      ['chardev', `socket,id=${name},path=${commas(path)}`],
      ['serial', `chardev:${name}`],
    ]),
  ];
  return ['-nodefaults', '-no-user-config', ...options.flatMap(([name, value]) => [`-${name}`, value])];
}

async function untilSensorReady(console: Channel): Promise<Result<string>> {
  const model = await console.next('The board name', BOOT_MS_MAX, (line) => /^Raspberry Pi.*\w/.exec(line)?.[0] ?? null); // oxfmt-ignore
  if (!model.ok) return model;
  const left = new Set(['ready', 'listening']);
  const whole = await console.next('A device with a ready sensor', BOOT_MS_MAX, (line) => {
    if (line.includes('The sensor is ready.')) left.delete('ready');
    if (readFields(line)?.['event'] === 'listening') left.delete('listening');
    return left.size === 0 ? line : null;
  });
  return whole.ok ? model : whole;
}

const SECTOR_BYTES = 512;
const MEGABYTE = 1024 * 1024;
/** MBR partition type of Linux. */
const PARTITION_TYPE = 0x83;

/** Writes an MBR card with one partition per image; its size is a power of two, as QEMU requires. */
function writeCard(file: string, images: readonly string[]): void {
  const card = openSync(file, 'wx', 0o600);
  const table = Buffer.alloc(SECTOR_BYTES);
  let at = MEGABYTE;
  for (const [index, image] of images.entries()) {
    const content = readFileSync(image);
    const entry = 446 + index * 16;
    table[entry + 4] = PARTITION_TYPE;
    table.writeUInt32LE(at / SECTOR_BYTES, entry + 8);
    table.writeUInt32LE(Math.ceil(content.length / SECTOR_BYTES), entry + 12);
    writeSync(card, content, 0, content.length, at);
    at = Math.ceil((at + content.length) / MEGABYTE) * MEGABYTE;
  }
  table.writeUInt16LE(0xaa55, 510);
  writeSync(card, table, 0, table.length, 0);
  ftruncateSync(card, 2 ** Math.ceil(Math.log2(at)));
  closeSync(card);
}

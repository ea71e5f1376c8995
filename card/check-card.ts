// Checks the image of a card: partitions, boot files of each model, the device's program and units, and what must not be
// on a card that anyone may copy.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foreignBinary } from '../bin/release/platforms.ts';
import { ok, type Result } from '../wire/errors.ts';
import { readPublicKey, readSignature, verifySignature } from '../wire/firmware/minisign.ts';
import { readCard, type ReadCard } from './read-card.ts';

/** Device tree of each model, as its boot program looks for it. */
const MODELS: Readonly<Record<string, string>> = {
  'Raspberry Pi 3 B': 'bcm2837-rpi-3-b.dtb',
  'Raspberry Pi 3 B+': 'bcm2837-rpi-3-b-plus.dtb',
  'Raspberry Pi 3 A+': 'bcm2837-rpi-3-a-plus.dtb',
  'Raspberry Pi Zero 2 W': 'bcm2837-rpi-zero-2-w.dtb',
  'Raspberry Pi 4 B': 'bcm2711-rpi-4-b.dtb',
  'Raspberry Pi 400': 'bcm2711-rpi-400.dtb',
  'Raspberry Pi 5': 'bcm2712-rpi-5-b.dtb',
};
/** The boot program of a Raspberry Pi 5 is on its board; older models load it from the card. */
const BOOT_FILES = ['config.txt', 'board.yaml', 'cmdline.txt', 'kernel8.img', 'initrd', 'bootcode.bin', 'start.elf', 'fixup.dat', 'start4.elf', 'fixup4.dat']; // oxfmt-ignore
const ROOT_FILES = [
  'opt/tapin/tapin',
  'opt/tapin/node_modules/node/bin/node',
  'etc/tapin/firmware.pub',
  'etc/tapin/board.yaml',
];
const WANTS = 'etc/systemd/system/multi-user.target.wants';
const UNITS = ['tapin.service', 'tapin-gadget.service', 'tapin-ssh.service', 'NetworkManager.service', 'avahi-daemon.service', 'systemd-timesyncd.service']; // oxfmt-ignore

export interface CardReport {
  /** One line per checked property. */
  readonly lines: readonly string[];
  /** One sentence per fault; empty if the card is complete. */
  readonly faults: readonly string[];
}

/** Checks an image, packed or not. `folder`: an empty one. Errors: `bad_value` if it can't be read. */
export async function checkCard(file: string, folder: string): Promise<Result<CardReport>> {
  const read = await readCard(file, folder);
  if (!read.ok) return read;
  const card = read.value;
  const faults = [
    ...missingIn('boot partition', BOOT_FILES, (name) => card.boot_files.includes(name)),
    ...missingIn('root', ROOT_FILES, (path) => existsSync(join(card.root, path))),
    ...missingIn('units at boot', UNITS, (unit) => unitsOf(card).includes(unit)),
    ...(await configFaults(card)),
    ...secretsIn(card),
    ...(await programFaults(card)),
  ];
  const signature = await signatureOf(file, card);
  if (!signature.valid) faults.push(signature.text);
  const models = Object.entries(MODELS).map(
    ([model, tree]) => `${model}: ${card.boot_files.includes(tree) ? 'boot files complete' : `no ${tree}`}`,
  );
  const names = ['boot', 'root', 'data'];
  const sizes = card.partitions.map(({ size_bytes }, index) => `${names[index]} ${megabytes(size_bytes)}`);
  return ok({
    lines: [
      `File: ${megabytes(statSync(file).size)}`,
      `Partitions: ${sizes.join(', ')}`,
      `Program: ${megabytes(sizeOf(join(card.root, 'opt/tapin')))}`,
      `Units at boot: ${unitsOf(card).toSorted().join(', ')}`,
      ...(signature.valid ? [signature.text] : []),
      ...models,
    ],
    faults,
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const missingIn = (place: string, names: readonly string[], has: (name: string) => boolean): readonly string[] =>
  names.filter((name) => !has(name)).map((name) => `The ${place} lacks ${name}.`);

function unitsOf({ root }: ReadCard): readonly string[] {
  const folder = join(root, WANTS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function configFaults(card: ReadCard): Promise<readonly string[]> {
  const config = await card.bootText('config.txt');
  if (!config.ok) return [config.error.message];
  return missingIn('config.txt', ['arm_64bit=1', 'kernel=kernel8.img'], (line) =>
    config.value.split('\n').includes(line),
  );
}

/** Returns a sentence per file that would be the same on every copy of the card and must not be. */
function secretsIn({ root }: ReadCard): readonly string[] {
  const faults: string[] = [];
  const ssh = join(root, 'etc/ssh');
  for (const name of existsSync(ssh) ? readdirSync(ssh) : [])
    if (/^ssh_host_.*_key$/.test(name)) faults.push(`The root has an SSH key, etc/ssh/${name}.`);
  const shadow = join(root, 'etc/shadow');
  for (const line of existsSync(shadow) ? readFileSync(shadow, 'utf8').split('\n') : []) {
    const [user, password = '*'] = line.split(':');
    if (user && !/^[!*]/.test(password)) faults.push(`The account ${user} has a password.`);
  }
  const id = join(root, 'etc/machine-id');
  if (existsSync(id) && statSync(id).size > 0) faults.push('The root has a machine ID.');
  return faults;
}

async function programFaults({ root }: ReadCard): Promise<readonly string[]> {
  const program = join(root, 'opt/tapin');
  if (!existsSync(program)) return [];
  const foreign = await foreignBinary(program, 'linux-arm64');
  return foreign === null ? [] : [`The program has a file for another processor: ${foreign.slice(root.length + 1)}.`];
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  return bytes;
}

/** Verifies the signature beside a packed image with the key on the card itself. */
async function signatureOf(
  file: string,
  { root }: ReadCard,
): Promise<{ readonly valid: boolean; readonly text: string }> {
  if (!existsSync(`${file}.minisig`)) return { valid: true, text: 'Signature: none beside the file' };
  const path = join(root, 'etc/tapin/firmware.pub');
  const key = readPublicKey(existsSync(path) ? readFileSync(path, 'utf8') : '');
  const signature = readSignature(readFileSync(`${file}.minisig`, 'utf8'));
  if (!key.ok || !signature.ok) return { valid: false, text: 'The signature or the key on the card is damaged.' };
  const hash = createHash('blake2b512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return verifySignature([key.value], signature.value, hash.digest()).ok
    ? { valid: true, text: `Signature: by ${key.value.id}, the key that the card trusts for updates` }
    : { valid: false, text: 'The signature is not by the key that the card trusts for updates.' };
}

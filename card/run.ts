// `npm run card`: builds the image of a card for a Raspberry Pi.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { openFirmwareKey } from '../bin/cloud/firmware-key.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import { CARD_PROGRAMS, missingOf, THIS_MACHINE } from '../rig/needs.ts';
import type { Result } from '../wire/errors.ts';
import { publicKeyText } from '../wire/firmware/minisign.ts';
import { toPublicKey } from '../wire/firmware/secret-key.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
function endWith(sentence: string, code: 1 | 2): never {
  process.stderr.write(`card: ${sentence}\n`);
  process.exit(code);
}
const valueOf = <T>(result: Result<T>): T => (result.ok ? result.value : endWith(result.error.message, 1));

interface CardOptions {
  readonly keys: string;
  readonly out: string;
}

await new Command('card')
  .description('Build the image of a card for a Raspberry Pi 3, 4, 5 or Zero 2 W. Requires no root.')
  .option('--keys <folder>', "folder with firmware.key, which signs the card and the device's updates", 'tapin-cloud')
  .option('--out <file>', 'packed image', 'dist/tapin-rpi.img.xz')
  .addHelpText('after', '\nExamples:\n  npm run card\n  npm run card -- --keys /srv/keys --out tapin-rpi.img.xz')
  .action(async ({ keys, out }: CardOptions) => {
    const missing = missingOf(THIS_MACHINE, CARD_PROGRAMS, 'The card');
    if (missing.length > 0) endWith(missing.join(' '), 2);
    for (const folder of [keys, dirname(out)]) mkdirSync(folder, { recursive: true });
    const log = createMemoryLog(createSystemClock());
    const key = valueOf(await openFirmwareKey(keys, createSystemRandom(), log));
    const { buildCard } = await import('./build-card.ts');
    const { packCard } = await import('./pack-card.ts');
    const image = valueOf(await buildCard(publicKeyText(toPublicKey(key)), print));
    print('card: packing');
    const { size_bytes, sha256 } = valueOf(await packCard(image, out, key));
    print(`${out}: ${(size_bytes / 1e6).toFixed(0)} MB, sha256 ${sha256}`);
    print(`Check it: tapin card check ${out}. Write it to a card: see docs/raspberry-pi.md.`);
  })
  .parseAsync();

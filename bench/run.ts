// Prints the figures of this machine: `npm run bench`, or `npm run bench -- relay` for one. Nothing is asserted; machines are shared and noisy, so the figures are
// medians, each beside its aim or a peer of the same run.

import { arch, cpus, platform } from 'node:os';
import { benchDecode } from './decode.ts';
import { benchExtensions } from './extensions.ts';
import type { Figure } from './figures.ts';
import { benchFirstFrame } from './first-frame.ts';
import { benchForwarding } from './forwarding.ts';
import { benchGolf } from './golf.ts';
import { benchInstallation } from './installation.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchPaths } from './paths.ts';
import { benchRelay } from './relay.ts';
import { benchReload } from './reload.ts';
import { benchSessionTime } from './session-time.ts';
import { benchStore } from './store.ts';
import { benchStrikeToFrame } from './strike-to-frame.ts';
import { benchTogether } from './together.ts';
import { benchVirtualTime } from './virtual-time.ts';

const BENCHES: Readonly<Record<string, () => readonly Figure[] | Promise<readonly Figure[]>>> = {
  'first-frame': benchFirstFrame,
  'strike-to-frame': benchStrikeToFrame,
  decode: benchDecode,
  memory: benchMemory,
  'virtual-time': benchVirtualTime,
  'session-time': benchSessionTime,
  together: benchTogether,
  pages: benchPages,
  extensions: async () => [
    ...(await benchPaths()),
    ...(await benchExtensions()),
    ...(await benchReload()),
    ...(await benchStore()),
  ],
  forwarding: benchForwarding,
  golf: benchGolf,
  installation: benchInstallation,
  relay: benchRelay,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark ${JSON.stringify(unknown)}: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
process.stdout.write(
  `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n\n`,
);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES))
  for (const { what, value, beside } of (await BENCHES[name]?.()) ?? [])
    process.stdout.write(`${what.padEnd(66)} ${value.padStart(10)}   ${beside}\n`);

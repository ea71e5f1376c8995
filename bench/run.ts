// Prints the figures of this machine: `npm run bench`, or `npm run bench -- relay` for one. Nothing is asserted; machines are shared and noisy, so the figures are
// medians, each beside its aim or a peer of the same run.

import { arch, cpus, platform } from 'node:os';
import { BENCHES, figuresOf } from './benches.ts';

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
  for await (const { what, value, beside } of figuresOf(name, 'whole'))
    process.stdout.write(`${what.padEnd(66)} ${value.padStart(10)}   ${beside}\n`);

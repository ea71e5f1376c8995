// Prints the figures of this machine: `npm run bench`, or `npm run bench -- relay` for one. `--inputs`, `--wait` and `--fsync` are for fleet-soak. Nothing is asserted; machines are shared and noisy, so the figures are
// medians, each beside its aim or a peer of the same run.

import { arch, cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { BENCHES, figuresOf } from './benches.ts';

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { inputs: { type: 'string' }, wait: { type: 'boolean', default: false }, fsync: { type: 'string' } },
});
const fsync = (['always', 'everysec'] as const).find((choice) => choice === values.fsync);
if (values.fsync !== undefined && fsync === undefined) {
  process.stderr.write('Fsync is always or everysec.\n');
  process.exit(2);
}
const inputs = values.inputs === undefined ? undefined : Number(values.inputs);
if (inputs !== undefined && !(Number.isInteger(inputs) && inputs > 0)) {
  process.stderr.write('Inputs are a whole number, such as --inputs 1000000.\n');
  process.exit(2);
}
const unknown = asked.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  process.stderr.write(`There is no benchmark ${JSON.stringify(unknown)}: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}
process.stdout.write(
  `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n\n`,
);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES))
  for await (const { what, value, beside } of figuresOf(name, 'whole', { inputs, wait: values.wait, fsync }))
    process.stdout.write(`${what.padEnd(66)} ${value.padStart(10)}   ${beside}\n`);

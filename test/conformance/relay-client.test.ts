// A client in another language, written only from the protocol spec, plays a whole session against the real server.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonTest } from '../support/process/python.ts';
import { runTapin, startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const CLIENT = fileURLToPath(new URL('../../docs/examples/relay-client.py', import.meta.url));

pythonTest('[relay §4] the example client in Python hosts, joins, polls, plays and stops', async (t) => {
  const folder = await temporaryFolder(t);
  const registry = `${folder}/devices.json`;
  const identities = ['host', 'guest'].map((name) => `${folder}/${name}.json`);
  for (const file of identities) {
    const { stdout } = await runTapin(['cloud', 'enrol', '--devices', registry]);
    await writeFile(file, stdout);
  }
  const where = ['--port', '0', '--metrics-port', '0', '--data', `${folder}/data`, '--devices', registry];
  const { listening } = await startTapin(t, ['cloud', 'serve', ...where]);
  const { stdout } = await promisify(execFile)('python3', [CLIENT, String(listening['relay']), ...identities]);
  const lines = stdout.trim().split('\n');
  t.is(lines.length, 17, stdout);
  t.is(lines.at(-1), 'the guest has learned that the host stopped');
});

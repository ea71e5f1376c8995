// Plays scenarios with `tapin test` in its own process.

import { runTapin } from '../process/tapin-process.ts';
import { fieldsIn, fieldsOf, listOf } from '../read-json.ts';

/** Runs `tapin test --json`; `results` has the backend, status and message of each scenario. */
export async function played(...args: readonly string[]) {
  const { code, stdout, stderr } = await runTapin(['test', '--json', ...args]);
  const scenarios = listOf(fieldsIn(stdout)['scenarios']).map(fieldsOf);
  return {
    code,
    output: stdout + stderr,
    results: scenarios.map(({ status, message, backend }) => [backend, status, message]),
  };
}

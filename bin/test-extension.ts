// What `tapin extension test` does: plays the script that stands beside each file, and prints a line a file.

import { readFileSync } from 'node:fs';
import { createLineLog } from '../hal/log/log-lines.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readExtension } from '../simulation/extension-script/extension-file.ts';
import { play } from '../simulation/extension-script/play.ts';
import { readScript } from '../simulation/extension-script/script.ts';

export interface TestFilesOptions {
  /** The script, where it does not stand beside the file. */
  readonly script?: string;
  readonly verbose?: boolean;
}

/** Exit code 1 where one of them does not pass. */
export async function testFiles(
  files: readonly string[],
  { script, verbose = false }: TestFilesOptions,
): Promise<void> {
  for (const file of files) {
    const line = await testFile(file, script ?? file.replace(/\.lua$/, '.yaml'), verbose);
    process.stdout.write(`${line.ok ? line.value : line.error.message}\n`);
    if (!line.ok) process.exitCode = 1;
  }
}

async function testFile(file: string, beside: string, verbose: boolean): Promise<Result<string>> {
  const extension = await readExtension(file);
  if (!extension.ok) return extension;
  const text = textOf(beside);
  if (!text.ok) return text;
  const script = readScript(text.value, beside);
  if (!script.ok) return script;
  const began_ms = performance.now();
  const log = createLineLog(createSystemClock(), (line) => process.stderr.write(line), verbose ? 'debug' : 'warn');
  const played = await play(extension.value, script.value, beside, log);
  if (!played.ok) return played;
  const { putts, screenshots, played_ms } = played.value;
  const words = [
    count(script.value.steps.length, 'step'),
    count(putts, 'putt'),
    count(screenshots.length, 'screenshot'),
  ];
  const took_s = ((performance.now() - began_ms) / 1000).toFixed(1);
  return ok(`${beside}: passed: ${words.join(', ')}; ${(played_ms / 1000).toFixed(0)} s of play in ${took_s} s.`);
}

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

function textOf(beside: string): Result<string> {
  try {
    return ok(readFileSync(beside, 'utf8'));
  } catch (thrown) {
    return fail('bad_value', `${beside}: the script can't be read: ${messageOf(thrown)}.`);
  }
}

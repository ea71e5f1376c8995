// `tapin extension new`: writes a first drill or game that is ready to play, and a scenario that tests it.

import { existsSync, writeFileSync } from 'node:fs';
import { firstText } from '../../firmware/extension-runtime/first-text.ts';
import { messageOf } from '../../wire/errors.ts';
import { exitWith } from '../process/process.ts';

/** Writes NAME.lua and NAME.yaml into the current folder; never overwrites existing files. */
export function writeNew(kind: 'drill' | 'game', name: string): void {
  const [file, script] = [`${name}.lua`, `${name}.yaml`];
  for (const each of [file, script])
    if (existsSync(each)) exitWith({ code: 'bad_value', message: `${each} already exists: choose another name.` });
  write(file, firstText(kind, titleOf(name)));
  write(script, scriptOf(name));
  process.stdout.write(
    `Created ${file} and ${script}.\nPlay it: tapin extension run ${file}\nTest it: tapin extension test ${file}\n`,
  );
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (thrown) {
    exitWith({ code: 'bad_value', message: `${file} can't be written: ${messageOf(thrown)}.` });
  }
}

const titleOf = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const scriptOf = (name: string): string => `# Script for ${name}.lua; run it with tapin extension test ${name}.lua.
steps:
  - expect_line: [0 of 0, 6 feet]
  - putt: { roll_ft: 6.8 } # reaches the hole and falls
  - expect_line: 1 of 1
  - putt: { roll_ft: 4 } # stays short
  - expect_line: 1 of 2
  - screenshot: ${name}.png
`;

// What `tapin extension new` does: writes a first drill or game that can be played at once, and a script that tests it.

import { existsSync, writeFileSync } from 'node:fs';
import { messageOf } from '../wire/errors.ts';
import { exitWith } from './process.ts';

/** Writes NAME.lua and NAME.yaml into the current folder; existing files stay. */
export function writeNew(kind: 'drill' | 'game', name: string): void {
  const [file, script] = [`${name}.lua`, `${name}.yaml`];
  for (const each of [file, script])
    if (existsSync(each)) exitWith({ code: 'bad_value', message: `${each} is there already: choose another name.` });
  write(file, textOf(kind, name));
  write(script, scriptOf(name));
  process.stdout.write(
    `${file} and ${script} are there.\nPlay it: tapin extension run ${file}\nTest it: tapin extension test ${file}\n`,
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

const textOf = (kind: 'drill' | 'game', name: string): string => `-- ${titleOf(name)}: what it is about, in a line.

manifest {
  name = "${titleOf(name)}",
  kind = "${kind}",
  about = "Hole as many as you can.",
  settings = { { key = "feet", label = "Distance", type = "int", min = 3, max = 30, default = 6, unit = "ft" } },
}

local feet = settings.get("feet")
local putts, holed = 0, 0

-- Where the hole is: before each putt.
function ext.target()
  return { kind = "hole", distance_ft = feet }
end

-- A putt, with what became of it.
function ext.putt(p)
  putts = putts + 1
  if p.verdict == "holed" then
    holed = holed + 1
    sound.play("holed")
  end
end

-- The picture: 480 by 320.
function ext.draw()
  canvas.clear()
  canvas.text("${titleOf(name)}", 20, 32, { size = 22 })
  canvas.text(holed .. " of " .. putts, 240, 150, { size = 48, align = "center" })
  canvas.text(feet .. " feet", 240, 200, { size = 18, align = "center", color = "#a9c0b4" })
end
`;

const scriptOf = (
  name: string,
): string => `# What tapin extension test plays on ${name}.lua, and what its screen must say then.
steps:
  - expect_line: [0 of 0, 6 feet]
  - putt: { roll_ft: 6.8 } # reaches the hole and falls
  - expect_line: 1 of 1
  - putt: { roll_ft: 4 } # stays short
  - expect_line: 1 of 2
  - screenshot: ${name}.png
`;

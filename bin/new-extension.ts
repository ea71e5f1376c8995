// What `tapin extension new` does: writes a first drill or game that can be played at once.

import { existsSync, writeFileSync } from 'node:fs';
import { messageOf } from '../wire/errors.ts';
import { exitWith } from './process.ts';

/** Writes NAME.lua into the current folder; an existing file stays. */
export function writeNew(kind: 'drill' | 'game', name: string): void {
  const file = `${name}.lua`;
  if (existsSync(file)) exitWith({ code: 'bad_value', message: `${file} is there already: choose another name.` });
  try {
    writeFileSync(file, textOf(kind, name));
  } catch (thrown) {
    exitWith({ code: 'bad_value', message: `${file} can't be written: ${messageOf(thrown)}.` });
  }
  process.stdout.write(`${file} is there. Play it: tapin extension run ${file}\n`);
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

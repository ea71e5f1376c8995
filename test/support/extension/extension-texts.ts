// Realistic extension scripts of any size: many small functions, tables of data, long comments, drawings.

import { MANIFEST } from './extension-script.ts';

interface TextKind {
  readonly what: string;
  part(n: number): string;
}

/** Kinds whose parts are code, which needs little memory at run time. */
export const CODE_KINDS: readonly TextKind[] = [
  {
    what: 'functions that draw',
    part: (n) => `local function draw_${n % 150}(x, y)
  canvas.text("Station " .. x .. " of " .. ${n}, x + ${n % 7}, y, { size = 18, align = "center", color = "#f3f8f5" })
  if x > ${n} and y < 300 then canvas.rect(x, y, 20, 10, { fill = "#33aa77", radius = 3 }) end
end`,
  },
  {
    what: 'branches',
    part: (n) => `function rule_${n % 200}(putt, made)
  if putt.verdict == "holed" and putt.distance_ft > ${n % 30} then made = made + 1
  elseif putt.verdict == "lip" then made = made - 1 else made = made * 2 % ${n + 3} end
  for i = 1, made do if i == ${n} then return i end end
  return made
end`,
  },
  {
    what: 'paths',
    part: (n) =>
      `function icon_${n % 100}() canvas.path("M${n} 0L10 10C5 5 6 6 7 7 8 8 9 9 10 ${n}Z M1 1H5V5H1Z", { fill = 0x33aa77, x = ${n % 400} }) end`,
  },
  {
    what: 'comments',
    part: (n) => `-- What follows is a remark of line ${n}, as a careful author writes them above each function.`,
  },
  {
    what: 'long names',
    part: (n) => `function the_way_to_decide_what_is_next_${n}(argument_${n}) return argument_${n} end`,
  },
];

/** Kinds whose parts are data that occupies the heap. */
export const DATA_KINDS: readonly TextKind[] = [
  {
    what: 'a table of stations',
    part: (n) =>
      `stations = stations or {} stations[#stations + 1] = { hole = ${n}, feet = ${n % 30}.5, name = "Station ${n}" }`,
  },
  {
    what: 'words',
    part: (n) => `words = words or {} words[#words + 1] = "a sentence that a drill says when number ${n} is made"`,
  },
];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns an extension of exactly this many bytes: parts, then a comment as padding. `end` follows the parts. */
export function textOfBytes({ part }: Pick<TextKind, 'part'>, bytes: number, end = ''): string {
  let text = `${MANIFEST}\n`;
  const tail = end === '' ? '' : `${end}\n`;
  for (let n = 1; ; n++) {
    const next = `do ${part(n)}\nend\n`;
    if (bytesOf(text + next + tail) > bytes - 4) break;
    text += next;
  }
  text += tail;
  return `${text}--${'é'.repeat(Math.floor((bytes - bytesOf(text) - 2) / 2))}${(bytes - bytesOf(text)) % 2 === 0 ? '' : 'x'}`;
}

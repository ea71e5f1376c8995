// Random Lua snippets: any mixture of statements, expressions, library calls, verbs, coroutines and metatables.

import fc from 'fast-check';
import { VERBS } from '../../../firmware/extension-runtime/verbs/verbs.ts';
import { titleOf } from '../../../firmware/extension-runtime/verbs/verb.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;

const LIBRARY =
  `assert error getmetatable ipairs next pairs pcall print rawequal rawget rawlen rawset select setmetatable tonumber tostring type
manifest string.rep string.find string.match string.gmatch string.gsub string.format string.byte string.char string.sub string.len
string.lower string.reverse string.pack string.unpack string.packsize table.insert table.remove table.concat table.sort table.unpack
table.pack table.move math.random math.floor math.tointeger math.max utf8.char utf8.codes utf8.len utf8.offset utf8.codepoint
coroutine.create coroutine.resume coroutine.wrap coroutine.yield coroutine.close coroutine.status coroutine.running
coroutine.isyieldable load xpcall string.dump`.split(/\s/);
const CALLABLE = [...LIBRARY, ...VERBS.map(titleOf), ...NAMES, '(function(...) return ... end)'];

const EVENTS = 'index newindex call add concat len eq lt le close gc tostring pairs'.split(' ');
const METAMETHODS = [...EVENTS.map((event) => `__${event}`), '__mode', '__metatable', '__name'];

const ATOMS =
  String.raw`nil, true, false, 0, 1, -1, 2.5, 1e300, 0/0, 1/0, 1 << 62, math.mininteger, 300, "", "x", "%d+", "(a*)(.-)b$",
"[a-z]+", "%b()", "#33aa77", "made", "sound", "holed", "M0 0L10 10z", "\0\xff", ("ab"):rep(30), ("x"):rep(9000), {}, { 1; 2; 3 },
{ name = "n"; kind = "drill" }, _G, _ENV, ext, canvas, ...`.split(/,\s/);

// A type alias, because an interface is not assignable to Record.
// oxlint-disable-next-line typescript/consistent-type-definitions
type Shapes = {
  readonly expression: string;
  readonly statement: string;
  readonly block: string;
};

const { block } = fc.letrec<Shapes>((tie) => {
  const expressions = (least: number, most: number): fc.Arbitrary<string> =>
    fc.array(tie('expression'), { minLength: least, maxLength: most }).map((each) => each.join(', '));
  const name = fc.constantFrom(...NAMES);
  const call = fc.tuple(fc.constantFrom(...CALLABLE), expressions(0, 4)).map(([callee, args]) => `${callee}(${args})`);
  const body = tie('block').map((each) => `function(...) local ${NAMES.join(', ')} = ... ${each} end`);
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...ATOMS, ...NAMES),
      call,
      body,
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '//', '%', '^', '..', '==', '<', '<=', 'and', 'or', '|', '<<'),
          tie('expression'),
        )
        .map(([a, op, b]) => `(${a}) ${op} (${b})`),
      fc.tuple(fc.constantFrom('-', 'not ', '#', '~'), tie('expression')).map(([op, a]) => `${op}(${a})`),
      fc.tuple(name, tie('expression')).map(([table, key]) => `${table}[${key}]`),
      fc
        .tuple(name, fc.constantFrom('constructor', '__proto__', 'x', 'rep', 'gsub'))
        .map(([table, key]) => `${table}.${key}`),
      fc.tuple(tie('expression'), tie('expression')).map(([key, value]) => `{ ${value}, [${key}] = ${value} }`),
      fc
        .tuple(fc.constantFrom(...METAMETHODS), tie('expression'))
        .map(([event, value]) => `setmetatable({}, { ${event} = ${value} })`),
    ),
    statement: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      call,
      fc.tuple(name, tie('expression')).map(([to, value]) => `${to} = ${value}`),
      fc.tuple(name, tie('expression'), tie('expression')).map(([to, key, value]) => `${to}[${key}] = ${value}`),
      fc.tuple(name, tie('expression')).map(([to, value]) => `local ${to} <close> = ${value}`),
      fc
        .tuple(tie('expression'), tie('block'), tie('block'))
        .map(([when, yes, no]) => `if ${when} then ${yes} else ${no} end`),
      fc.tuple(tie('expression'), tie('block')).map(([when, each]) => `while ${when} do ${each} end`),
      fc.tuple(name, tie('expression'), tie('block')).map(([each, to, run]) => `for ${each} = 1, ${to} do ${run} end`),
      fc.tuple(name, call, tie('block')).map(([each, over, run]) => `for ${each} in ${over} do ${run} end`),
      tie('block').map((each) => `repeat ${each} until a`),
      tie('block').map((each) => `pcall(function(...) ${each} end)`),
      tie('block').map((each) => `coroutine.wrap(function(...) ${each} end)()`),
      fc.tuple(fc.constantFrom('start', 'draw', 'x'), body).map(([callback, run]) => `ext.${callback} = ${run}`),
    ),
    block: fc
      .array(tie('statement'), { minLength: 1, maxLength: 4, size: 'small' })
      .map((each) => each.map((one) => `do ${one} end`).join('\n')),
  };
});

const BEGINNING = `local a, b, c, d, e = { 3, 1, 2, x = "x" }, "some text", function(...) return ... end, 5, setmetatable({}, { __index = string })
local all = {}
local function try(f) local _, message = pcall(f, a, b, c) all[#all + 1] = tostring(message):sub(1, 60) end`;

/** Arbitrary of statements over a few names; each may fail, and the last raises the collected errors. */
export const luaSnippet: fc.Arbitrary<string> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map(
    (blocks) =>
      `${BEGINNING}\n${blocks.map((each) => `try(function(...) ${each} end)`).join('\n')}\nerror(table.concat(all, "; "), 0)`,
  );

// Warnings of the checker when it tries out an extension: failing callbacks, and defects that raise no error.

import test from 'ava';
import { checkBytes } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { warningText } from '../../../firmware/extension-runtime/try-out.ts';

const lua = await loadLua();

/** Returns the warnings for a script with the manifest on the first line, followed by the body. */
function warningsOf(body: string, manifest = 'name = "A", kind = "drill"'): readonly string[] {
  const verdict = checkBytes(lua, new TextEncoder().encode(`manifest { ${manifest} }\n${body}`), true);
  if (!verdict.ok) return [`refused: ${verdict.problem.message}`];
  return verdict.warnings.map((warning) => `${warning.line}: ${warningText(warning)}`);
}

const DRAWS = 'function ext.draw() canvas.clear() end\n';

test('[R123] an extension without defects has no warnings', (t) => {
  t.deepEqual(warningsOf(DRAWS), []);
  t.deepEqual(warningsOf(`${DRAWS}local function putt() end function ext.putt() putt() end`), []);
});

test('[R123] tries each key in each phase', (t) => {
  const failsOn = (name: string, phase: string): readonly string[] =>
    warningsOf(
      `${DRAWS}function ext.key(name, phase)\nif name == "${name}" and phase == "${phase}" then error("no") end end`,
    );
  for (const name of ['up', 'down', 'left', 'right', 'ok'])
    for (const phase of ['down', 'repeat', 'up'])
      t.deepEqual(failsOn(name, phase), ['4: ext.key fails: no.'], `${name} ${phase}`);
  t.deepEqual(failsOn('back', 'down'), []);
});

test('[R123] warns of a wrong target, with its line', (t) => {
  const body = `${DRAWS}function ext.target()\nreturn { kind = "cup" }\nend`;
  t.deepEqual(warningsOf(body), ['4: ext.target fails: target.kind must be one of hole, station, not "cup".']);
});

for (const name of ['start', 'target', 'putt', 'key', 'update', 'draw'])
  test(`[R123] warns of a global function ${name} without ext.`, (t) => {
    const draws = name === 'draw' ? 'function ext.putt() end\n' : DRAWS;
    const expected = [`3: ${name} is a global function that the device does not call: name it ext.${name}.`];
    t.deepEqual(warningsOf(`${draws}function ${name}() end`), expected);
    t.deepEqual(warningsOf(`${draws}${name} = function(a) end`), expected);
    t.deepEqual(warningsOf(`function ${name}() end`), [expected[0]?.replace('3', '2')]);
    t.deepEqual(warningsOf(`${draws}${name} = 5`), [], 'a number is not a function');
    t.deepEqual(warningsOf(`${draws}function ${name}() end function ext.${name}() end`), [], 'ext has one too');
  });

for (const name of ['start', 'target', 'putt', 'key', 'update', 'draw'])
  test(`[R123] warns of a local function ${name} that nothing uses`, (t) => {
    const draws = name === 'draw' ? 'function ext.putt() end\n' : DRAWS;
    const expected = [`3: ${name} is a local function that the device does not call: name it ext.${name}.`];
    t.deepEqual(warningsOf(`${draws}local function ${name}() end`), expected);
    t.deepEqual(warningsOf(`${draws}local ${name} = function(a) end`), expected);
    t.deepEqual(warningsOf(`${draws}local function ${name}() end ext.${name} = ${name}`), []);
    t.deepEqual(warningsOf(`${draws}local function ${name}() end ${name}()`), [], 'a helper');
    t.deepEqual(warningsOf(`${draws}local function ${name}s() end local ${name} = 5`), []);
  });

test('[R123] warns of a manifest without a body', (t) => {
  const expected = ['null: No callbacks: add ext.putt and ext.draw.'];
  t.deepEqual(warningsOf(''), expected);
  t.deepEqual(warningsOf('canvas.clear() local n = 5'), expected);
  t.deepEqual(warningsOf('ext = { draw = function() end }'), []);
  t.deepEqual(warningsOf('timer.every(500, function() canvas.clear() end)'), []);
});

test('[R123] warns of players that a manifest has no room for', (t) => {
  const base = 'name = "A", kind = "drill", players =';
  t.deepEqual(warningsOf(DRAWS, `${base} { 1, 4 }`), []);
  t.deepEqual(warningsOf(DRAWS, `${base} { 4, 4 }`), []);
  t.deepEqual(warningsOf(DRAWS, `${base} { 1, 3 }`), [
    'null: A device may have 4 players: players = {1, 3} leaves out 1.',
  ]);
  t.deepEqual(warningsOf(DRAWS, `${base} { 1, 1 }`), [
    'null: A device may have 4 players: players = {1, 1} leaves out 3.',
  ]);
});

// Tests generated from the verb table: each verb can be called during a check, and describes a wrong call in a one-line
// error.

import test, { type ExecutionContext } from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { titleOf, type Argument, type Verb } from '../../../firmware/extension-runtime/verbs/verb.ts';
import { VERBS } from '../../../firmware/extension-runtime/verbs/verbs.ts';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { MANIFEST, callBody, checkBody, endOfCall, endOfVerdict } from '../../support/extension/extension-script.ts';
import { OF_EACH_TYPE, callOf, goodCall, goodValue, wrongTypes } from '../../support/extension/lua-literals.ts';

const lua = await loadLua();

test('[R123] each module has verbs, and verb names are unique', (t) => {
  const titles = VERBS.map(titleOf);
  t.is(new Set(titles).size, titles.length);
  const modules = [
    'canvas',
    'device',
    'led',
    'log',
    'players',
    'random',
    'roll',
    'settings',
    'shot',
    'sound',
    'store',
    'timer',
    'trend',
  ];
  t.deepEqual([...new Set(VERBS.map(({ module }) => module))].sort(), modules);
  for (const { doc, args } of VERBS) t.true(doc.endsWith('.') && args.every((each) => each.doc !== ''));
});

const optionalFrom = ({ args }: Verb): number => {
  const first = args.findIndex(({ optional }) => optional === true);
  return first === -1 ? args.length : first;
};

for (const verb of VERBS) {
  test(`[R123] ${titleOf(verb)} can be called in a check and on the device, with all or required arguments`, (t) => {
    const all = goodCall(verb);
    const least = callOf(
      verb,
      verb.args.slice(0, optionalFrom(verb)).map((argument) => goodValue(verb, argument)),
    );
    for (const call of [all, least]) {
      t.is(endOfVerdict(checkBody(lua, `local given = ${call}`)), 'ok', call);
      t.is(endOfCall(callBody(lua, `local given = ${call}`)), 'ok', call);
    }
  });

  test(`[R123] ${titleOf(verb)} returns the type in its table, and no reference to internals`, (t) => {
    const body = `local function walk(v)
        local kind = type(v)
        assert(kind ~= "function" and kind ~= "userdata" and kind ~= "thread", kind)
        if kind == "table" then assert(getmetatable(v) == nil) for k, each in next, v do walk(k) walk(each) end end
        return kind
      end
      local all = table.pack(${goodCall(verb)})
      assert(all.n == 1) error(walk(all[1]), 0)`;
    const kind = endOfCall(callBody(lua, body));
    const { gives } = verb;
    const kinds =
      gives === ''
        ? ['nil']
        : gives === 'any'
          ? ['number', 'string', 'boolean']
          : gives
              .split(' | ')
              .map((each) => (/table|\[\]|\{|^[A-Z]/.test(each) ? 'table' : each === 'integer' ? 'number' : each));
    t.true(kinds.includes(kind), `${kind}, not ${gives}`);
  });
}

/** Returns the message of a call that must fail on line 4 of its script. */
function sentenceOf(t: ExecutionContext, call: string): string {
  const verdict = checkBody(lua, `\n\nlocal given = ${call}`);
  if (verdict.ok) return `no error in ${call}`;
  const { code, message, line } = verdict.problem;
  t.is(code, 'compile_error', call);
  t.is(line, 4, call);
  t.regex(message, /^[^\n]{1,300}[^.]\.$/, 'one sentence');
  return message;
}

const positions = (verb: Verb): readonly (readonly [place: number, argument: Argument])[] => [...verb.args.entries()];

for (const verb of VERBS.filter(({ args }) => args.length > 0))
  test(`[R123] ${titleOf(verb)} names itself and the argument of a wrong type`, (t) => {
    for (const [place, argument] of positions(verb)) {
      for (const type of wrongTypes(argument)) {
        const sentence = sentenceOf(t, goodCall(verb, place, OF_EACH_TYPE[type]));
        t.true(sentence.startsWith(`${titleOf(verb)}: ${argument.name} must be `), `${type}: ${sentence}`);
      }
      const coroutine = sentenceOf(t, goodCall(verb, place, 'coroutine.create(print)'));
      t.is(
        coroutine,
        verb.call
          ? `${titleOf(verb)}: argument ${place + 1} is a coroutine or a userdata, which the device does not accept.`
          : `${titleOf(verb)}: ${argument.name} must be a list, not thread.`,
      );
      for (const field of argument.fields ?? [])
        for (const type of wrongTypes({ ...field, optional: true })) {
          const sentence = sentenceOf(t, goodCall(verb, place, `{ ${field.name} = ${OF_EACH_TYPE[type]} }`));
          t.true(
            sentence.startsWith(`${titleOf(verb)}: ${argument.name}.${field.name} must be `),
            `${type}: ${sentence}`,
          );
        }
      if (argument.fields)
        t.regex(sentenceOf(t, goodCall(verb, place, '{ colr = 1 }')), /: opts has no field colr; allowed: \w+/);
    }
  });

const withRange = ({ min, max }: Argument): boolean => min !== undefined && max !== undefined;

/** Returns values beyond both ends, by a little and by much. */
const beyond = ({ type, min = 0, max = 0 }: Argument): readonly string[] => [
  ...(type === 'integer' ? [min - 1, max + 1, min + 0.5] : [min - 0.001, max + 0.001]).map(String),
  '0/0',
  '1/0',
  '-1/0',
  '-1e300',
];

for (const verb of VERBS.filter(({ args }) => args.some((each) => withRange(each) || each.fields?.some(withRange))))
  test(`[R123] ${titleOf(verb)} names the violated range, and accepts both ends`, (t) => {
    const checkRange = (argument: Argument, name: string, call: (value: string) => string): void => {
      for (const value of beyond(argument)) {
        const sentence = sentenceOf(t, call(value));
        const range = `${argument.type === 'integer' ? 'a whole number' : 'a number'} from ${argument.min} to ${argument.max}, not `;
        t.true(sentence.startsWith(`${titleOf(verb)}: ${name} must be ${range}`), `${value}: ${sentence}`);
      }
      for (const value of [argument.min, argument.max]) {
        const verdict = checkBody(lua, call(String(value)));
        t.true(
          verdict.ok || !verdict.problem.message.includes(`${name} must be a `),
          `${value}: ${endOfVerdict(verdict)}`,
        );
      }
    };
    for (const [place, argument] of positions(verb)) {
      if (withRange(argument)) checkRange(argument, argument.name, (value) => goodCall(verb, place, value));
      for (const field of (argument.fields ?? []).filter(withRange))
        checkRange(field, `${argument.name}.${field.name}`, (value) =>
          goodCall(verb, place, `{ ${field.name} = ${value} }`),
        );
    }
  });

for (const verb of VERBS)
  test(`[R123] ${titleOf(verb)} reports surplus arguments`, (t) => {
    const args = verb.args.map((argument) => goodValue(verb, argument));
    t.true(sentenceOf(t, callOf(verb, [...args, '1'])).startsWith(`${titleOf(verb)} takes ${args.length} argument`));
    t.is(endOfVerdict(checkBody(lua, callOf(verb, [...args, 'nil']))), 'ok', 'nil is not counted');
  });

const COLOURS: readonly (readonly [given: string, drawn: string])[] = [
  ['"#3A7"', '#33aa77'],
  ['"#33aa77"', '#33aa77'],
  ['"#33AA77"', '#33aa77'],
  ['0x33aa77', '#33aa77'],
  ['0', '#000000'],
  ['0xffffff', '#ffffff'],
];

test('[R123] a colour is #rgb, #rrggbb or 0xRRGGBB', (t) => {
  for (const [given, drawn] of COLOURS) {
    const called = callBody(lua, `canvas.clear(${given})`);
    t.like(called.effects.frame?.[0], { fill: drawn }, given);
  }
  for (const wrong of [
    '"red"',
    '"#12"',
    '"#1234"',
    '"33aa77"',
    '"#33aa7g"',
    '-1',
    '0x1000000',
    '1.5',
    '"#33aa77 "',
    '""',
  ])
    t.regex(sentenceOf(t, `canvas.clear(${wrong})`), /^canvas.clear: color must be a colour such as/, wrong);
});

test('[R123] options may be an object of a class: its __index values count, not its methods', (t) => {
  const size = (body: string): unknown => {
    const item = callBody(lua, body).effects.frame?.[0];
    return item?.kind === 'text' ? item.size : body;
  };
  const style =
    'local Style = { size = 30 } Style.__index = Style Style.__name = "Style" function Style.new(o) return setmetatable(o, Style) end';
  t.is(size(`${style} canvas.text("x", 1, 1, Style.new {})`), 30);
  t.is(size(`${style} canvas.text("x", 1, 1, Style.new { size = 20 })`), 20);
  t.is(size(`${style} canvas.text("x", 1, 1, setmetatable({}, { __index = Style.new {} }))`), 30);
  t.is(size('local loop = setmetatable({}, {}) getmetatable(loop).__index = loop canvas.text("x", 1, 1, loop)'), 18);
});

test('[R123] counts a text in characters, and accepts a number as a text', (t) => {
  const called = callBody(lua, 'canvas.text(("é"):rep(200), 1, 1) canvas.text(12.5, 1, 1)');
  t.is(endOfCall(called), 'ok');
  t.deepEqual(
    called.effects.lines.map((line) => line.length),
    [200, 4],
  );
  t.regex(
    sentenceOf(t, 'canvas.text(("é"):rep(201), 1, 1)'),
    /^canvas.text: s must be a string of at most 200 characters/,
  );
});

test('[R123] an error raised by the verb itself also names the verb', (t) => {
  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['settings.get("nothing")', /^settings.get: the manifest has no setting nothing/],
    ['trend.add("nothing", 1)', /^trend.add: the manifest has no trend nothing/],
    ['random.int(2, 1)', /^random.int: a must not exceed b/],
    ['math.random(2, 1)', /^Bad argument #1 to 'random' \(interval is empty\)/],
    ['store.set("k", ("x"):rep(5000))', /^store.set: store holds at most 4096 bytes, and this makes \d+/],
    ['canvas.path("M0 0", { width = -1 })', /^canvas.path: /],
    ['canvas.path(("M0 0L1 1"):rep(65))', /^canvas.path: A path has at most 64 subpaths/],
    ['canvas.path("M0 0", { scale = 0/0 })', /^canvas.path: /],
  ];
  for (const [call, sentence] of REFUSED) t.regex(sentenceOf(t, call), sentence, call);
});

test('[R123] a load-time call about a player required by the manifest passes the checker', (t) => {
  const text = `${MANIFEST.replace('kind =', 'players = { 2, 4 }, kind =')} players.set(2)`;
  t.is(endOfVerdict(checkText(lua, text)), 'ok');
});

// Scripts cannot run for long on few instructions.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { EXPENSIVE_LOOPS, PLAIN_LOOP } from '../../support/extension/expensive-scripts.ts';
import { callBody, endOfCall, startBody } from '../../support/extension/extension-script.ts';
import { processorTime } from '../../support/process/processor-time.ts';

const lua = await loadLua();
const RATIO_MAX = 10;

function timeOf(body: string, times: number): { readonly took_ms: number; readonly end: string } {
  const script = startBody(lua, `function ext.key() ${body} end`);
  let end = '';
  const took_ms = processorTime(() => void (end = endOfCall(script.call('key', [], 0))), times);
  script.close();
  return { took_ms, end };
}

const plain_ms = timeOf(PLAIN_LOOP, 20).took_ms;

for (const [what, body] of EXPENSIVE_LOOPS)
  test(`[R122] no callback takes more than ${RATIO_MAX} times as long as a plain one: ${what}`, (t) => {
    const { took_ms, end } = timeOf(body, 3);
    t.is(end, 'budget');
    t.true(took_ms < RATIO_MAX * plain_ms, `${took_ms.toFixed(1)} ms, and ${plain_ms.toFixed(1)} ms for a plain loop`);
  });

const ROOMY = 'local t = {} for i = 1, 1000 do t["key " .. i] = i end local sum = 0';
const USUAL: readonly (readonly [what: string, body: string])[] = [
  [
    'each character of a long text',
    'local s, sum = ("0123456789"):rep(500), 0 for i = 1, #s do sum = sum + #s:sub(i, i) end',
  ],
  ['each byte of a long text', 'local s, sum = ("0123456789"):rep(500), 0 for i = 1, #s do sum = sum + s:byte(i) end'],
  ['each entry of a large table, five times', `${ROOMY} for _ = 1, 5 do for _, v in pairs(t) do sum = sum + v end end`],
  ['a thousand entries found by their names', `${ROOMY} for i = 1, 1000 do sum = sum + t["key " .. i] end`],
  ['a sort of 500 names', 'local t = {} for i = 1, 500 do t[i] = "player " .. i * 7919 % 500 end table.sort(t)'],
  [
    'objects of a class of a class',
    `local A = {} A.__index = A function A.get(self) return self.n end local B = setmetatable({}, A) B.__index = B
    local o = setmetatable({ n = 1 }, B) for _ = 1, 10000 do o:get() end`,
  ],
];

for (const [what, body] of USUAL)
  test(`[R122] common script work fits into a callback: ${what}`, (t) => {
    t.is(endOfCall(callBody(lua, body)), 'ok');
  });

test('[R122] a long text costs nothing unless it is read', (t) => {
  const instructions = (text: string): number => {
    const script = startBody(
      lua,
      `local s = ${text} local n = 0 function ext.key() for _ = 1, 1000 do n = n + #s end end`,
    );
    script.call('key', [], 0);
    script.close();
    return script.used().instructions;
  };
  t.is(instructions('("x"):rep(60000)'), instructions('"x"'));
});

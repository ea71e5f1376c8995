// Extensions: what a callback costs there and back, how long one takes to start, what the checker needs for a full text, and how much
// of its heap a text leaves to what it does (C39).

import { checkText } from '../firmware/extension-runtime/check.ts';
import { hostOver } from '../firmware/extension-runtime/host.ts';
import { loadLua, type LuaWasm } from '../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Script } from '../firmware/extension-runtime/script.ts';
import { CHECK_INPUT } from '../firmware/extension-runtime/session.ts';
import { CALLBACK_INSTRUCTIONS_MAX } from '../wire/choices.ts';
import { EXTENSION_BYTES_MAX, SCRIPT_HEAP_BYTES_MAX } from '../wire/limits.ts';
import { CODE_KINDS, textOfBytes } from '../test/support/extension/extension-texts.ts';
import { MANIFEST, withManifest } from '../test/support/extension/extension-script.ts';
import { median, ms, thousands, type Figure, type Size } from './figures.ts';

const COUNTS = {
  whole: { machines: 5, rounds: 30, calls: 300, checks: 5 },
  tiny: { machines: 1, rounds: 1, calls: 2, checks: 1 },
} as const;
type Counts = (typeof COUNTS)[Size];
const SIZES_KB = [1, 4, 16, 32, 64];

export async function benchExtensions(size: Size): Promise<readonly Figure[]> {
  const counts = COUNTS[size];
  const machines_ms: number[] = [];
  for (let round = 0; round < counts.machines; round++) machines_ms.push(await timedAsync(loadLua));
  const lua = await loadLua();
  return [
    { what: 'a machine for Lua', value: ms(median(machines_ms)), beside: 'once a worker' },
    {
      what: 'start of a small extension',
      value: ms(median(startsOf(lua, MANIFEST, counts.rounds))),
      beside: 'a frame has 33 ms',
    },
    ...callbackFigures(lua, counts),
    ...textFigures(lua, counts),
  ];
}

const timed = (what: () => unknown): number => {
  const start = performance.now();
  what();
  return performance.now() - start;
};

async function timedAsync(what: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await what();
  return performance.now() - start;
}

const startsOf = (lua: LuaWasm, text: string, rounds: number): number[] =>
  Array.from({ length: rounds }, () => timed(() => scriptOf(lua, text).close()));

function scriptOf(lua: LuaWasm, text: string): Script {
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded.script;
}

const FRAME = `function ext.update() end
function ext.draw()
  canvas.clear()
  for i = 1, 20 do canvas.text("Player " .. i, 20, 14 * i, { size = 14 }) canvas.circle(i * 20, 100, 4, { fill = "#ffffff" }) end
end`;

function callbackFigures(lua: LuaWasm, { calls, rounds }: Counts): readonly Figure[] {
  const script = scriptOf(lua, withManifest(FRAME));
  const aCall = (call: () => unknown): number => median(Array.from({ length: calls }, () => timed(call)));
  const empty = aCall(() => script.call('update', [0.033], 0));
  const frame = aCall(() => script.call('draw', [], 0));
  const { instructions } = script.used();
  script.close();
  const host = hostOver(lua);
  host({ kind: 'load', text: withManifest(FRAME), input: CHECK_INPUT });
  const hosted = aCall(() => host({ kind: 'call', callback: 'update', args: [0.033], now_ms: 0 }));
  const endless = scriptOf(lua, withManifest('function ext.start() while true do end end'));
  const spent = median(Array.from({ length: rounds }, () => timed(() => endless.call('start', [{}], 0))));
  endless.close();
  const share = ((100 * instructions) / CALLBACK_INSTRUCTIONS_MAX).toFixed(1);
  return [
    { what: 'callback that does nothing, there and back', value: ms(empty), beside: 'a frame has 33 ms' },
    {
      what: 'callback that draws 41 parts',
      value: ms(frame),
      beside: `${thousands(instructions)} instructions, ${share} % of what it may`,
    },
    { what: 'update and picture by the host', value: ms(hosted), beside: 'a frame has 33 ms' },
    {
      what: 'callback that runs until it is stopped',
      value: ms(spent),
      beside: `${thousands(CALLBACK_INSTRUCTIONS_MAX)} instructions`,
    },
  ];
}

/** For each size the check's time, and the heap beside the text. */
function textFigures(lua: LuaWasm, { checks: times }: Counts): readonly Figure[] {
  return SIZES_KB.map((kb) => {
    const texts = CODE_KINDS.map((kind) => textOfBytes(kind, (kb * EXTENSION_BYTES_MAX) / 64));
    const checks = texts.map((text) => median(Array.from({ length: times }, () => timed(() => checkText(lua, text)))));
    const heaps = texts.map((text) => {
      const script = scriptOf(lua, text);
      const { heap_bytes } = script.used();
      script.close();
      return heap_bytes;
    });
    const most = Math.max(...heaps);
    return {
      what: `check of a text of ${kb} KB`,
      value: ms(Math.max(...checks)),
      beside: `at most ${thousands(most)} bytes of heap, ${((100 * most) / SCRIPT_HEAP_BYTES_MAX).toFixed(1)} % of what it may`,
    };
  });
}

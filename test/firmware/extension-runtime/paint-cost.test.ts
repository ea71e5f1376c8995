// Paint time of a script's picture is bounded: each body draws until the runtime refuses, and the result is painted.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { createRaster } from '../../../hal/screen/raster.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { callBody, endOfCall } from '../../support/extension/extension-script.ts';
import { processorTime } from '../../support/process/processor-time.ts';

const lua = await loadLua();
const TOO_MUCH = /this picture takes too long to paint: draw less/;

/** Returns a body that runs `begin` once, then draws until the runtime refuses. */
const untilRefused = (begin: string, body: string): string =>
  `${begin} local i = 0 while pcall(function() i = i + 1 ${body} end) do end`;

const ZIGZAG = (points: number, width: number, height: number): string =>
  `local d = { "M0 0" } for i = 1, ${points} do d[#d + 1] = "L" .. i * 173 % ${width} .. " " .. i * 97 % ${height} end d = table.concat(d)`;
const CURVES = `local d = { "M0 0" } for i = 1, 60 do d[#d + 1] = ("C%d %d %d %d %d %d"):format(i * 173 % 480, i * 97 % 320, i * 31 % 480, i * 57 % 320, i * 73 % 480, i * 197 % 320) end d = table.concat(d)`;

const PICTURES: readonly (readonly [what: string, begin: string, body: string])[] = [
  ['letters', 'local s = ("abcdefghij"):rep(20)', 'canvas.text(s, 0, i * 7 % 320)'],
  ['large letters', 'local s = ("WM"):rep(100)', 'canvas.text(s, 0, i * 7 % 320, { size = 120 })'],
  ['letters in ever-changing sizes', '', 'canvas.text("Sizes", i % 300, i * 7 % 320, { size = 6 + i * 0.057 % 114 })'],
  [
    'letters that the font lacks',
    '',
    'local s = {} for n = 1, 200 do s[n] = utf8.char(0x4e00 + (i * 200 + n) * 7 % 20000) end canvas.text(table.concat(s), 0, i * 7 % 320)',
  ],
  ['strokes of many points', ZIGZAG(100, 480, 320), 'canvas.path(d, { stroke = "#ff0000" })'],
  ['wide strokes of many points', ZIGZAG(100, 480, 320), 'canvas.path(d, { stroke = "#ff0000", width = 100 })'],
  [
    'wide strokes of many points close together',
    ZIGZAG(100, 48, 32),
    'canvas.path(d, { stroke = "#ff0000", width = 10 })',
  ],
  ['strokes scaled up', ZIGZAG(100, 48, 32), 'canvas.path(d, { stroke = "#ff0000", scale = 10 })'],
  ['areas of many points', ZIGZAG(100, 480, 320), 'canvas.path(d, { fill = "#ff0000" })'],
  ['wide curves', CURVES, 'canvas.path(d, { stroke = "#ff0000", width = 100 })'],
  ['curves', CURVES, 'canvas.path(d, { stroke = "#ff0000" })'],
  [
    'paths that always differ',
    '',
    'canvas.path("M" .. i .. " 0L7 " .. i .. "L300 200Z", { fill = "#ff0000", stroke = "#00ff00", width = 3 })',
  ],
  ['half-transparent areas', '', 'canvas.path("M0 0H480V320H0Z", { fill = "#ff0000", opa = 128 })'],
  ['circles', '', 'canvas.circle(240, 160, 160, { fill = "#ff0000" })'],
  ['rings', '', 'canvas.circle(240, 160, 160, { stroke = "#ff0000", width = 100 })'],
  ['circles far larger than the screen', '', 'canvas.circle(0, 0, 30000, { stroke = "#ff0000", width = 100 })'],
  ['lines', '', 'canvas.line(i % 480, 0, i * 7 % 480, 320)'],
  ['wide lines', '', 'canvas.line(i % 480, 0, i * 7 % 480, 320, { width = 500 })'],
  ['clips', '', 'canvas.clip(i % 100, 0, 100, 100)'],
];

const raster = createRaster(480, 320);
const paint = (list: Parameters<typeof raster.draw>[0]): void => {
  raster.draw(list);
  raster.pixels();
};
/** Picture that covers the maximum area allowed for one. */
const REFERENCE = Array.from(
  { length: 180 },
  () => ({ kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#ff000080' }) as const,
);
const reference_ms = processorTime(() => paint(REFERENCE), 10);

for (const [what, begin, body] of PICTURES)
  test(`[R122] limits the time to paint a picture: ${what}`, (t) => {
    const called = callBody(lua, untilRefused(begin, body));
    const frame = assertDefined(called.effects.frame, 'frame');
    t.true(frame.length > 0);
    const took_ms = processorTime(() => paint(frame), 2);
    t.true(
      took_ms < 4 * reference_ms,
      `${frame.length} parts: ${took_ms.toFixed(1)} ms, ${reference_ms.toFixed(1)} ms for as many areas`,
    );
  });

test('[R122] stops a script whose picture would take too long to paint, and reports why', (t) => {
  const end = endOfCall(
    callBody(lua, `${ZIGZAG(2000, 480, 320)} for _ = 1, 1 do canvas.path(d, { stroke = "#ff0000", width = 10 }) end`),
  );
  t.regex(end, TOO_MUCH);
});

test('[R122] neither cleared drawing nor the previous picture counts', (t) => {
  const most = 'for _ = 1, 150 do canvas.rect(0, 0, 480, 320, { fill = "#ff0000" }) end';
  t.is(endOfCall(callBody(lua, `${most} canvas.clear() ${most}`)), 'ok');
  t.regex(endOfCall(callBody(lua, `${most} ${most}`)), TOO_MUCH);
});

test('[R122] accepts a rich picture: a thousand small marks, fifty lines of text and a course', (t) => {
  const rich = `canvas.clear("#204020") for i = 1, 500 do canvas.circle(i % 480, i * 7 % 320, 3, { fill = "#ffffff" }) end
    for i = 1, 300 do canvas.line(i, 0, i + 9, 9) end
    for i = 1, 50 do canvas.text("Player " .. i .. " has 12 points", 4, i * 6, { size = i % 3 * 4 + 12 }) end
    ${ZIGZAG(60, 480, 320)} canvas.path(d, { fill = "#338833", stroke = "#ffffff", width = 2 })`;
  t.is(endOfCall(callBody(lua, rich)), 'ok');
});

// Report of a wrong path to the extension's author: the message, the line of the script, and the path with the error
// position.

import test from 'ava';
import { checkBytes, type CheckVerdict } from '../../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../../firmware/extension-runtime/lua/wasm.ts';
import { mistakeText, pathMistake } from '../../../../firmware/extension-runtime/path/path-mistake.ts';
import { extensionFixture, install, manifestOf } from '../../../support/extension/extension-fixture.ts';
import { choose } from '../../../support/device/play.ts';
import { exactly } from '../../../support/items.ts';

const flaw = { position: 11, message: 'Character 11 of the path: expected a number, not "x".' };

test('[C42] reports the character at fault and the text around it', (t) => {
  t.deepEqual(pathMistake(flaw, 'M10 10 L20 x 30', ''), { message: flaw.message, line: null, before: 'M10 10 L20', at: ' ', after: 'x 30' }); // oxfmt-ignore
  t.deepEqual(pathMistake({ ...flaw, position: 4 }, 'M10', ''), { message: flaw.message, line: null, before: 'M10', at: '', after: '' }); // oxfmt-ignore
  const long = `M0 0${'L1 2'.repeat(40)}`;
  const { before, after } = pathMistake({ ...flaw, position: 81 }, long, '');
  t.regex(before, /^….{28}$/);
  t.regex(after, /^.{28}…$/);
});

test('[C42] reports the line in the script, or none if the path is not in it literally', (t) => {
  const source = '-- one\nlocal d = [[M0 0\nL10 10\nL20 x 30]]\n';
  const d = 'M0 0\nL10 10\nL20 x 30';
  t.is(pathMistake({ ...flaw, position: d.indexOf('x') + 1 }, d, source).line, 4);
  t.is(pathMistake({ ...flaw, position: 2 }, d, source).line, 2);
  t.is(pathMistake(flaw, 'M1 1 L2 y', source).line, null);
  t.is(pathMistake({ ...flaw, position: 1 }, '', source).line, null);
});

test('[C42] on one line, puts brackets around the position and adds no line break from a path', (t) => {
  const message = mistakeText(pathMistake({ ...flaw, position: 6 }, 'M0 0\nx', ''));
  t.is(message, `canvas.path: ${flaw.message} Near: M0 0 [x]`);
});

const DRAWING = `${manifestOf('Bent')}
function ext.draw()
  canvas.clear()
  canvas.path("M10 10 L20 x 30", { stroke = "#fff" })
  canvas.path("M1 1 L2 2", { stroke = "#fff" })
end
function ext.key() end
`;

test('[C42] logs a path error once, however often the path is drawn, and shows it on the page', async (t) => {
  const fixture = await extensionFixture();
  t.teardown(() => fixture.stop());
  await install(fixture, DRAWING);
  await choose(fixture, 'Probe');
  t.is(fixture.device.extension()?.name, 'Probe', fixture.lines().join('\n'));
  await fixture.press('up', 'down', 'ok');
  const [mistake] = exactly(1, fixture.device.extension()?.mistakes ?? []);
  t.is(mistake.line, 5);
  t.is(`${mistake.before}[${mistake.at}]${mistake.after}`, 'M10 10 L20 [x] 30');
  const [complaint] = exactly(1, fixture.complaints());
  t.regex(complaint, /^Line 5: canvas\.path: Character 12 of the path: .* not "x"\. Near: M10 10 L20 \[x\] 30$/);
});

/** Checks a script like an author's, calling each of its callbacks once. */
const triedOut = async (text: string): Promise<CheckVerdict> =>
  checkBytes(await loadLua(), new TextEncoder().encode(text), true);

test('[C42] the checker accepts a script with an invalid path and reports the path error', async (t) => {
  const verdict = await triedOut(DRAWING);
  if (!verdict.ok) return void t.fail(verdict.problem.message);
  t.deepEqual(verdict.mistakes.map(({ line, at }) => [line, at]), [[5, 'x']]); // oxfmt-ignore
  const failing = await triedOut(`${manifestOf('A')} function ext.draw() error("no") end`);
  t.true(failing.ok, 'the store accepts an extension whose callback fails');
});

test('[C42] reports only the first path errors of a script with a new invalid path each frame', async (t) => {
  const many = `${manifestOf('A')} function ext.draw() for n = 1, 100 do canvas.path("M0 0 L" .. n .. " z") end end`;
  const verdict = await triedOut(many);
  t.is(verdict.ok && verdict.mistakes.length, 20);
});

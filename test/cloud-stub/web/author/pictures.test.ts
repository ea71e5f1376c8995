// Pictures and metrics of an extension, made on publication by the runtime of the device, in its exact colours.

import { createCanvas, loadImage } from '@napi-rs/canvas';
import test, { type ExecutionContext } from 'ava';
import { publishCheck } from '../../../../bin/cloud/publish-check.ts';
import { author, publishText, siteWorld, supporter } from '../../../support/store/site-world.ts';

const MANIFEST = 'manifest { name = "Traffic light", kind = "drill", about = "Red, then green." }';
const TRAFFIC_LIGHT = `${MANIFEST}
local colour = "#ff0000"
function ext.target() return { kind = "hole", distance_ft = 6 } end
function ext.putt() colour = "#00ff00" end
function ext.draw() canvas.clear(colour) end
`;

const picturesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/pictures\/([\da-f]{64})/g)].map(([, hash = '']) => hash);

/** WebP changes colours slightly. */
const TOLERANCE = 6;
function isLike(t: ExecutionContext, found: readonly number[], wanted: readonly number[]): void {
  t.true(wanted.every((value, at) => Math.abs(value - (found[at] ?? Infinity)) <= TOLERANCE), `${found.join()} is ${wanted.join()}`); // oxfmt-ignore
}

/** Returns the size of a picture and the colour at its centre. */
async function samplePicture(origin: string, hash: string): Promise<readonly number[]> {
  const answer = await fetch(`${origin}/pictures/${hash}`);
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return [image.width, image.height, ...context.getImageData(image.width / 2, image.height / 2, 1, 1).data];
}

test('[C117] shows an extension at its start and after a putt', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  const ann = await author(world);
  const code = await publishText(ann, TRAFFIC_LIGHT);
  await ann.open(`/store/${code}`);
  const [first = '', second = ''] = picturesIn(ann.shown().text);
  isLike(t, await samplePicture(world.origin, first), [480, 320, 255, 0, 0, 255]);
  isLike(t, await samplePicture(world.origin, second), [480, 320, 0, 255, 0, 255]);
  const thumbnail = world.store.thumbnail(code, 1) ?? '';
  isLike(t, await samplePicture(world.origin, thumbnail), [240, 160, 255, 0, 0, 255]);
  const { headers } = await fetch(`${world.origin}/pictures/${first}`);
  t.is(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is((await fetch(`${world.origin}/pictures/${first.slice(1)}0`)).status, 404);
});

test('[C117] a takedown or deletion removes a picture unless another extension shares it', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  const ann = await author(world);
  const [one, other] = [await publishText(ann, TRAFFIC_LIGHT), await publishText(ann, TRAFFIC_LIGHT)];
  await ann.open(`/store/${one}`);
  const [picture = ''] = picturesIn(ann.shown().text);
  const status = async (): Promise<number> => (await fetch(`${world.origin}/pictures/${picture}`)).status;
  await ann.open(`/own/${other}`);
  await ann.fill(`/own/${other}/delete`, {});
  t.is(await status(), 200);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${one}`);
  await sam.fill(`/support/extension/${one}`, { action: 'take_down', version: '1', reason: 'No.' });
  t.is(await status(), 404);
  await sam.fill(`/support/extension/${one}`, { action: 'restore', version: '1' });
  t.is(await status(), 200);
  await ann.open(`/own/${one}`);
  await ann.fill(`/own/${one}/delete`, {});
  t.is(await status(), 404);
});

test('[C117] shows support the device resources of a script, and its failing functions', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  const ann = await author(world);
  const busy = `${MANIFEST}
function ext.start() for i = 1, 50000 do end end
function ext.putt() error("no such luck") end
function ext.draw() canvas.clear("#000000") end
`;
  const code = await publishText(ann, busy);
  const figures = world.store.figures(code, 1);
  t.true(figures !== null && figures.call_instructions >= 50_000 && figures.call_instructions < 300_000);
  t.true(figures !== null && figures.heap_bytes > 0 && figures.paint_us > 0);
  t.regex(figures?.warnings.join() ?? '', /^Line 3: ext\.putt fails: .*no such luck/);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  t.regex(sam.shown().text, /Heap, bytes[^]*262,144[^]*2,000,000[^]*300,000[^]*20,000[^]*ext\.putt fails/);
});

test('[C117] publishes a script that draws nothing without a picture', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  const ann = await author(world);
  const code = await publishText(ann, MANIFEST);
  await ann.open(`/store/${code}`);
  t.is(ann.shown().status, 200);
  t.deepEqual(picturesIn(ann.shown().text), []);
});

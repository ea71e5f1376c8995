// Release pages of authors and support staff: devices that keep an approved version, and decisions that already hold
// (C135).

import test, { type ExecutionContext } from 'ava';
import { author, publish, siteWorld, supporter } from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

async function requested(t: ExecutionContext) {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  return { world, ann, code, sam: await supporter(world) };
}

test('[C135] both pages show how many devices keep the approved version, and the author releases another', async (t) => {
  const { world, ann, code, sam } = await requested(t);
  const path = `/support/extension/${code}`;
  const fetchAs = (device: string) => fetch(`${world.origin}/e/${code}`, { headers: { 'X-Service-Device': device } });
  await sam.open(path);
  await sam.fill(path, { action: 'approve', version: '1' });
  await Promise.all(['TP-1', 'TP-2'].map(fetchAs));
  await ann.open(`/own/${code}`);
  t.regex(ann.shown().text, /Installed on 2 devices\.\s+Once unlisted, it stays at version\s+1/);
  await ann.fill(`/own/${code}/edit`, { text: luaOf({ name: 'Ladder 2' }), description: 'Better.', notes: '' });
  await sam.open(path);
  t.regex(sam.shown().text, /Unlist: version 1 stays on the 2 devices that installed it/);
  await sam.fill(path, { action: 'unlist', version: '2', reason: 'Not now.' });
  t.regex(sam.shown().text, /Approve this version for the 2 devices that installed it, without a listing/);
  t.is((await fetchAs('TP-3')).headers.get('x-extension-version'), '1');
  await ann.open(`/own/${code}`);
  t.regex(ann.shown().text, /devices get version 1, version 2 is not released/);
  t.regex(ann.shown().text, /Release version 2 to 3 devices/);
  await ann.fill(`/own/${code}/release`, { version: '1' });
  t.is((await fetchAs('TP-4')).headers.get('x-extension-version'), '1', 'devices keep version 1');
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/release`, { version: '2' });
  t.regex(ann.shown().text, /Devices get the newest version at their next check/);
  t.is((await fetchAs('TP-5')).headers.get('x-extension-version'), '2');
});

test('[C135] shows no error for a decision that already holds, and keeps the typed reason', async (t) => {
  const { world, ann, code, sam } = await requested(t);
  await sam.open(`/support/extension/${code}`);
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/withdraw`, {});
  const mails = world.mails().length;
  await sam.fill(`/support/extension/${code}`, { action: 'decline', version: '1', reason: 'It counts twice.' });
  t.is(sam.shown().status, 200);
  t.regex(sam.shown().problem ?? '', /Nothing changed/);
  t.true(sam.shown().text.includes('It counts twice.'));
  t.is(world.mails().length, mails);
});

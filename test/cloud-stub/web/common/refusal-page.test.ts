// Error pages for browsers where other clients get JSON.

import test from 'ava';
import * as v from 'valibot';
import { readAs } from '../../../support/read-json.ts';
import { author, siteWorld } from '../../../support/store/site-world.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

for (const [path, title, sentence] of [
  ['/nothing', 'Page not found', 'Nothing at this address.'],
  ['/own/ABC234/nothing', 'Page not found', 'Nothing at this address.'],
  ['/own/ABC234/delete', 'That did not work', 'GET is not allowed at this address.'],
  ['/%zz', 'That did not work', 'Part of the address is too long or not percent-encoded UTF-8.'],
] as const)
  test(`[C117] answers a browser at ${path} with a page, and other clients with the same as JSON`, async (t) => {
    const { origin } = await siteWorld(t);
    const [page, data] = await Promise.all([
      fetch(`${origin}${path}`, { headers: BROWSER }),
      fetch(`${origin}${path}`),
    ]);
    t.is(page.status, data.status);
    t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(page.headers.get('allow'), data.headers.get('allow'));
    const text = await page.text();
    t.true(text.includes(`<h1>${title}</h1>`));
    t.true(text.includes(`<p>${sentence}</p>`));
    t.is(readAs(v.looseObject({ message: v.string() }), await data.json()).message, sentence);
  });

test('[C117] refuses an oversized form with a page', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const cookie = `tapin-site=${ann.cookies.get('tapin-site') ?? ''}`;
  const sent = await fetch(`${world.origin}/own/new`, {
    method: 'POST',
    headers: { ...BROWSER, cookie },
    body: new URLSearchParams({ text: 'a'.repeat(524_288) }),
  });
  t.is(sent.status, 413);
  t.regex(await sent.text(), /<p>The body is larger than 524288 bytes\.<\/p>/);
});

// Browsers that sign in to pages of this cloud: cookies and web sessions.

import test from 'ava';
import { author, siteWorld } from '../../../support/store/site-world.ts';

test('[C115] behind TLS, every sign-in cookie is Secure and HttpOnly', async (t) => {
  const world = await siteWorld(t, { public_url: 'https://putt.example.com' });
  const cookies: string[] = [];
  const goOn = async (path: string): Promise<string> => {
    const { headers } = await fetch(`${world.origin}${path}`, { redirect: 'manual' });
    cookies.push(...headers.getSetCookie());
    return headers.get('location') ?? '';
  };
  for (const begin of ['/sign-in', '/support/sign-in']) t.regex(await goOn(await goOn(begin)), /^\/id\/interaction\//);
  t.is(cookies.length, 2 * 5);
  for (const cookie of cookies)
    for (const word of [/; secure/i, /; httponly/i, /; samesite=lax/i]) t.regex(cookie, word);
});

test('[C115] signing in again in a browser leaves one session', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/sign-in');
  await ann.open('/account');
  t.regex(ann.shown().text, /<p>1 browser, including this one\.<\/p>/);
});

// Signing out in a browser: on a page of this cloud, and by what a client asks for (OpenID Connect RP-Initiated Logout 1.0), with an
// independent client.

import test from 'ava';
import * as client from 'openid-client';
import { beginSignIn } from '../../support/identity-world.ts';
import { author, siteWorld, type Person } from '../../support/site-world.ts';

/** As `tapin login` does, in this browser. */
async function commandLine(origin: string, ann: Person) {
  const sign_in = await beginSignIn(origin);
  await ann.open(sign_in.url);
  const tokens = await sign_in.tokens((await ann.submit('consent', {})).url);
  return {
    config: sign_in.config,
    id_token: tokens.id_token ?? '',
    renewed: () => client.refreshTokenGrant(sign_in.config, tokens.refresh_token ?? ''),
  };
}

test('[C110] the command line stays signed in when the browser in which that was allowed is signed out', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const { renewed } = await commandLine(world.origin, ann);
  await ann.open('/account');
  await ann.fill('/sign-out', {});
  t.regex((await ann.open('/own')).url.pathname, /^\/id\/interaction\//);
  t.is((await renewed()).claims()?.['name'], 'Ann Miller');
});

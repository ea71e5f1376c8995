// Somebody signs in with a browser in which somebody else is signed in, as an author and as support, say. The library would end all that is
// signed in there first, by a form that a script sends. Here the session alone is another's from then on: what pages of this cloud and other
// machines were given stays.

import type { Provider } from 'oidc-provider';

/** Where the library goes on with a request, after the pages of this cloud. */
const RESUMED = /^\/(?:auth|device)\/([^/]+)\/?$/i;

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

export function letOthersSignIn(provider: Provider): void {
  provider.use(async (context, next) => {
    const [, uid] = RESUMED.exec(context.path) ?? [];
    if (uid !== undefined) await makeRoom(provider, context, uid);
    await next();
  });
}

async function makeRoom(provider: Provider, context: Context, uid: string): Promise<void> {
  // Knowing the address is not enough to end a session.
  if (context.cookies.get(provider.cookieName('resume'), { signed: true }) !== uid) return;
  const interaction = await provider.Interaction.find(uid);
  const { login, consent } = interaction?.result ?? {};
  // What is allowed is allowed by who was asked; the library looks at that.
  if (!interaction || !login || consent) return;
  const session = await provider.Session.get(context);
  if (session.accountId === login.accountId) return;
  if (session.accountId !== undefined) await session.destroy();
  delete interaction.session;
  await interaction.persist();
}

// Lets a user sign in with a browser in which another account is signed in, such as an author and then support. The
// library would first end everything signed in there, with a form that a script submits; here only the session changes
// its account, and tokens of other machines and web sessions stay.

import type { Provider } from 'oidc-provider';

/** Paths where the library resumes a request after the pages of this cloud. */
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
  // Knowing the URL must not be enough to end a session.
  if (context.cookies.get(provider.cookieName('resume'), { signed: true }) !== uid) return;
  const interaction = await provider.Interaction.find(uid);
  const { login, consent } = interaction?.result ?? {};
  // Consent belongs to the account that was asked for it; the library checks that.
  if (!interaction || !login || consent) return;
  const session = await provider.Session.get(context);
  if (session.accountId === login.accountId) return;
  if (session.accountId !== undefined) await session.destroy();
  delete interaction.session;
  await interaction.persist();
}

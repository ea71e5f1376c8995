// `tapin login`, `logout` and `whoami`: the user's sign-in at a cloud, on this machine.

import { Option, type Command } from 'commander';
import { storeOption } from './options.ts';
import type { SignedInOptions } from './extension/signed-in.ts';

export const addLogin = (program: Command): Command =>
  program
    .command('login')
    .summary('Sign in at a cloud to publish extensions')
    .description(
      'Opens the sign-in page of a cloud; you can also create an account there. The credentials are stored for this user only, in ' +
        '~/.config/tapin/credentials.json.',
    )
    .addOption(storeOption())
    .addOption(new Option('--device', 'sign in without a browser: prints a code to enter on another machine'))
    .addHelpText(
      'after',
      `
The address of the page is also printed on stderr, in case no browser opens.

Examples:
  tapin login --cloud https://cloud.example.com
  tapin login --cloud https://cloud.example.com --device    over SSH, or in a container
  BROWSER=firefox tapin login --cloud http://127.0.0.1:8322`,
    )
    .action(async (options: SignedInOptions & { readonly device?: boolean }) => {
      const { login } = await import('./extension/signed-in.ts');
      await login(options);
    });

export const addLogout = (program: Command): Command =>
  program
    .command('logout')
    .summary('Sign out of a cloud')
    .description('Revokes the credentials of tapin login and removes them from this machine.')
    .addOption(storeOption())
    .addHelpText('after', `\nExamples:\n  tapin logout --cloud https://cloud.example.com`)
    .action(async (options: SignedInOptions) => {
      const { logout } = await import('./extension/signed-in.ts');
      await logout(options);
    });

export const addWhoami = (program: Command): Command =>
  program
    .command('whoami')
    .summary('Show who is signed in at a cloud')
    .description('Prints the user who is signed in at a cloud on this machine.')
    .addOption(storeOption())
    .addOption(new Option('--json', 'print JSON'))
    .addHelpText(
      'after',
      `\nExamples:\n  tapin whoami --cloud https://cloud.example.com\n  tapin whoami --cloud http://127.0.0.1:8322 --json`,
    )
    .action(async (options: SignedInOptions & { readonly json?: boolean }) => {
      const { whoami } = await import('./extension/signed-in.ts');
      whoami(options);
    });

// `tapin cloud keys`, `support`, `transfer` and `tokens`: commands for the operator of a cloud.

import type { Command, Option } from 'commander';
import { dataOption, engineOption, jsonOption } from '../options.ts';

const folder = (): Option => dataOption('the cloud', 'tapin-cloud');

export function addCloudAdmin(cloud: Command): void {
  addKeys(cloud);
  addSupport(cloud);
  addTransfer(cloud);
  addTokens(cloud);
  addMigrate(cloud);
}

function addKeys(cloud: Command): void {
  const keys = cloud
    .command('keys')
    .summary('Manage the keys that sign tokens')
    .description(
      'The keys by which the cloud signs the tokens of authors and of support. Another one signs every 90 days.',
    );
  keys
    .command('rotate')
    .summary('Rotate the signing key')
    .description(
      'Publishes another key, which signs in an hour, so that clients that keep the set know it by then. A running cloud does it at once.',
    )
    .option('--now', 'sign with it now, and refuse tokens of the other keys, for a key that may have leaked')
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud keys rotate
  tapin cloud keys rotate --now --data club     somebody has copied the folder`,
    )
    .action(async (options: { data: string; json?: boolean; now?: boolean }) => {
      const { rotateKeys } = await import('./administer.ts');
      await rotateKeys(options);
    });
}

function addSupport(cloud: Command): void {
  const support = cloud
    .command('support')
    .summary('Manage support staff')
    .description(
      'The people who look at extensions before they are listed, at /support. They join by invitation alone.',
    );
  support
    .command('invite')
    .summary('Invite a member')
    .description(
      'Sends a code. The invited member joins with it at /support/join within a week, with a password and an authenticator.',
    )
    .argument('<email>', 'an address')
    .requiredOption('--name <name>', 'stands in the log, and beside what they approve')
    .option('--main', "may invite others, and has FooGolf's own extensions")
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud support invite sam@example.com --name Sam --main     the first one`,
    )
    .action(async (email: string, options: { data: string; json?: boolean; name: string; main?: boolean }) => {
      const { invite } = await import('./administer.ts');
      await invite(email, options);
    });
  support
    .command('list')
    .summary('List the members')
    .description('Lists who is of support, and who is invited.')
    .addOption(folder())
    .addOption(jsonOption())
    .action(async (options: { data: string; json?: boolean }) => {
      const { listSupport } = await import('./administer.ts');
      await listSupport(options);
    });
  support
    .command('remove')
    .summary('Remove a member')
    .description('Takes an account of support, or an invitation, and signs them out at once.')
    .argument('<email>', 'their address')
    .addOption(folder())
    .addOption(jsonOption())
    .action(async (email: string, options: { data: string; json?: boolean }) => {
      const { sendAway } = await import('./administer.ts');
      await sendAway(email, options);
    });
}

const addTransfer = (cloud: Command): Command =>
  cloud
    .command('transfer')
    .summary('Hand extensions over to another author')
    .description(
      'Gives extensions to another account: those of a printed token to who has signed up since. It stands in the log of support.',
    )
    .argument('[codes...]', 'share codes; all of them where there are none')
    .requiredOption('--from <who>', 'an address, or the name of a printed token')
    .requiredOption('--to <who>', 'an address, or the name of a printed token')
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud transfer --from Ann --to ann@example.com
  tapin cloud transfer K7M2Q --from ann@example.com --to foogolf`,
    )
    .action(async (codes: string[], options: { data: string; json?: boolean; from: string; to: string }) => {
      const { transfer } = await import('./administer.ts');
      await transfer(codes, options);
    });

const addTokens = (cloud: Command): Command =>
  cloud
    .command('tokens')
    .summary('Manage named tokens')
    .description(
      'Lists the tokens of an author that have a name, or revokes one. They were made by tapin cloud token --name, or on a page.',
    )
    .requiredOption('--author <who>', 'an address, or the name of a printed token')
    .option('--revoke <name>', 'revokes it')
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud tokens --author Ann
  tapin cloud tokens --author Ann --revoke ci`,
    )
    .action(async (options: { data: string; json?: boolean; author: string; revoke?: string }) => {
      const { tokens } = await import('./administer.ts');
      await tokens(options);
    });

function addMigrate(cloud: Command): void {
  cloud
    .command('migrate')
    .summary('Move the relay to an engine or back')
    .description(
      'Moves what the relay has in its data folder to an engine that relays share: codes, labels, sessions with what waits in them, and answers. A host keeps its code. The folder stays as it is; stop its relay first, and serve with --engine from then on.',
    )
    .option('--back', 'moves what is in the engine to the folder, which has no relay.sqlite; stop all relays first')
    .addOption(folder())
    .addOption(engineOption().makeOptionMandatory())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud migrate --engine redis://127.0.0.1:6379
  tapin cloud enrol --engine redis://127.0.0.1:6379 --import tapin-devices.json     the devices, too
  tapin cloud migrate --engine redis://127.0.0.1:6379 --back`,
    )
    .action(async (options: { data: string; engine: string; json?: boolean; back?: boolean }) => {
      const { migrate } = await import('./migrate-relay.ts');
      await migrate(options);
    });
}

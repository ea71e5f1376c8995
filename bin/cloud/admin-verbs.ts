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
    .description('Manages the keys that sign the tokens of authors and support. The cloud rotates them every 90 days.');
  keys
    .command('rotate')
    .summary('Rotate the signing key')
    .description(
      'Publishes a new key, which starts to sign in an hour, after clients have refreshed their copy of the key set. Takes effect at once in a running cloud.',
    )
    .option('--now', 'sign with the new key now and refuse tokens of the old keys, in case one has leaked')
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud keys rotate
  tapin cloud keys rotate --now --data club     after a leak of the folder`,
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
      'Manages the members of support, who review extensions at /support before they are listed. Members join by invitation only.',
    );
  support
    .command('invite')
    .summary('Invite a member')
    .description(
      'Sends a code by mail, or prints it if the cloud sends no mail. With the code the member joins at /support/join within a week, with a password and an authenticator.',
    )
    .argument('<email>', 'address of the member')
    .requiredOption('--name <name>', 'name in the log and on approvals')
    .option('--main', "may invite members; owns FooGolf's extensions")
    .addOption(folder())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud support invite sam@example.com --name Sam --main     the first member`,
    )
    .action(async (email: string, options: { data: string; json?: boolean; name: string; main?: boolean }) => {
      const { invite } = await import('./administer.ts');
      await invite(email, options);
    });
  support
    .command('list')
    .summary('List the members')
    .description('Lists the members of support and the open invitations.')
    .addOption(folder())
    .addOption(jsonOption())
    .action(async (options: { data: string; json?: boolean }) => {
      const { listSupport } = await import('./administer.ts');
      await listSupport(options);
    });
  support
    .command('remove')
    .summary('Remove a member')
    .description('Removes a member of support or an invitation, and signs the member out at once.')
    .argument('<email>', 'address of the member')
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
      'Transfers extensions to another account, for example from a printed token to an author who has signed up since. Writes an entry to the log of support.',
    )
    .argument('[codes...]', 'share codes (default: all of the author)')
    .requiredOption('--from <who>', 'current author: an address, or the author of a printed token')
    .requiredOption('--to <who>', 'new author: an address, or the author of a printed token')
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
      'Lists the named tokens of an author, or revokes one. They come from tapin cloud token --name or from the account page.',
    )
    .requiredOption('--author <who>', 'an address, or the author of a printed token')
    .option('--revoke <name>', 'token to revoke')
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
      'Copies the data of the relay from its data folder to an engine that relays share: codes, labels, sessions with their queued inputs, and answers. Hosts keep their codes. The folder is not changed. Stop its relay first, and serve with --engine afterwards.',
    )
    .option('--back', 'copy from the engine to the folder, which must not have a relay.sqlite; stop all relays first')
    .addOption(folder())
    .addOption(engineOption().makeOptionMandatory())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud migrate --engine redis://127.0.0.1:6379
  tapin cloud enrol --engine redis://127.0.0.1:6379 --import tapin-devices.json     the devices
  tapin cloud migrate --engine redis://127.0.0.1:6379 --back`,
    )
    .action(async (options: { data: string; engine: string; json?: boolean; back?: boolean }) => {
      const { migrate } = await import('./migrate-relay.ts');
      await migrate(options);
    });
}

// `tapin extension list`, `versions`, `request-listing`, `withdraw`, `release`, `transfer` and `delete`: manage an
// author's published extensions.

import { Option, type Command } from 'commander';
import { storeOption } from '../options.ts';
import type { OwnOptions } from './own-extensions.ts';

const STORE = '--cloud http://127.0.0.1:8322';

interface OfOne {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  run(code: string, options: OwnOptions): Promise<void>;
}

const VERBS: readonly OfOne[] = [
  {
    name: 'versions',
    summary: 'the versions of one of your extensions',
    description: 'Lists the versions of one of your extensions, and which of them devices get.',
    run: async (code, options) => (await import('./own-extensions.ts')).listVersions(code, options),
  },
  {
    name: 'request-listing',
    summary: 'ask support to list one of your extensions publicly',
    description: 'Asks support to list one of your extensions publicly.',
    run: async (code, options) => (await import('./own-extensions.ts')).wishListing(code, true, options),
  },
  {
    name: 'withdraw',
    summary: 'take one of your extensions off the public list',
    description:
      'Takes one of your extensions off the public list, or takes back that it is wished. Its code goes on as before.',
    run: async (code, options) => (await import('./own-extensions.ts')).wishListing(code, false, options),
  },
  {
    name: 'release',
    summary: 'send the newest version of one of your extensions to devices',
    description:
      'Sends the newest version of one of your extensions to devices. An extension that was listed, or on every device, stays on devices in the version that ' +
      'support approved until you release another.',
    run: async (code, options) => (await import('./own-extensions.ts')).releaseNewest(code, options),
  },
  {
    name: 'delete',
    summary: 'delete one of your extensions, for ever',
    description:
      'Deletes one of your extensions with all its versions. Devices that have it remove it at their next check, and its code is never given again. One that ' +
      'is a default of every device can’t be deleted until support has cleared that.',
    run: async (code, options) => (await import('./own-extensions.ts')).deleteOwn(code, options),
  },
];

const jsonOption = (): Option => new Option('--json', 'as an object of JSON');

interface TransferOptions extends OwnOptions {
  readonly accept?: string;
}

const addTransfer = (extension: Command): Command =>
  extension
    .command('transfer')
    .summary('Give one of your extensions to another author')
    .description(
      'Prints a code, good for a week, with which another author takes one of your extensions over; or takes one over with such a code. It stands in the log of ' +
        'support. The operator of the cloud can do it without a code: tapin cloud transfer.',
    )
    .argument('[code]', 'its share code')
    .option('--accept <code>', 'takes over what another author offers with this code')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `\nExamples:\n  tapin extension transfer 7K3QZ ${STORE}\n  tapin extension transfer --accept 4M0T-9KQ2-7X ${STORE}`,
    )
    .action(async (code: string | undefined, { accept, ...options }: TransferOptions) => {
      const { acceptOffered, offerOwn } = await import('./own-extensions.ts');
      if (accept !== undefined && code === undefined) return acceptOffered(accept, options);
      if (accept === undefined && code !== undefined) return offerOwn(code, options);
      return extension.error('error: Say a share code, or --accept with the code of another author.', { exitCode: 2 });
    });

export function addOwn(extension: Command): void {
  addTransfer(extension);
  extension
    .command('list')
    .summary('List your extensions')
    .description('Lists your extensions: code, newest version, listing, installs, name.')
    .addOption(storeOption())
    .addOption(jsonOption())
    .addHelpText('after', `\nExamples:\n  tapin extension list ${STORE}\n  tapin extension list ${STORE} --json`)
    .action(async (options: OwnOptions) => (await import('./own-extensions.ts')).listOwn(options));
  for (const { name, summary, description, run } of VERBS)
    extension
      .command(name)
      .summary(summary)
      .description(description)
      .argument('<code>', 'its share code')
      .addOption(storeOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExamples:\n  tapin extension ${name} 7K3QZ ${STORE}`)
      .action(run);
}

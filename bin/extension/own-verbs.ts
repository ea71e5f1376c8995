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
    summary: 'List the versions of one of your extensions',
    description: 'Lists the versions of one of your extensions and shows which one devices get.',
    run: async (code, options) => (await import('./own-extensions.ts')).listVersions(code, options),
  },
  {
    name: 'request-listing',
    summary: 'Request a public listing for one of your extensions',
    description: 'Asks support to list one of your extensions publicly.',
    run: async (code, options) => (await import('./own-extensions.ts')).wishListing(code, true, options),
  },
  {
    name: 'withdraw',
    summary: 'Withdraw one of your extensions from the public list',
    description:
      'Removes one of your extensions from the public list, or withdraws the request. Its share code keeps working.',
    run: async (code, options) => (await import('./own-extensions.ts')).wishListing(code, false, options),
  },
  {
    name: 'release',
    summary: 'Release the newest version of one of your extensions to devices',
    description:
      'Releases the newest version of one of your extensions to devices. After a listing or a default has ended, devices keep the version that ' +
      'support approved until you release another.',
    run: async (code, options) => (await import('./own-extensions.ts')).releaseNewest(code, options),
  },
  {
    name: 'delete',
    summary: 'Delete one of your extensions permanently',
    description:
      'Deletes one of your extensions with all its versions. Devices remove it at their next check, and its code is never reused. A default ' +
      'extension can’t be deleted until support clears the default.',
    run: async (code, options) => (await import('./own-extensions.ts')).deleteOwn(code, options),
  },
];

const jsonOption = (): Option => new Option('--json', 'print JSON');

interface TransferOptions extends OwnOptions {
  readonly accept?: string;
}

const addTransfer = (extension: Command): Command =>
  extension
    .command('transfer')
    .summary('Give one of your extensions to another author')
    .description(
      'Prints a code, valid for a week, with which another author can take over one of your extensions; or takes one over with such a code. The log of ' +
        'support shows the transfer. The operator of the cloud needs no code: tapin cloud transfer.',
    )
    .argument('[code]', 'share code of the extension')
    .option('--accept <code>', 'take over the extension that another author offers with this code')
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
      return extension.error('error: Give a share code, or --accept with the code of another author.', { exitCode: 2 });
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
      .argument('<code>', 'share code of the extension')
      .addOption(storeOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExamples:\n  tapin extension ${name} 7K3QZ ${STORE}`)
      .action(run);
}

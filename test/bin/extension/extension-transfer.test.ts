// `tapin extension transfer` between two authors, with a cloud as a process.

import test from 'ava';
import * as v from 'valibot';
import { relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { printedJson, printedText } from '../../support/process/tapin-process.ts';
import { callTapin } from '../../support/process/call-tapin.ts';

const published = v.looseObject({ id: v.string() });

test('[C120] transfers an extension to another author by a code on the command line', async (t) => {
  const files = await relayFiles(t);
  const { origin } = await startRelay(t, files);
  const author = async (name: string) => {
    const ended = await callTapin(['cloud', 'token', '--author', name, '--name', 'ci', '--data', files.data]);
    return (...args: readonly string[]) =>
      callTapin(['extension', ...args, '--cloud', origin], { env: { TAPIN_TOKEN: printedText(ended) } });
  };
  const [ann, bob] = [await author('Ann'), await author('Bob')];
  const ended = await ann('publish', 'docs/extensions/examples/ladder.lua', '--description', 'A ladder.');
  const { id } = printedJson(published, ended);
  const offered = await ann('transfer', id);
  const [, handover = ''] = /^Give this code to the other author: ([0-9A-Z]{10})\n/.exec(offered.stdout) ?? [];
  t.regex(offered.stdout, new RegExp(`tapin extension transfer --accept ${handover}\n$`));
  t.is((await bob('transfer', '--accept', handover)).stdout, `${id}, Ladder, is now yours.\n`);
  t.regex((await bob('list')).stdout, new RegExp(`^${id} `, 'm'));
  const late = await ann('transfer', '--accept', handover);
  t.deepEqual([late.code, late.stdout], [1, '']);
  t.regex(late.stderr, /Unknown or expired code/);
});

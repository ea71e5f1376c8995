// Publishes the example extensions of the documentation in the public list of a new store, so that a first visitor
// finds something to install.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDraft } from '../../cloud-stub/store/draft.ts';
import type { Store } from '../../cloud-stub/store/store.ts';
import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';

const FOLDER = join(import.meta.dirname, '../../docs/extensions/examples');
const AUTHOR = { owner: 'tapin-examples', label: 'tapin examples' } as const;
const NOTES = 'An example of the documentation: docs/extensions/guide.md explains it.';

/**
 * Publishes and approves the examples if the store has never had an extension. Stops when `signal` aborts, before the
 * store closes. Logs what fails; never throws.
 */
export async function publishExamples(store: Store, log: Log, signal: AbortSignal): Promise<void> {
  if (store.counts().extensions > 0) return;
  try {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.lua')).toSorted();
    for (const name of files) {
      const text = await readFile(join(FOLDER, name), 'utf8');
      if (signal.aborted) return;
      await publish(store, text, name, log);
    }
  } catch (thrown) {
    if (!signal.aborted) log.write('warn', 'store', `The examples can't be published: ${messageOf(thrown)}.`);
  }
}

async function publish(store: Store, text: string, name: string, log: Log): Promise<void> {
  const description = /about = "([^"]*)"/.exec(text)?.[1] ?? name;
  const draft = readDraft({ text, description, notes: NOTES }, false);
  const created = draft.ok ? await store.create(AUTHOR, draft.value) : draft;
  const requested = created.ok ? store.wish(AUTHOR, created.value.id, { request_listing: true }) : created;
  const decided =
    created.ok && requested.ok
      ? store.decide(created.value.id, { listing: 'public', reviewer: AUTHOR.owner, version: created.value.version })
      : requested;
  if (!decided.ok) log.write('warn', 'store', `The example ${name} can't be published: ${decided.error.message}`);
}

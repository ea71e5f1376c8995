// What `tapin extension publish` does: checks a file here, then gives it to a store, as a new extension or as another version of one.

import { ok, type Result } from '../wire/errors.ts';
import { readExtension } from '../simulation/extension-script/extension-file.ts';
import { exitWith } from './process.ts';
import { callStore } from './store-calls.ts';

export interface PublishOptions {
  readonly cloud: string;
  readonly description?: string;
  readonly code?: string;
  readonly notes?: string;
}

export async function publish(file: string, { cloud, code, description, notes }: PublishOptions): Promise<void> {
  const text = await readCheckedText(file);
  if (!text.ok) return exitWith(text.error);
  const body = {
    text: text.value,
    ...(description === undefined ? {} : { description }),
    ...(notes === undefined ? {} : { notes }),
  };
  const published = await (code === undefined
    ? callStore(cloud, 'POST', '/extensions', body)
    : callStore(cloud, 'PUT', `/extensions/${encodeURIComponent(code)}`, body));
  if (!published.ok) return exitWith(published.error);
  process.stdout.write(`${JSON.stringify(published.value)}\n`);
}

/** The file's text, if the store would take it. */
async function readCheckedText(file: string): Promise<Result<string>> {
  const extension = await readExtension(file);
  return extension.ok ? ok(Buffer.from(extension.value.bytes).toString()) : extension;
}

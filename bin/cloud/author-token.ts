// Prints a token for an author: `tapin cloud token`. Safe while a cloud runs on the folder, because the key is created
// only once.

import { join } from 'node:path';
import { openAuthorKey } from '../../cloud-stub/store/author-key.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { printNamedToken } from './administer.ts';
import { AUTHOR_KEY_FILE } from './open-store.ts';
import { exitWith } from '../process/process.ts';

export interface TokenOptions {
  readonly author: string;
  readonly data: string;
  readonly days: number;
  readonly name?: string;
}

export async function token({ author, data, days, name }: TokenOptions): Promise<void> {
  if (name !== undefined) return printNamedToken({ author, data, days, name });

  const folder = await openDataFolder(data);
  if (!folder.ok && folder.error.code !== 'data_in_use') exitWith(folder.error);
  const key = await openAuthorKey(join(data, AUTHOR_KEY_FILE));
  if (folder.ok) await folder.value.close();
  if (!key.ok) exitWith(key.error);
  process.stdout.write(`${await key.value.token(author, Math.floor(Date.now() / 1000), days)}\n`);
}

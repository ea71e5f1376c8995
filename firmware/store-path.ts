// Resolves references from the store to paths within it. Other origins are never fetched: a store must not direct this
// device's requests to other servers.

import { fail, ok, type Result } from '../wire/errors.ts';

/** Returns the path and query of an address with or without the store's origin. Errors: half a sentence. */
export function pathInStore(store: string, url: string): Result<string> {
  const path = url.startsWith(`${store}/`) ? url.slice(store.length) : url;
  const inside = /^\/(?!\/)[\x21-\x7e]*$/.test(path);
  return inside ? ok(path) : fail('bad_value', 'the store refers to another server');
}

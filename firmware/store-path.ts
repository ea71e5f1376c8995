// Where in the store something lies that the store itself names. What lies elsewhere is not fetched: nobody else's address gets a request
// of this device by what a store says.

import { fail, ok, type Result } from '../wire/errors.ts';

/** The path with its query, of an address with or without the origin of the store. Errors: a half sentence. */
export function pathInStore(store: string, url: string): Result<string> {
  const path = url.startsWith(`${store}/`) ? url.slice(store.length) : url;
  const inside = /^\/(?!\/)[\x21-\x7e]*$/.test(path);
  return inside ? ok(path) : fail('bad_value', 'the store says that it lies somewhere else');
}

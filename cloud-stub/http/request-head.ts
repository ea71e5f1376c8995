// Head of a request, as handlers read it.

import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './route.ts';

/** Returns a reader of headers by lower-case name; a header that is sent several times counts as missing. */
export const headerOf =
  (request: IncomingMessage): RequestHead['header'] =>
  (name) => {
    const value = request.headers[name];
    return Array.isArray(value) ? undefined : value;
  };

/** Returns the head. `address`: IP address of the client. */
export function headOf(request: IncomingMessage, address: string): RequestHead {
  const { method = '', url = '' } = request;
  const [path = ''] = url.split('?', 1);
  return { method, path, query: new URLSearchParams(url.slice(path.length + 1)), header: headerOf(request), address };
}

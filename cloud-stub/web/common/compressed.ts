// Compresses responses that are the same for all users. Pages with a form token stay uncompressed: next to text chosen
// by an attacker, the compressed size would reveal the token.

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Handler, HttpRequest } from '../../http/route.ts';

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const compressed =
  (handler: Handler): Handler =>
  async (request, code) => {
    const answer = await handler(request, code);
    const encoding = encodingFor(request);
    if (encoding === null || answer.body.length === 0) return answer;
    const body = encoding === 'br' ? brotliCompressSync(answer.body, QUICK) : gzipSync(answer.body);
    return { ...answer, headers: { ...answer.headers, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' }, body };
  };

/** Returns the best encoding that the client accepts; null if none. */
export function encodingFor({ header }: HttpRequest): 'br' | 'gzip' | null {
  const accepted = (header('accept-encoding') ?? '').split(',').map((each) => each.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

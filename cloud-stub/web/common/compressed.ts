// Answers in the encoding that a browser takes: for what is the same for everybody. A page with the token of somebody's forms stays as it is:
// how short it gets beside what somebody else put into it would tell the token.

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

/** The best that the caller takes; null for none. */
export function encodingFor({ header }: HttpRequest): 'br' | 'gzip' | null {
  const accepted = (header('accept-encoding') ?? '').split(',').map((each) => each.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

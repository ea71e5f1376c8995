// GET /openapi.json: machine-readable description of the store's API and its errors (C34). `npm run reference` writes
// it.

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { emptyAnswer, jsonTextAnswer, namesTag } from '../http/answers.ts';
import type { Handler, Route } from '../http/route.ts';

const DOCUMENT = new URL('../../docs/store-openapi.json', import.meta.url);

/** It changes only with a new version of the program. */
const KEPT = 'public, max-age=3600';

export function documentRoute(): Route {
  let text: string | null = null;
  const document: Handler = async ({ header }) => {
    text ??= await readFile(DOCUMENT, 'utf8');
    const headers = { ETag: `"${hash('sha256', text, 'hex')}"`, 'Cache-Control': KEPT };
    return namesTag(header('if-none-match'), headers.ETag)
      ? emptyAnswer(304, headers)
      : jsonTextAnswer(200, text, headers);
  };
  return { path: '/openapi.json', methods: { GET: document, HEAD: document }, options: 'browsers' };
}

// Serves the static files of the site: scripts, styles, Lua's WebAssembly and the font, each in an encoding that the
// browser accepts.

import { emptyAnswer } from '../../http/answers.ts';
import type { Handler, Route } from '../../http/route.ts';
import { encodingFor } from '../common/compressed.ts';

interface SiteFile {
  readonly type: string;
  readonly content: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
  /** Lower-case names; includes `etag`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SiteFiles {
  readonly paths: readonly string[];
  /** Returns the file, which is built on first use; null if there is none. */
  file(path: string): Promise<SiteFile | null>;
}

export const fileRoutes = (files: SiteFiles): readonly Route[] =>
  files.paths.map((path) => {
    const answer: Handler = async (request) => {
      const file = await files.file(path);
      if (!file) return emptyAnswer(404);
      const headers = { ...file.headers, vary: 'Accept-Encoding' };
      if (request.header('if-none-match') === file.headers['etag']) return emptyAnswer(304, headers);
      const encoding = encodingFor(request);
      const encoded = encoding === null ? {} : { 'content-encoding': encoding };
      return {
        status: 200,
        headers: { ...headers, ...encoded, 'content-type': file.type },
        body: encoding === null ? file.content : file[encoding],
      };
    };
    return { path, methods: { GET: answer, HEAD: answer } };
  });

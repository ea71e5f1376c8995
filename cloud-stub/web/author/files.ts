// What pages of the site load: programs, styles, Lua's WebAssembly and the font, each in the encoding that the browser takes.

import { emptyAnswer } from '../../http/answers.ts';
import type { Handler, Route } from '../../http/route.ts';
import { encodingFor } from '../common/compressed.ts';

interface SiteFile {
  readonly type: string;
  readonly content: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
  /** In small letters; `etag` among them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface SiteFiles {
  readonly paths: readonly string[];
  /** Null where there is none; made when it is first asked for. */
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

// The device in a tab, served as static files from a path of a plain host, as a visitor's browser finds it.

import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { basename, extname } from 'node:path';
import type { ExecutionContext } from 'ava';
import { buildWeb } from '../../../bin/web/build-web.ts';
import { docPages } from '../../../bin/web/doc-pages.ts';
import { portOf } from '../../../wire/listening.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Any path does. */
const FOLDER = '/a/folder/';

const built = docPages().then(buildWeb);

interface StaticSite {
  /** Address of the page, in a folder. */
  readonly url: string;
  /** Stops the server; later requests fail. */
  stop(): Promise<void>;
}

interface SiteOptions {
  /** Further files of the folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Receives the bodies of POST requests. */
  readonly received?: (body: string) => void;
}

/** Serves the site; beside it, recordings of fixtures/ as `NAME.tapin.gz`, and an empty page, `blank.html`. */
export async function staticSite(
  t: Pick<ExecutionContext, 'teardown'>,
  { files: further = {}, received }: SiteOptions = {},
): Promise<StaticSite> {
  const files = new Map<string, string | Uint8Array>([...(await built).files, ...Object.entries(further)]);
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      void text(request).then((body) => received?.(body));
      response.writeHead(204).end();
      return;
    }
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const name = pathname === FOLDER ? 'index.html' : basename(pathname);
    void fileOf(files, name).then((content) => {
      if (content === null) return response.writeHead(404).end();
      return response
        .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> => closed(server);
  t.teardown(stop);
  return { url: `http://127.0.0.1:${portOf(server.address())}${FOLDER}`, stop };
}

async function fileOf(
  files: ReadonlyMap<string, string | Uint8Array>,
  name: string,
): Promise<string | Uint8Array | null> {
  if (name.endsWith('.tapin.gz')) return readFile(`fixtures/recordings/${name}`).catch(() => null);
  return name === 'blank.html' ? Buffer.from('<!doctype html><title>blank</title>') : (files.get(name) ?? null);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

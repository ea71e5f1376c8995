// A test server of the site's files, with pages under the same strict policy as the real site.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { allSiteFiles } from '../../../bin/web/site-files.ts';
import { portOf } from '../process/port-of.ts';

const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:",
  "connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join('; ');

export const EXAMPLES = ['comet', 'drawback', 'ladder', 'nine', 'rings', 'shuffle', 'sidehill'];
export const exampleText = (name: string): string => readFileSync(`docs/extensions/examples/${name}.lua`, 'utf8');

const pageOf = (name: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>A page of the site</title>
    <link rel="stylesheet" href="/page.css">
    <link rel="stylesheet" href="/site/${name}.css">
    <script type="module" src="/site/${name}.js"></script>
  </head>
  <body><main><h1>A page of the site</h1>${body}</main></body>
</html>
`;

/** Styles that surround the content on a real page. */
const PAGE_CSS = `:root { color-scheme: light dark } body { margin: 1rem; background: Canvas; color: CanvasText; font-family: sans-serif }`;

export interface SiteServer {
  readonly origin: string;
  /** Returns the address of a page that plays this text. */
  play(text: string): string;
  /** Returns the address of a page with this body and the script and style sheet of this name. */
  page(name: string, body: string): string;
  /** Form bodies posted to the server. */
  readonly posted: readonly string[];
}

/** Starts the server on a free port until the test ends. */
export async function siteServer(t: Pick<ExecutionContext, 'teardown'>): Promise<SiteServer> {
  const { file: files } = allSiteFiles();
  const held = new Map<string, { readonly type: string; readonly content: string }>([
    ['/page.css', { type: 'text/css', content: PAGE_CSS }],
  ]);
  const posted: string[] = [];
  const hold = (type: string, content: string): string => {
    const path = `/held/${held.size}`;
    held.set(path, { type, content });
    return path;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '', 'http://site').pathname;
    if (request.method === 'POST') {
      posted.push(await text(request));
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('It is sent.');
    }
    const own = held.get(path);
    if (own) {
      response.writeHead(200, { 'content-type': own.type, 'content-security-policy': POLICY }).end(own.content);
      return;
    }
    const file = await files(path);
    if (!file) response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    else response.writeHead(200, { 'content-type': file.type, ...file.headers, 'content-encoding': 'br' }).end(file.br);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) => response.destroy(new Error(String(thrown))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const page = (name: string, body: string): string => `${origin}${hold('text/html', pageOf(name, body))}`;
  return {
    origin,
    posted,
    page,
    play: (script) => page('player', `<div data-player data-text-url="${hold('text/plain', script)}"></div>`),
  };
}

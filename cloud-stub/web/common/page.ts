// Pages of the cloud as HTTP answers. A page loads nothing from other origins and contains no inline scripts or styles.

import type { HttpAnswer } from '../../http/answers.ts';
import { html, type Html } from './html.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export interface SitePage {
  readonly title: string;
  /** Links in the page header with their texts; `current` is the path of the current one. */
  readonly links: readonly (readonly [path: string, text: string])[];
  readonly current: string;
  readonly content: Html;
  /** True if the page reports a form error, which the title then mentions too. */
  readonly has_problem?: boolean;
  /** Paths of modules. */
  readonly scripts?: readonly string[];
  /** Paths of additional style sheets. */
  readonly styles?: readonly string[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function pageAnswer(page: SitePage): HttpAnswer {
  const {
    title,
    links,
    current,
    content,
    has_problem = false,
    scripts = [],
    styles = [],
    status = 200,
    headers = {},
  } = page;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${has_problem ? 'Problem: ' : ''}${title} · FooGolf</title>
        <link rel="stylesheet" href="/site.css" />
        ${styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)}
        ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          FooGolf
          <nav aria-label="Pages">
            ${links.map(
              ([path, text]) =>
                html`<a href="${path}" ${path === current ? html`aria-current="page"` : null}>${text}</a>`,
            )}
          </nav>
        </header>
        <main class="wide" id="content" tabindex="-1">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  return { status, headers: { ...HEADERS, ...headers }, body: Buffer.from(document.markup) };
}

/** Redirects with 303: the client requests the path with GET regardless of the method of this request. */
export const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'no-store', ...headers },
  body: new Uint8Array(),
});

export const problemOf = (problem: string): Html | null =>
  problem === '' ? null : html`<p class="problem" role="alert">${problem}</p>`;

/** Formats a time in UTC: `2026-11-23 14:05`. */
export function timeOf(unix_s: number): Html {
  const iso = new Date(unix_s * 1000).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;
}

export const dayOf = (unix_s: number): Html =>
  html`<time datetime="${new Date(unix_s * 1000).toISOString()}"
    >${new Date(unix_s * 1000).toISOString().slice(0, 10)}</time
  >`;

/** Formats a count: `1 device`, `2 devices`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

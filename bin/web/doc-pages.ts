// Guide and reference for authors as pages of the tab, whose scripts play on a device in the page.

import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import { luaText } from '../../cloud-stub/web/author/lua-text.ts';
import { html } from '../../cloud-stub/web/common/html.ts';
import { bundlePage } from '../../sims/panel/build-page.ts';
import { textOf } from '../../wire/bytes.ts';
import { exampleFiles } from './example-files.ts';

const DOCS = new URL('../../docs/extensions/', import.meta.url);
const PAGE = new URL('../../simulation/tab/docs/', import.meta.url);

const PAGES = ['guide', 'reference'] as const;

/** Returns the pages, their script, style and pictures, by name. */
export async function docPages(): Promise<ReadonlyMap<string, Uint8Array>> {
  const [template, examples] = await Promise.all([readFile(new URL('page.html', PAGE), 'utf8'), exampleFiles('.lua')]);
  const pages = await Promise.all(
    PAGES.map(async (name) => {
      const text = await readFile(new URL(`${name}.md`, DOCS), 'utf8');
      const files = name === 'guide' ? [...examples].map(exampleFile).join('\n') : '';
      return [`${name}.html`, Buffer.from(pageOf(template, name, text, files))] as const;
    }),
  );
  return new Map([
    ...pages,
    ['docs.js', Buffer.from(await bundlePage(new URL('docs.ts', PAGE)))],
    ['docs.css', Buffer.from(await bundlePage(new URL('docs.css', PAGE)))],
    ['tapin.lua', await readFile(new URL('tapin.lua', DOCS))],
    ...(await exampleFiles('.png')),
  ]);
}

function pageOf(template: string, name: string, text: string, files: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const content = `${createMarkdown().parse(text, { async: false })}\n${files}`;
  return template
    .replace('{title}', () => title)
    .replace('{content}', () => content)
    .replace(`href="${name}.html">`, `href="${name}.html" aria-current="page">`);
}

/** Returns a script with its button, which names the extension. */
function playable(text: string): string {
  const title = /name = "([^"]+)"/.exec(text)?.[1] ?? 'script';
  const play = html`<button type="button">Play ${title}</button>`;
  return html`<div class="example" data-title="${title}">${play}${luaText(text)}</div>`.markup;
}

const exampleFile = ([name, bytes]: readonly [name: string, bytes: Uint8Array]): string =>
  `<details class="file" id="${name}"><summary>${name}</summary>${playable(textOf(bytes))}</details>`;

const codeBlock = (text: string): string =>
  html`<pre tabindex="0" role="group" aria-label="Code"><code>${text}</code></pre>`.markup;

/** Gives headings the ids that links on GitHub use. */
function createMarkdown(): Marked {
  return new Marked({
    renderer: {
      code: ({ lang, text }: Tokens.Code) => (lang === 'lua' ? playable(text) : codeBlock(text)),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = text.toLowerCase().replaceAll(/[^\w -]/g, '').replaceAll(' ', '-'); // oxfmt-ignore
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token: Tokens.Table) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${tableOf(this.parser, token)}</div>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return html`<img src="${href.replace('examples/', '')}" alt="${text}" width="480" height="320" />`.markup;
      },
    },
  });
}

type Parser = { parseInline(tokens: Tokens.TableCell['tokens']): string };

function tableOf(parser: Parser, { header, rows }: Tokens.Table): string {
  const cells = (row: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
    row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('');
  const head = header.some(({ text }) => text !== '') ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
  return `<table>${head}<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}</tbody></table>\n`;
}

/** Returns the address in the tab's folder; null for a page that is not there. */
function addressOf(href: string): string | null {
  const example = /^examples\/(.+\.lua)$/.exec(href)?.[1];
  if (example !== undefined) return `#${example}`;
  const page = /^(guide|reference)\.md(#.*)?$/.exec(href);
  if (page) return `${page[1]}.html${page[2] ?? ''}`;
  return /^(#|https:)|^tapin\.lua$/.test(href) ? href : null;
}

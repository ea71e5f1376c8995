// Read-only view of an extension's text, highlighted by a library that escapes every character in its markup.

import hljs from 'highlight.js/lib/core';
import lua from 'highlight.js/lib/languages/lua';
import { html, type Html } from '../common/html.ts';

hljs.registerLanguage('lua', lua);

export function luaText(text: string): Html {
  const markup = hljs.highlight(text, { language: 'lua', ignoreIllegals: true }).value;
  return html`<pre class="lua" tabindex="0" aria-label="Source of the extension"><code>${{ markup }}</code></pre>`;
}

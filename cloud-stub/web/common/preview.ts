// Preview of an extension on a page: shows a button first, and loads the rest once it is clicked.

import { html, type Html } from './html.ts';

/** Scripts and styles of a page with a preview. */
export const PREVIEW_FILES = { scripts: ['/site/preview.js'], styles: ['/site/preview.css'] } as const;

export const previewOf = (text_url: string): Html =>
  html`<div data-preview data-text-url="${text_url}"></div>
    <noscript><p>Turn on JavaScript to play it on this page.</p></noscript>`;

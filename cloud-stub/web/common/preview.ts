// Where an extension is played on a page: a button first, and the rest once it is pressed.

import { html, type Html } from './html.ts';

/** What a page with a preview loads. */
export const PREVIEW_FILES = { scripts: ['/site/preview.js'], styles: ['/site/preview.css'] } as const;

export const previewOf = (text_url: string): Html =>
  html`<div data-preview data-text-url="${text_url}"></div>
    <noscript><p>To play it on this page, let the browser run JavaScript.</p></noscript>`;

// Player of an extension on a page: shows a button first, and loads the device once it is clicked.

import { html, type Html } from './html.ts';

/** Scripts and styles of a page with a player. */
export const PLAYER_FILES = { scripts: ['/site/player.js'], styles: ['/site/player.css'] } as const;

export const playerOf = (text_url: string): Html =>
  html`<div data-player data-text-url="${text_url}"></div>
    <noscript><p>Turn on JavaScript to play it on this page.</p></noscript>`;

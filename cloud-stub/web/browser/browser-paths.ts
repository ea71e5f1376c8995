// Paths of the static files for browsers.

export const SITE_PATHS = [
  '/site/player.js',
  '/site/player.css',
  '/site/editor.js',
  '/site/editor-program.js',
  '/site/editor.css',
  '/site/passkeys.js',
  '/site/words.json',
] as const;

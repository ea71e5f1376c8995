// Paths of the static files for browsers.

export const SITE_PATHS = [
  '/site/preview.js',
  '/site/preview-worker.js',
  '/site/preview.css',
  '/site/editor.js',
  '/site/editor-program.js',
  '/site/editor.css',
  '/site/passkeys.js',
  '/site/words.json',
  '/site/glue.wasm',
  '/site/font.otf',
] as const;

// Paths and types of the tab's files on the cloud's site.

export const TAB_FOLDER = '/site/tab/';
export const TAB_TYPES: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
  'whole.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'lua-worker': 'text/javascript; charset=utf-8',
  'lua.wasm': 'application/wasm',
  'lua-worker.js': 'text/javascript; charset=utf-8',
  'elk-worker.js': 'text/javascript; charset=utf-8',
  'lua.wasm.js': 'text/javascript; charset=utf-8',
  'font.otf.js': 'text/javascript; charset=utf-8',
};

export const TAB_PATHS: readonly string[] = Object.keys(TAB_TYPES).map((name) => `${TAB_FOLDER}${name}`);

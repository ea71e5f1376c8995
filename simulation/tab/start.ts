// Starts the page: as modules, or as one script where the browser refuses modules, which is on pages from a disk and
// in sandboxed frames.

/** Modules of the first frame besides the main one, filled in by the build, so that all load at once. */
declare const PARTS: readonly string[];

const script = document.createElement('script');
if (globalThis.origin === 'null') script.src = 'whole.js';
else {
  for (const part of PARTS) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = part;
    document.head.append(link);
  }
  script.type = 'module';
  script.src = 'main.js';
}
document.head.append(script);

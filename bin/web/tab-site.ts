// The tab as files of the cloud's site, for the frame in which its pages play an extension: built on first use.

import { siteFile } from '../../cloud-stub/web/browser/browser-files.ts';
import { TAB_FOLDER, TAB_TYPES } from './tab-paths.ts';

type SiteFile = ReturnType<typeof siteFile>;

/** The page may be in a frame of the site, where it has no origin. */
const PAGE_HEADERS = {
  'content-security-policy': "frame-ancestors 'self'; sandbox allow-scripts allow-forms allow-downloads",
  'referrer-policy': 'no-referrer',
};
/**
 * Policy of a Worker that runs untrusted scripts: it may only compile WebAssembly, with no loads, imports or
 * connections (C112). A Worker follows the policy of its own response, not the page's policy.
 */
const WORKER_HEADERS = { 'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'" };

/** Returns a function that returns the file at a path; null if there is none. */
export function createTabSite(): (path: string) => Promise<SiteFile | null> {
  const made = new Map<string, SiteFile>();
  let built: ReturnType<typeof build> | null = null;
  return async (path) => {
    const name = path.slice(TAB_FOLDER.length);
    const type = TAB_TYPES[name];
    if (!path.startsWith(TAB_FOLDER) || type === undefined) return null;
    built ??= build();
    built.catch(() => (built = null)); // retry after a failure
    const content = (await built).files.get(name || 'index.html') ?? '';
    const headers = name === '' ? PAGE_HEADERS : name === 'lua-worker' ? WORKER_HEADERS : {};
    const file = made.get(path) ?? siteFile(type, Buffer.from(content), headers);
    made.set(path, file);
    return file;
  };
}

async function build() {
  const { buildWeb } = await import('./build-web.ts');
  return buildWeb();
}

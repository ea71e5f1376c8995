// All static files of the cloud's site: its own, and those of the tab.

import { createSiteFiles } from '../../cloud-stub/web/browser/browser-files.ts';
import { SITE_PATHS } from '../../cloud-stub/web/browser/browser-paths.ts';
import type { SiteFiles } from '../../cloud-stub/web/author/files.ts';
import { TAB_PATHS } from './tab-paths.ts';
import { createTabSite } from './tab-site.ts';

export function allSiteFiles(): SiteFiles {
  const [own, tab] = [createSiteFiles(), createTabSite()];
  return { paths: [...SITE_PATHS, ...TAB_PATHS], file: async (path) => (await own(path)) ?? tab(path) };
}

// Renders the device's state as a page. Pure: the same view and time give the same page.

import type { Picture, Scene } from '../../hal/screen/screen.ts';
import { isInstalling } from '../images/policy.ts';
import type { DeviceContext } from '../machines/device-state.ts';
import { alarmOver, createPage, toastOver, statusOver, problemOver, type PageView } from '../ui/page.ts';
import { bootPage, type BootStep } from './settings/boot-page.ts';
import { installingFirmwarePage } from './settings/firmware-page.ts';
import type { DeviceView, PageEntry } from './page-entry.ts';
import { pageNamed } from './pages.ts';

/** Content of the screen: the boot page, or a page of the running device. */
export type ShownPage =
  | { readonly booting: BootStep; readonly device: DeviceContext }
  | { readonly booting: null; readonly page: string; readonly view: DeviceView };

/** Returns the page at this time, with its touch areas. */
export function pageOf(shown: ShownPage, now_ms: number): PageView {
  if (shown.booting !== null) return bootPage(shown.device, shown.booting);
  const { view } = shown;
  if (isInstalling(view.firmware)) return installingFirmwarePage(view.firmware);
  const entry = entryOf(shown);
  const page = entry?.draw(view, now_ms) ?? createPage().view();
  const tags = entry?.tags ?? [];
  // During play the footer hints must stay visible; a note has already reported the error.
  const quiet = tags.includes('busy') || tags.includes('says-storage');
  const with_problem = problemOver(page, quiet ? '' : view.storage_error);
  const alarmed = alarmOver(with_problem, tags.includes('says-alarm') ? '' : view.alarm);
  return statusOver(toastOver(alarmed, view.toast), view.status_line);
}

const entryOf = (shown: ShownPage): PageEntry | undefined =>
  shown.booting === null ? pageNamed(shown.page) : undefined;

/** Returns the scene for the screen: computed when requested, animated while a ball rolls. */
export const sceneOf = (currentPage: () => ShownPage): Scene => ({
  at: (now_ms): Picture => pageOf(currentPage(), now_ms),
  get animates_until_ms() {
    const shown = currentPage();
    return (shown.booting === null && entryOf(shown)?.movesUntil_ms?.(shown.view)) || 0;
  },
  changesAfter(now_ms) {
    const shown = currentPage();
    const change = shown.booting === null ? entryOf(shown)?.changesAfter_ms?.(shown.view, now_ms) : undefined;
    return change ?? Number.POSITIVE_INFINITY;
  },
});

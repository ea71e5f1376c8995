// Virtual web page: an address that is set by hand.

import { createWatched } from '../watched.ts';
import type { WebPage } from './web-page.ts';

interface VirtualWebPage extends WebPage {
  /** @param address null if no other machine can open the page. */
  set(address: string | null, token: string): void;
}

export function createVirtualWebPage(): VirtualWebPage {
  const { get, set, onChange } = createWatched<string | null>(null);
  let link: string | null = null;
  return {
    address: get,
    link: () => link,
    set(address, token) {
      link = address === null ? null : `${address}?token=${token}`;
      set(address);
    },
    onChange,
  };
}

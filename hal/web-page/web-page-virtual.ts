// Virtual web page: an address that is set by hand.

import { createWatched } from '../watched.ts';
import type { ServedPage } from './web-page.ts';

interface VirtualWebPage extends ServedPage {
  /** @param address null if no other machine can open the page. */
  set(address: string | null, token: string): void;
  setViewers(count: number): void;
}

export function createVirtualWebPage(): VirtualWebPage {
  const { get, set, onChange } = createWatched<string | null>(null);
  let [token, viewers, renewals] = ['', 0, 0];
  return {
    address: get,
    link: () => (get() === null ? null : `${get()}?token=${token}`),
    set(address, next) {
      token = next;
      set(address);
    },
    onChange,
    viewers: () => viewers,
    setViewers: (count) => void (viewers = count),
    async renew() {
      token = `token-${++renewals}`;
    },
  };
}

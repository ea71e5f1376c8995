// Virtual web page: an address that is set by hand.

import type { WebPage } from './web-page.ts';

interface VirtualWebPage extends WebPage {
  /** @param address null if no other machine can open the page. */
  set(address: string | null, token: string): void;
}

export function createVirtualWebPage(): VirtualWebPage {
  const listeners = new Set<(address: string | null) => void>();
  let [now, link]: [string | null, string | null] = [null, null];
  return {
    address: () => now,
    link: () => link,
    set(address, token) {
      link = address === null ? null : `${address}?token=${token}`;
      if (address === now) return;
      now = address;
      const recipients = [...listeners]; // listeners added during the loop do not receive this change
      for (const listener of recipients) if (listeners.has(listener)) listener(address);
    },
    onChange(listener) {
      const own = (address: string | null): void => listener(address);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

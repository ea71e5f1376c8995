// Virtual network link, joined and left with a switch.

import type { Link } from './link.ts';

export interface VirtualLink extends Link {
  setJoined(joined: boolean): void;
}

export function createVirtualLink({ joined = true }: { readonly joined?: boolean } = {}): VirtualLink {
  const listeners = new Set<(joined: boolean) => void>();
  let now = joined;
  return {
    joined: () => now,
    setJoined(next) {
      if (next === now) return;
      now = next;
      const recipients = [...listeners]; // listeners added during the loop do not receive this change
      for (const listener of recipients) if (listeners.has(listener)) listener(next);
    },
    onChange(listener) {
      const own = (joined: boolean): void => listener(joined);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

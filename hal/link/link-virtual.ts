// Virtual network link, joined and left with a switch.

import { createWatched } from '../watched.ts';
import type { Link } from './link.ts';

export interface VirtualLink extends Link {
  setJoined(joined: boolean): void;
}

export function createVirtualLink({ joined = true }: { readonly joined?: boolean } = {}): VirtualLink {
  const { get, set, onChange } = createWatched(joined);
  return { joined: get, setJoined: set, onChange };
}

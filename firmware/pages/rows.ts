// Rows that change a setting: a stepped value, and a toggle. And the keys that turn the views of a page.

import type { PersistedChange } from '../persisted/changes.ts';
import type { DeviceRequest, NavigationContext, Row } from './navigation.ts';

export const change = (what: PersistedChange): DeviceRequest => ({ type: 'device.change', change: what });

/** Returns a row whose value steps with left and right; OK steps up. */
export const stepRow = (label: string, value: string, step: (direction: 1 | -1) => PersistedChange): Row => ({
  label,
  value,
  ok: change(step(1)),
  left: change(step(-1)),
  right: change(step(1)),
});

export const toggleRow = (label: string, value: string, toggle: PersistedChange): Row => ({
  label,
  value,
  ok: change(toggle),
  left: change(toggle),
  right: change(toggle),
});

/** Returns the action that shows the next or previous of a page's views, which wrap around. */
export const turnView = (by: 1 | -1, countOf: (context: NavigationContext) => number) =>
  ({
    type: 'take',
    params({ context }: { readonly context: NavigationContext }) {
      const count = countOf(context);
      return { plot: (context.plot + by + count) % count };
    },
  }) as const;

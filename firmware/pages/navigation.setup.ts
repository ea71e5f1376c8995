// Shared setup of the pages: navigation events, common actions, and the keys of a list.

import { assign, enqueueActions, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import { typeOnly, type PlayKey } from '../machine.ts';
import type { DeviceState } from '../machines/device-state.ts';
import {
  focusOf,
  isOwn,
  rowsView,
  withFocus,
  withFocusMoved,
  type DeviceRequest,
  type NavigationContext,
  type NavigationEvent,
  type Rows,
} from './navigation.ts';

/**
 * Tags of a page: `busy` a player plays or types there; `holds-pulls` typed input must not be lost; `wants-strikes` it
 * takes strikes itself; `watches` it may close when shown state changes; `beats` a metronome may beat there;
 * `says-alarm` and `says-storage` it shows extension or storage errors itself.
 */
export type PageTag =
  | 'busy'
  | 'holds-pulls'
  | 'wants-strikes'
  | 'practises'
  | 'watches'
  | 'beats'
  | 'says-alarm'
  | 'says-storage';

type NavigationInput = Pick<NavigationContext, 'parent' | 'deviceState'>;

/** Rows of a page, by page name. */
interface OfPage {
  readonly page: string;
  readonly rows: Rows;
}

export const navigationSetup = setup({
  types: typeOnly<{ input: NavigationInput; context: NavigationContext; events: NavigationEvent; tags: PageTag }>(),
  actions: {
    take: assign((_, patch: Partial<NavigationContext>) => patch),
    ask: enqueueActions(({ context, enqueue }, { event }: { event: DeviceRequest }) =>
      enqueue.sendTo(context.parent, event),
    ),
    moveFocus: assign(({ context }, { page, rows, by }: OfPage & { by: 1 | -1 }) =>
      withFocusMoved(context, page, rows(rowsView(context)), by),
    ),
    focusRow: assign(({ context }, { page, rows, place }: OfPage & { place: number }) =>
      withFocus(context, page, rows(rowsView(context)), place),
    ),
    pressRow: enqueueActions(({ context, enqueue }, { page, rows, key }: OfPage & { key: 'ok' | 'left' | 'right' }) => {
      const listed = rows(rowsView(context));
      const event = listed[focusOf(listed, context.focus[page])]?.[key];
      if (!event) return;
      if (isOwn(event)) enqueue.raise(event);
      else enqueue.sendTo(context.parent, event);
    }),
    pressKey: enqueueActions(({ enqueue }, { key }: { key: 'ok' | 'left' | 'right' }) =>
      enqueue.raise({ type: `key.${key}` }),
    ),
  },
  guards: {
    'play kind matches': ({ context }, { kinds }: { kinds: readonly DeviceState['play']['kind'][] }) =>
      kinds.includes(context.deviceState().play.kind),
  },
});

/** Sends a request to the device. */
export const ask = (event: DeviceRequest) => ({ type: 'ask', params: { event } }) as const;
/** Sends a request made from the strike of the event. */
export const askOfStrike = (request: (strike: Strike) => DeviceRequest) =>
  ({
    type: 'ask',
    params: ({ event: { strike } }: { event: { readonly strike: Strike } }) => ({ event: request(strike) }),
  }) as const;
export const note = (text: string) => ask({ type: 'device.note', text });
/** Sends a key to the current game. */
export const playKey = (key: PlayKey) => ask({ type: 'play.key', key });

/** Returns the keys of a list page: Up and Down move the focus, all other keys act on the focused row. */
export function listKeys(page: string, rows: Rows) {
  const list = { page, rows };
  const press = (key: 'ok' | 'left' | 'right') => ({ type: 'pressRow', params: { ...list, key } }) as const;
  return {
    'key.up': { actions: { type: 'moveFocus', params: { ...list, by: -1 } } },
    'key.down': { actions: { type: 'moveFocus', params: { ...list, by: 1 } } },
    'key.ok': { actions: press('ok') },
    'key.left': { actions: press('left') },
    'key.right': { actions: press('right') },
    'touch.row': {
      actions: [
        {
          type: 'focusRow',
          params: ({ event }: { event: { readonly focus: number } }) => ({ ...list, place: event.focus }),
        },
        {
          type: 'pressKey',
          params: ({ event }: { event: { readonly key: 'ok' | 'left' | 'right' } }) => ({ key: event.key }),
        },
      ],
    },
  } as const;
}

/** State config of a page: its event transitions. */
export type PageConfig = Parameters<typeof navigationSetup.createStateConfig>[0];

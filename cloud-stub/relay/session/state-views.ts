// Serialized state block and tag of each session. Computed when something in it changes, never per request (C22).

import { stateText, type StateText } from '../../../wire/relay/state.ts';
import type { SessionSnapshot } from '../engine.ts';
import { isOnline, stateOf, type Session } from './session.ts';

export interface StateViews {
  of(snapshot: Pick<SessionSnapshot, 'session' | 'now_ms'>): StateText;
}

interface View {
  readonly session: Session;
  readonly online: boolean;
  readonly text: StateText;
}

/** Caches one view per host, and renews it only when something in it changes. */
export function createStateViews(): StateViews {
  const views = new Map<string, View>();
  return {
    of({ session, now_ms }) {
      const online = isOnline(session, now_ms);
      const view = views.get(session.host);
      if (view && view.online === online && isSameView(view.session, session)) return view.text;
      const text = stateText(stateOf(session, now_ms));
      views.set(session.host, { session, online, text });
      return text;
    },
  };
}

const VIEW_KEYS = ['players', 'guests', 'ev', 'replay', 'exp', 'round'] as const;

const isSameView = (a: Session, b: Session): boolean => VIEW_KEYS.every((key) => a[key] === b[key]);

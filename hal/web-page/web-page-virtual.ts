// Virtual web page: an address that is set by hand.

import type { SetUpForm } from '../../wire/set-up.ts';
import { createWatched } from '../watched.ts';
import type { WebPage } from './web-page.ts';

/** Page whose server passes on the forms of its visitors. */
export interface FedWebPage extends WebPage {
  submit(form: SetUpForm): void;
}

interface VirtualWebPage extends FedWebPage {
  /** @param address null if no other machine can open the page. */
  set(address: string | null, token: string): void;
  setViewers(count: number): void;
}

export function createVirtualWebPage(): VirtualWebPage {
  const { get, set, onChange } = createWatched<string | null>(null);
  const forms = new Set<(form: SetUpForm) => void>();
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
    onForm(listener) {
      const own = (form: SetUpForm): void => listener(form);
      forms.add(own);
      return () => void forms.delete(own);
    },
    submit(form) {
      for (const notify of forms) notify(form);
    },
  };
}

// Forms that a phone sends on the page of one device.

import type { SetUpForm } from '../../wire/set-up.ts';
import type { WebPage } from './web-page.ts';

interface Forms extends Pick<WebPage, 'onForm'> {
  submit(form: SetUpForm): void;
}

export function createForms(): Forms {
  const listeners = new Set<(form: SetUpForm) => void>();
  return {
    onForm(listener) {
      const own = (form: SetUpForm): void => listener(form);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    submit(form) {
      for (const notify of listeners) notify(form);
    },
  };
}

// Web page port: the page that this machine serves for the device, so that a phone can be its screen.
// Contract: `address` and `link` are null while no other machine can open the page. `onChange` reports each change, not
// the initial state, and never before it has returned; while there are listeners, `address` equals the last reported
// one. A function returned by `onChange` or `onForm` unsubscribes.

import type { SetUpForm } from '../../wire/set-up.ts';

export interface ServedPage {
  /** Returns the address without its token, such as `http://192.168.1.20:8321/`. */
  address(): string | null;
  /** Returns the address with its token. It is a secret: draw it, but keep it out of texts, logs and recordings. */
  link(): string | null;
  /**
   * @param listener Called with each new address, not with the initial one.
   * @returns Unsubscribes.
   */
  onChange(listener: (address: string | null) => void): () => void;
  /** Returns the number of browsers that show the device now. */
  viewers(): number;
  /**
   * Replaces the token, so that every phone needs the new link, and disconnects the open pages. A page that is not
   * served yet does so first. Resolves once the new token is stored.
   */
  renew(): Promise<void>;
}

/** Page with the forms of one device: all devices of a process share a page. */
export interface WebPage extends ServedPage {
  /** Calls the listener with each form sent by a phone. Its password is a secret. */
  onForm(listener: (form: SetUpForm) => void): () => void;
}

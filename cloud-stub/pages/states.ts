// The states of extensions in words, the same on all pages.

import type { Listing } from '../store/extension.ts';

export const LISTING_WORDS: Readonly<Record<Listing, string>> = {
  none: 'not listed',
  requested: 'listing requested',
  public: 'listed',
};

/** Of what is not listed, for somebody who may not know what that means. */
export const BY_CODE = 'not listed: whoever has the code sees it';
export const ON_EVERY_DEVICE = 'on every device';
export const TAKEN_DOWN = 'taken down';

/** At the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

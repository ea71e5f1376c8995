// The states of extensions in words, the same on all pages and in what the command line prints.

import type { Listing } from '../../store/extension.ts';
import type { Refused } from '../../store/history.ts';

export const LISTING_WORDS: Readonly<Record<Listing, string>> = {
  none: 'not listed',
  requested: 'listing requested',
  public: 'listed',
};

/** Of what is not listed, for somebody who may not know what that means. */
export const BY_CODE = 'not listed: anyone with the code sees it';
export const ON_EVERY_DEVICE = 'on every device';
export const TAKEN_DOWN = 'taken down';

export const REFUSED_WORDS: Readonly<Record<Refused['what'], string>> = {
  decline: 'declined',
  unlist: 'unlisted by support',
  take_down: `${TAKEN_DOWN} by support`,
};

const VERSION_WORDS = { served: 'live', approved: 'approved', waiting: 'waits for support' } as const;

/** All that holds of a version. */
export const versionWords = (version: Readonly<Record<keyof typeof VERSION_WORDS, boolean>>): string =>
  (['served', 'approved', 'waiting'] as const)
    .filter((each) => version[each])
    .map((each) => VERSION_WORDS[each])
    .join(', ');

/** At the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

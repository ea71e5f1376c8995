// Texts for the states of extensions, shared by all pages and the command line.

import type { Listing } from '../../store/extension.ts';
import type { Refused } from '../../store/history.ts';

export const LISTING_WORDS: Readonly<Record<Listing, string>> = {
  none: 'not listed',
  requested: 'listing requested',
  public: 'listed',
};

/** Explains unlisted extensions to users who may not know the term. */
export const BY_CODE = 'not listed: anyone with the code can see it';
export const ON_EVERY_DEVICE = 'on every device';
export const TAKEN_DOWN = 'taken down';

export const REFUSED_WORDS: Readonly<Record<Refused['what'], string>> = {
  decline: 'declined',
  unlist: 'unlisted by support',
  take_down: `${TAKEN_DOWN} by support`,
};

const VERSION_WORDS = { served: 'live', approved: 'approved', waiting: 'awaits review' } as const;

/** Lists all states of a version. */
export const versionWords = (version: Readonly<Record<keyof typeof VERSION_WORDS, boolean>>): string =>
  (['served', 'approved', 'waiting'] as const)
    .filter((each) => version[each])
    .map((each) => VERSION_WORDS[each])
    .join(', ');

/** Capitalizes the first letter, for the start of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

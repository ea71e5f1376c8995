// An author, as a token says who it is.

export interface Author {
  /** The account. */
  readonly owner: string;
  /** What others read. */
  readonly label: string;
  /** Whether the account is still there; left out where nobody here knows that. */
  readonly isThere?: () => boolean;
}

export const NO_MORE = 'The account of this token is no more.';

/** In `aud` of a token for the store that this cloud has signed. */
export const STORE_AUDIENCE = 'tapin-store';

/** C90: characters of an author's label. */
export const AUTHOR_CHARS_MAX = 64;

/** In `aud` of a token for the support API. */
export const SUPPORT_AUDIENCE = 'tapin-support';

/** Whose FooGolf's own extensions are (C41): of the main accounts of support. */
export const FOOGOLF_OWNER = 'foogolf';

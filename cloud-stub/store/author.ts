// An author, as identified by a token.

export interface Author {
  /** Account id. */
  readonly owner: string;
  /** Public name. */
  readonly label: string;
  /** Whether the account still exists; undefined if the store cannot tell. */
  readonly isThere?: () => boolean;
}

export const NO_MORE = 'The account of this token no longer exists.';

/** `aud` of a store token that this cloud has signed. */
export const STORE_AUDIENCE = 'tapin-store';

/** C90: characters of an author's label. */
export const AUTHOR_CHARS_MAX = 64;

/** `aud` of a token for the support API. */
export const SUPPORT_AUDIENCE = 'tapin-support';

/** Owner of FooGolf's own extensions (C41): the main accounts of support. */
export const FOOGOLF_OWNER = 'foogolf';

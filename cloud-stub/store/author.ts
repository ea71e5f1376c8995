// An author, as a token says who it is.

export interface Author {
  /** The account. */
  readonly owner: string;
  /** What others read. */
  readonly label: string;
}

/** In `aud` of a token for the store that this cloud has signed. */
export const STORE_AUDIENCE = 'tapin-store';

/** C90: characters of an author's label. */
export const AUTHOR_CHARS_MAX = 64;

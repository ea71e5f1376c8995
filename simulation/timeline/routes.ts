// What may be said of a call without saying what is secret in it.

interface CallTo {
  readonly origin: string;
  /** Without what stands behind a question mark. */
  readonly route: string;
}

export function callTo(url: string): CallTo {
  const read = URL.canParse(url) ? new URL(url) : null;
  return { origin: read?.origin ?? '', route: read?.pathname ?? '' };
}

// Reduces the URL of a call to parts that contain no secrets.

interface CallTo {
  readonly origin: string;
  /** Path without the query string. */
  readonly route: string;
}

export function callTo(url: string): CallTo {
  const read = URL.canParse(url) ? new URL(url) : null;
  return { origin: read?.origin ?? '', route: read?.pathname ?? '' };
}

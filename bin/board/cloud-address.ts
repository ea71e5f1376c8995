// Address of a cloud, on the command line and in a board file.

/** Returns the origin of a URL without path, query and user; null for any other text. */
export function originIn(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const is_origin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && !url.username;
  return is_origin ? url.origin : null;
}

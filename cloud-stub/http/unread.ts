// Closes a connection whose client does not read (C170); otherwise its answers would stay in memory indefinitely.

import type { ServerResponse } from 'node:http';

/** Time without progress. Node waits once more if some bytes were sent in that time. */
const UNREAD_MS = 20_000;

export function endUnread(response: ServerResponse): void {
  response.setTimeout(UNREAD_MS, () => {
    if (response.writableLength > 0) response.destroy(); // otherwise the request is held
  });
}

// Closes a connection whose client does not read (C170): its answers would stay in memory for as long as it likes.

import type { ServerResponse } from 'node:http';

/** Without a byte taken. Node waits as long once more if some were taken in that time. */
const UNREAD_MS = 20_000;

export function endUnread(response: ServerResponse): void {
  response.setTimeout(UNREAD_MS, () => {
    if (response.writableLength > 0) response.destroy(); // else the request is held
  });
}

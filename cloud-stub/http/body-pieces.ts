// Limits the pieces of a request body (C130). Node makes a buffer for each chunk, and 11,000 chunks of one byte fit into one
// socket read: unread, they would hold the event loop for longer than R150 allows.

import { IncomingMessage, type ServerResponse } from 'node:http';

/** C130: each piece costs time, and the longest body fits into fewer packets. */
const PIECES_MAX = 2048;

/** A request that hangs up on a body in too many pieces, whether or not the body is read. */
export class PiecewiseRequest extends IncomingMessage {
  #pieces = 0;

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece === null || ++this.#pieces <= PIECES_MAX) return super.push(piece, encoding);
    this.destroy();
    return false;
  }
}

export const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

/**
 * Discards the rest of an unread body after its answer, and counts its pieces. Node itself would discard it uncounted, up
 * to 2 MB in one iteration of the event loop.
 */
export function discardUnread(request: IncomingMessage, response: ServerResponse): void {
  request.read(0); // marks the body as in use
  response.once('finish', () => request.resume());
}

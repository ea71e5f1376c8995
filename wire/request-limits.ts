// Limits on the requests of one connection, for every HTTP server: a client can write thousands of requests or chunks
// in one packet, and Node's parser passes them all on before it serves another connection (R150). The interfaces
// describe the parts of Node's classes that the limits use.

/** C130: pieces of a body. Each costs a buffer, and the longest body fits into fewer packets. */
export const PIECES_MAX = 2048;
/** C170: requests of a connection per iteration of the event loop. Clients that wait for their answers stay far below. */
const REQUESTS_MAX = 16;

interface Connection {
  readonly destroyed: boolean;
  destroy(): unknown;
}

interface ReceivedRequest extends Connection {
  readonly headers: { readonly 'transfer-encoding'?: string | undefined };
  readonly socket: Connection;
  push: (piece: unknown, encoding?: BufferEncoding) => boolean;
  read(size: number): unknown;
  resume(): unknown;
}

interface SentResponse {
  once(event: 'finish', listener: () => void): unknown;
}

/**
 * Returns a request listener that passes on requests within the limits, and closes the connection of others. A request
 * with a chunked body counts as 16, and closes the connection at a chunk too many, whether or not it is read.
 */
export function limitRequests<Q extends ReceivedRequest, S extends SentResponse>(
  handle: (request: Q, response: S) => unknown,
): (request: Q, response: S) => void {
  const taken = new Map<Connection, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (taken.size === 0) setImmediate(() => taken.clear());
    const is_chunked = request.headers['transfer-encoding'] !== undefined;
    const count = (taken.get(socket) ?? 0) + (is_chunked ? REQUESTS_MAX : 1);
    taken.set(socket, count);
    if (count > REQUESTS_MAX) return void socket.destroy();
    if (is_chunked) limitPieces(request, response);
    handle(request, response);
  };
}

/** Node discards an unread body after the response, up to 2 MB of chunks in one iteration; this discards and counts it. */
function limitPieces(request: ReceivedRequest, response: SentResponse): void {
  const push = request.push.bind(request);
  let pieces = 0;
  request.push = (piece, encoding) => {
    if (piece === null || ++pieces <= PIECES_MAX) return push(piece, encoding);
    request.destroy();
    return false;
  };
  request.read(0); // marks the body as in use, so that Node does not discard it
  response.once('finish', () => request.resume());
}

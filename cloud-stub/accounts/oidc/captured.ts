// Captured responses, for answers that several requests receive: the handler writes to a response without a socket.

import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';

export interface Captured {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Captures the response that `respond` writes, even if the client has disconnected. */
export async function captured(request: IncomingMessage, respond: Respond): Promise<Captured> {
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<Captured>();
  Object.assign(response, {
    writeHead(status: number, headers: OutgoingHttpHeaders = {}) {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
      return response;
    },
    write(chunk: string | Uint8Array) {
      chunks.push(Buffer.from(chunk));
      return true;
    },
    end(chunk?: string | Uint8Array | null) {
      if (chunk !== undefined && chunk !== null) chunks.push(Buffer.from(chunk));
      resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(chunks) });
      return response;
    },
  });
  await respond(request, response);
  return promise;
}

export function sendCaptured(response: ServerResponse, { status, headers, body }: Captured): void {
  response.writeHead(status, headers).end(body);
}

// A client for server-sent events on a connection of its own.

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { fieldsIn } from '../read-json.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStream {
  readonly response: IncomingMessage;
  /** Returns all received text, unparsed. */
  text(): string;
  events(): readonly StreamEvent[];
  /** Resolves when the received events satisfy `enough`. */
  until(enough: (events: readonly StreamEvent[]) => boolean): Promise<readonly StreamEvent[]>;
  /** Resolves when this text has arrived. */
  untilText(text: string): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

export async function openEvents(
  url: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const client_request = request(url, { agent: false, headers: { Authorization: `Bearer ${token}`, ...headers } });
  client_request.end();
  client_request.on('error', () => {});
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answered = await once(client_request, 'response', { signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the 'response' event always has an IncomingMessage
  const response = answered[0] as IncomingMessage;
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (piece: string) => (text += piece));
  response.on('error', () => {});
  const when = async (met: () => boolean): Promise<void> => {
    while (!met()) await once(response, 'data', { signal });
  };
  const events = (): readonly StreamEvent[] => eventsIn(text);
  return {
    response,
    text: () => text,
    events,
    async until(enough) {
      await when(() => enough(events()));
      return events();
    },
    untilText: (wanted) => when(() => text.includes(wanted)),
    close: () => response.destroy(),
  };
}

/** Parses complete events; ignores comments. */
const eventsIn = (text: string): readonly StreamEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(block.split('\n').map((line): [string, string] => split(line)));
      const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
      return id === undefined || event === undefined || data === undefined ? [] : [{ id, event, data: fieldsIn(data) }];
    });

const split = (line: string): [string, string] => {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
};

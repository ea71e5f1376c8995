// A device of the benchmark: signed requests on two connections.

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { present } from '../../wire/errors.ts';
import { readSecret, sign } from '../../wire/signing.ts';
import { openConnection, type Connection } from '../../test/support/lean-connection.ts';

export interface Item {
  readonly seq: number;
  readonly name: string;
  readonly club: number;
}

export interface Answer {
  readonly status: string;
  readonly code: string;
  readonly seq: number;
  readonly items: readonly Item[];
  readonly state: { readonly st: string };
}

type Post = (route: string, body: object) => Promise<Answer>;

export interface Device {
  /** On the connection for what is held. */
  readonly hold: Post;
  /** On the one for the rest, opened when it is needed. */
  readonly control: Post;
  close(): void;
}

export function deviceOn(port: number, { id, secret }: DeviceIdentity): Device {
  const key = present(readSecret(secret), 'secret');
  const open = new Set<Promise<Connection>>();
  const lane = (): Post => {
    let connection: Promise<Connection> | null = null;
    return async (route, body) => {
      connection ??= openConnection(port);
      open.add(connection);
      const text = JSON.stringify(body);
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const signature = sign(key, timestamp, Buffer.from(text));
      const headers = `X-Device-Id: ${id}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\n`;
      const { http_status, body: answered } = await (await connection).post(`/sim/${route}`, text, headers);
      if (http_status !== 200) throw new Error(`${route} was answered ${http_status}: ${answered}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reading it by a schema would be part of what is measured
      const answer = JSON.parse(answered) as Answer;
      if (answer.status !== 'ok') throw new Error(`${route} was answered ${answer.status}`);
      return answer;
    };
  };
  const close = (): void => {
    for (const connection of open) void connection.then((opened) => opened.close());
  };
  return { hold: lane(), control: lane(), close };
}

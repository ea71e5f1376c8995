// Device of the benchmark: sends signed requests, with held requests in a lane of their own.

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { assertDefined } from '../../wire/errors.ts';
import { readSecret, sign } from '../../wire/signing.ts';
import type { BenchLane, Transport } from './way.ts';

export interface BenchItem {
  readonly seq: number;
  readonly name: string;
  readonly club: number;
}

export interface BenchAnswer {
  readonly status: string;
  readonly code: string;
  readonly seq: number;
  readonly items: readonly BenchItem[];
  readonly state: { readonly st: string };
}

type Post = (route: string, body: object) => Promise<BenchAnswer>;

export interface BenchDevice {
  /** Posts in the lane for held requests. */
  readonly hold: Post;
  /** Posts in the lane for all other requests. */
  readonly control: Post;
  close(): void;
}

export function deviceOn(transport: Transport, { id, secret }: DeviceIdentity): BenchDevice {
  const key = assertDefined(readSecret(secret), 'secret');
  const [held, rest] = [transport.lane(), transport.lane()];
  const postOn =
    (lane: BenchLane): Post =>
    async (route, body) => {
      const text = JSON.stringify(body);
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const signature = sign(key, timestamp, Buffer.from(text));
      const headers = `X-Device-Id: ${id}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\n`;
      // A host's start request has no code, so the device id is used instead.
      const code = 'code' in body ? String(body.code) : id;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validating it with a schema would distort the measurement
      const answer = JSON.parse(await lane.post(`/sim/${route}`, text, headers, code)) as BenchAnswer;
      if (answer.status !== 'ok') throw new Error(`${route} returned ${answer.status}`);
      return answer;
    };
  const close = (): void => {
    for (const lane of [held, rest]) lane.close();
  };
  return { hold: postOn(held), control: postOn(rest), close };
}

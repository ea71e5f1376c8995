// A device without firmware: it signs and sends any request of a test.

import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { HttpLink } from '../../../hal/http/http-virtual.ts';
import type { JsonFields } from '../../../wire/json-fields.ts';
import { HEADER, sign, type DeviceKey } from '../../../wire/signing.ts';
import { fieldsIn } from '../read-json.ts';

export interface RawReply {
  /** Returns the HTTP status; null while a held request is open. */
  readonly status: () => number | null;
  readonly answer: () => JsonFields;
}

export interface RawDevice {
  /** Sends a request and waits 10 ms; a held request may still be open. */
  ask(route: string, body: unknown, signature?: string): Promise<RawReply>;
}

interface RawDeviceOptions {
  readonly clock: VirtualClock;
  readonly link: HttpLink;
  /** Origin of the cloud, without a path. */
  readonly origin: string;
  readonly id: string;
  readonly key: DeviceKey;
}

export function rawDevice({ clock, link, origin, id, key }: RawDeviceOptions): RawDevice {
  return {
    async ask(route, data, signature) {
      const body = new TextEncoder().encode(JSON.stringify(data));
      const timestamp = String(clock.unix_s());
      const headers = {
        [HEADER.device]: id,
        [HEADER.timestamp]: timestamp,
        [HEADER.signature]: signature ?? sign(key, timestamp, body),
      };
      let status: number | null = null;
      let text = '{}';
      link.post({ url: `${origin}/sim/${route}`, headers, body }, (result) => {
        if (!result.ok) return;
        ({ status, text } = result.value);
      });
      await clock.advance(10);
      return { status: () => status, answer: () => fieldsIn(text) };
    },
  };
}

// The cable of the sensor as messages: bytes of any chunking, decoded as the driver decodes them.

import { createFrameReader, type Frame } from '../../hal/sensor/frame.ts';
import { decodeBody, type Message } from '../../hal/sensor/messages.ts';

/** What a chunk of bytes has completed. */
export interface Chunk {
  readonly messages: readonly WireMessage[];
  /** Frames that were damaged. */
  readonly dropped: number;
}

export interface WireMessage {
  readonly seq: number;
  /** Of an unknown type, or with too short a body. */
  readonly message: Message | { readonly kind: 'unknown'; readonly type: number };
}

/** One direction of an opened line; gives what each chunk completes. */
export function createWire(): (bytes: Uint8Array) => Chunk {
  let messages: WireMessage[] = [];
  const reader = createFrameReader(({ type, seq, body }: Frame) => {
    messages.push({ seq, message: decodeBody(type, body) ?? { kind: 'unknown', type } });
  });
  return (bytes) => {
    messages = [];
    const before = reader.dropped();
    reader.push(bytes);
    return { messages, dropped: reader.dropped() - before };
  };
}

/** Bytes as people read them, where bodies are to be seen. */
export const bytesShown = (bodies: boolean, bytes: Uint8Array): { readonly hex?: string } =>
  bodies
    ? {
        hex: Buffer.from(bytes)
          .toString('hex')
          .replaceAll(/(..)(?=.)/g, '$1 '),
      }
    : {};

/** As the protocol page writes it: `HELLO_ACK`. */
export const messageName = ({ message }: WireMessage): string => message.kind.toUpperCase();

/** Its fields as JSON can have them. */
export function messageFields({ seq, message: { kind: _kind, ...fields } }: WireMessage): Record<string, unknown> {
  const plain = Object.entries(fields).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]);
  return { seq, ...Object.fromEntries(plain) };
}

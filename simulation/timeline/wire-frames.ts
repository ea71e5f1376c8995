// The cable of the sensor as messages: bytes of any chunking, decoded as the driver decodes them.

import { createFrameReader, type Damage, type Frame } from '../../hal/sensor/frame.ts';
import { decodeBody, MESSAGE_TYPE, type Message } from '../../hal/sensor/messages.ts';

/** What a chunk of bytes has completed. */
export interface Chunk {
  readonly messages: readonly WireMessage[];
  /** Frames that were damaged, each in a sentence. */
  readonly damaged: readonly string[];
}

export interface WireMessage {
  readonly seq: number;
  /** Of an unknown type, or with too short a body. */
  readonly message: Message | { readonly kind: 'unknown'; readonly type: number };
}

/** One direction of an opened line; gives what each chunk completes. */
export function createWire(): (bytes: Uint8Array) => Chunk {
  let messages: WireMessage[] = [];
  let damaged: string[] = [];
  const reader = createFrameReader(
    ({ type, seq, body }: Frame) => {
      messages.push({ seq, message: decodeBody(type, body) ?? { kind: 'unknown', type } });
    },
    (damage) => void damaged.push(damageText(damage)),
  );
  return (bytes) => {
    messages = [];
    damaged = [];
    reader.push(bytes);
    return { messages, damaged };
  };
}

function damageText(damage: Damage): string {
  const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;
  switch (damage.kind) {
    case 'too_long':
      return 'More bytes than a frame has came before their 0x00.';
    case 'cobs':
      return 'The bytes before a 0x00 are not packed as a frame is (COBS).';
    case 'length':
      return `${damage.bytes} bytes are too few, or too many, for a frame.`;
    case 'crc': {
      const { type, seq, bytes, said, counted } = damage;
      const name =
        Object.entries(MESSAGE_TYPE)
          .find(([, each]) => each === type)?.[0]
          .toUpperCase() ?? 'no type';
      return `A frame of ${bytes} bytes says type ${hex(type, 2)} (${name}), seq ${seq} and CRC ${hex(said, 4)}; the CRC of its bytes is ${hex(counted, 4)}.`;
    }
    default:
      return damage satisfies never;
  }
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

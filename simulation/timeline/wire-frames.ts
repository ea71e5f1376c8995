// Decodes the sensor's serial bytes, in chunks of any size, into messages as the driver does.

import { toHex } from '../../wire/bytes.ts';
import { createFrameReader, type Damage, type Frame } from '../../hal/sensor/frame.ts';
import { decodeBody, MESSAGE_TYPE, type Message } from '../../hal/sensor/messages.ts';

/** Messages and damaged frames that a chunk of bytes completed. */
export interface Chunk {
  readonly messages: readonly WireMessage[];
  /** One sentence per damaged frame. */
  readonly damaged: readonly string[];
}

export interface WireMessage {
  readonly seq: number;
  /** `unknown` for an unknown type or a body that is too short. */
  readonly message: Message | { readonly kind: 'unknown'; readonly type: number };
}

/**
 * Creates a decoder for one direction of an opened line. For each chunk it returns the frames that the chunk completes.
 */
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
      return 'More bytes than a frame can have came before a 0x00.';
    case 'cobs':
      return 'The bytes before a 0x00 are not valid COBS.';
    case 'length':
      return `${damage.bytes} bytes are too few or too many for a frame.`;
    case 'crc': {
      const { type, seq, bytes, received, counted } = damage;
      const name =
        Object.entries(MESSAGE_TYPE)
          .find(([, each]) => each === type)?.[0]
          .toUpperCase() ?? 'no type';
      return `A frame of ${bytes} bytes has type ${hex(type, 2)} (${name}), seq ${seq} and CRC ${hex(received, 4)}; the CRC of its bytes is ${hex(counted, 4)}.`;
    }
    default:
      return damage satisfies never;
  }
}

/** Returns the bytes as readable hex if bodies are included. */
export const bytesShown = (bodies: boolean, bytes: Uint8Array): { readonly hex?: string } =>
  bodies
    ? {
        hex: toHex(bytes).replaceAll(/(..)(?=.)/g, '$1 '),
      }
    : {};

/** Returns the name as the protocol page writes it: `HELLO_ACK`. */
export const messageName = ({ message }: WireMessage): string => message.kind.toUpperCase();

/** Returns the message's fields in a JSON-compatible form. */
export function messageFields({ seq, message: { kind: _kind, ...fields } }: WireMessage): Record<string, unknown> {
  const plain = Object.entries(fields).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]);
  return { seq, ...Object.fromEntries(plain) };
}

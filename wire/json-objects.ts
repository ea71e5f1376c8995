// JSON objects out of a stream of bytes that has no framing: golf simulators send their messages one after the other, glued
// together, cut anywhere, and some with a line break or a zero byte between. A message ends where its braces close, outside of
// strings. Braces, quotes and backslashes are never part of a longer UTF-8 character, so the bytes can be looked at one by one.

export interface Piece {
  /** object: from `{` to its `}`, not yet parsed. noise: what stood outside of objects, or was too long for one. */
  readonly kind: 'object' | 'noise';
  readonly text: string;
}

export interface ObjectSplitter {
  /** What these bytes complete, in order. */
  push(bytes: Uint8Array): readonly Piece[];
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];
/** White space, the zero byte, and the three bytes of a byte order mark stand between messages without meaning anything. */
const NOTHING: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

/** An object of more than `bytes_max` bytes is noise; the next `{` begins a new object. */
export function createObjectSplitter(bytes_max = 65_536): ObjectSplitter {
  const utf8 = new TextDecoder();
  let kept: number[] = [];
  let depth = 0;
  let in_string = false;
  let escaped = false;

  /** True when the object is whole. */
  const inside = (byte: number): boolean => {
    if (escaped) escaped = false;
    else if (in_string && byte === BACKSLASH) escaped = true;
    else if (byte === QUOTE) in_string = !in_string;
    else if (in_string) return false;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE) depth--;
    return depth === 0;
  };

  return {
    push(bytes) {
      const pieces: Piece[] = [];
      const cut = (kind: Piece['kind']): void => {
        if (kept.length > 0) pieces.push({ kind, text: utf8.decode(Uint8Array.from(kept)) });
        kept = [];
        [depth, in_string, escaped] = [0, false, false];
      };
      for (const byte of bytes) {
        if (depth === 0 && byte === OPEN) {
          cut('noise');
          depth = 1;
          kept.push(byte);
        } else if (depth === 0) {
          if (kept.length > 0 || !NOTHING.has(byte)) kept.push(byte);
        } else {
          kept.push(byte);
          if (inside(byte)) cut('object');
          else if (kept.length > bytes_max) cut('noise');
        }
      }
      if (depth === 0) cut('noise');
      return pieces;
    },
  };
}

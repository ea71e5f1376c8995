// Splits a byte stream without framing into JSON objects: golf simulators send messages back to back, split anywhere,
// some with a line break or a zero byte in between. A message ends where its braces close outside of strings. Braces,
// quotes and backslashes never occur within a longer UTF-8 character, so single bytes can be checked.

export interface Piece {
  /** object: from `{` to its `}`, not yet parsed. noise: bytes outside of objects, or of an object that is too long. */
  readonly kind: 'object' | 'noise';
  readonly text: string;
}

export interface ObjectSplitter {
  /** Adds bytes and returns the pieces that they complete, in order. */
  push(bytes: Uint8Array): readonly Piece[];
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];
/** Ignored between messages: white space, the zero byte, and the three bytes of a byte order mark. */
const NOTHING: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

/** Creates a splitter. An object longer than `bytes_max` bytes is noise; the next `{` starts a new object. */
export function createObjectSplitter(bytes_max = 65_536): ObjectSplitter {
  const utf8 = new TextDecoder();
  let kept: number[] = [];
  let depth = 0;
  let in_string = false;
  let escaped = false;

  /** Returns true once the object is complete. */
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

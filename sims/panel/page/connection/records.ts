// Parses the binary frames of the socket: rectangles of the screen, one or more records back to back.

const HEADER_BYTES = 16;
const TYPE_PIXELS = 1;
const FORMAT_RGBA = 1;

interface PixelRecord {
  readonly x: number;
  readonly y: number;
  readonly image: ImageData;
}

/**
 * Returns all complete records of a frame. Whatever follows an unknown or truncated record cannot be located and is
 * dropped.
 */
export function readRecords(frame: ArrayBuffer): PixelRecord[] {
  const view = new DataView(frame);
  const records: PixelRecord[] = [];
  let offset = 0;
  while (offset + HEADER_BYTES <= frame.byteLength) {
    if (view.getUint8(offset) !== TYPE_PIXELS || view.getUint8(offset + 1) !== FORMAT_RGBA) break;
    const width = view.getUint16(offset + 6, true);
    const height = view.getUint16(offset + 8, true);
    const start = offset + HEADER_BYTES;
    const bytes = width * height * 4;
    if (bytes === 0 || start + bytes > frame.byteLength) break;
    records.push({
      x: view.getUint16(offset + 2, true),
      y: view.getUint16(offset + 4, true),
      image: new ImageData(new Uint8ClampedArray(frame, start, bytes), width, height),
    });
    offset = start + bytes;
  }
  return records;
}

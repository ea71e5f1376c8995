// Compares screenshots with golden pictures stored next to a scenario. Developers create and review them; tests never
// do.

import { ok, type Result } from '../../wire/errors.ts';
import { differenceOf, pngOf, readFrame, type PixelFrame } from '../reports/frames.ts';
import type { ScreenshotStep } from './reading/shapes.ts';

/** Golden pictures by name, relative to the file `from`. */
export interface GoldenPictures {
  /** Reads a picture; null if there is none. Errors: `bad_value` if it cannot be read. */
  read(name: string, from: string): Result<Uint8Array | null>;
  /** Writes a picture; undefined if pictures are only compared. */
  readonly write?: (name: string, from: string, png: Uint8Array) => Result<string>;
}

/** Pictures of a comparison that failed, as PNG; null if there is none. */
export interface ComparedPictures {
  readonly name: string;
  readonly expected: Uint8Array | null;
  readonly actual: Uint8Array;
  readonly difference: Uint8Array | null;
}

/** Context of the step for a comparison. */
export interface Comparing {
  /** File that contains the step. */
  readonly file: string;
  readonly golden: GoldenPictures | undefined;
  /** Stores a picture; returns its path or why it cannot be stored. */
  keep(file: string, png: Uint8Array): Result<string>;
  /** Fails the scenario. */
  fail(message: string, pictures?: ComparedPictures): never;
}

export async function compareGolden(
  { golden, file, keep, fail }: Comparing,
  { golden: name, file: picture, tolerance, mask }: ScreenshotStep,
  png: Uint8Array,
): Promise<void> {
  if (name === undefined) return;
  if (!golden) return fail('golden pictures are compared only by tapin test');
  const found = golden.read(name, file);
  if (!found.ok) return fail(found.error.message);
  const expected = found.value ? await readFrame(found.value).catch(() => fail(`${name} is not a PNG file`)) : null;
  const difference = expected ? await differing(expected, await readFrame(png)) : null;
  if (difference && difference.count <= tolerance) return;
  if (golden.write) {
    const written = golden.write(name, file, png);
    return written.ok ? undefined : fail(written.error.message);
  }
  const shown = difference?.picture ? await pngOf(difference.picture) : null;
  const pictures: ComparedPictures = { name, expected: found.value, actual: png, difference: shown };
  if (!difference)
    return fail(`golden picture ${name} not found; create it with tapin test --update-golden and review it`, pictures);
  const kept = shown ? keep(picture.replace(/\.png$/, '-difference.png'), shown) : ok('');
  if (!kept.ok) return fail(kept.error.message);
  fail(`${difference.describe(name)}${kept.value && `; see ${kept.value}`}`, pictures);

  async function differing(expected: PixelFrame, actual: PixelFrame): Promise<Found> {
    if (expected.width !== actual.width || expected.height !== actual.height)
      return {
        count: Number.POSITIVE_INFINITY,
        describe: (of) => `the screen has ${sizeOf(actual)} pixels, but ${of} has ${sizeOf(expected)}`,
        picture: null,
      };
    const { count, first, picture: shown } = differenceOf(expected, actual, mask);
    const what = count === 1 ? '1 pixel differs' : `${count} pixels differ`;
    return { count, describe: (of) => `${what} from ${of}, the first at ${first}`, picture: shown };
  }
}

interface Found {
  readonly count: number;
  describe(golden: string): string;
  readonly picture: PixelFrame | null;
}

const sizeOf = ({ width, height }: PixelFrame): string => `${width} × ${height}`;

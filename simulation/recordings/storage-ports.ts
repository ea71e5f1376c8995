// Recorded ports for a board's storage and images.

import { bytesOf, textOf } from '../../wire/bytes.ts';
import type { Flash, FlashRead } from '../../hal/flash/flash.ts';
import type { Images } from '../../hal/images/images.ts';
import type { Result } from '../../wire/errors.ts';
import { withoutSpaces } from '../../wire/flash-block.ts';
import { readFields } from '../../wire/json-fields.ts';
import { answered, awaitOnce, checkedResult, numbered } from './recorded-calls.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Record that holds the device's secret. */
export const IDENTITY = 'identity';
/** Placeholder of the same length as a secret. */
const NO_SECRET = '0'.repeat(64);

export function recordedFlash(proxy: RecorderProxy, below: Flash | null): Flash {
  const nextName = numbered('flash');
  let writes = 0;
  /** Records the answer together with the number of writes so far, which the panel shows. */
  function called<T>(
    call: (flash: Flash) => Promise<T>,
    written: (answer: T) => unknown = (answer) => answer,
  ): Promise<T> {
    const name = nextName();
    return new Promise((resolve) => {
      awaitOnce(proxy, name, (answer: T, count: number) => {
        writes = count;
        resolve(checkedResult(answer));
      });
      if (below)
        void call(below).then((answer) =>
          proxy.enter(name, [answer, below.writes()], [written(answer), below.writes()]),
        );
    });
  }
  return {
    read(name) {
      proxy.leave('flash.read', name);
      return called((flash) => flash.read(name), name === IDENTITY ? withoutSecret : readWithoutSpaces);
    },
    write(name, value) {
      const recorded = withoutSpaces(value);
      proxy.leave('flash.write', name, name === IDENTITY ? recorded.length : recorded);
      return called((flash) => flash.write(name, value));
    },
    remove(name) {
      proxy.leave('flash.remove', name);
      return called((flash) => flash.remove(name));
    },
    list() {
      proxy.leave('flash.list');
      return called((flash) => flash.list());
    },
    writes: () => writes,
  };
}

const readWithoutSpaces = (read: Result<FlashRead>): Result<FlashRead> =>
  read.ok && read.value.value ? { ...read, value: { ...read.value, value: withoutSpaces(read.value.value) } } : read;

function withoutSecret(read: Result<FlashRead>): Result<FlashRead> {
  if (!read.ok || !read.value.value) return read;
  const identity = { ...readFields(textOf(read.value.value)), secret: NO_SECRET };
  return { ...read, value: { ...read.value, value: bytesOf(JSON.stringify(identity)) } };
}

export function recordedImages(proxy: RecorderProxy, below: Images | null): Images {
  let calls = 0;
  function called<T>(what: string, call: (images: Images) => Promise<T>): Promise<T> {
    proxy.leave(`image.${what}`);
    return answered(proxy, `image ${++calls}`, below && (() => call(below)));
  }
  return {
    running: () => called('running', (images) => images.running()),
    write(pieces) {
      const recorded = recordedPieces(proxy, `pieces ${calls + 1}`, pieces);
      return called('write', (images) => images.write(recorded));
    },
    arm: () => called('arm', (images) => images.arm()),
    confirm: () => called('confirm', (images) => images.confirm()),
    restart() {
      proxy.leave('image.restart');
      below?.restart();
    },
  };
}

/** Records the pieces of an image as the board requests them from the firmware. */
function recordedPieces(
  proxy: RecorderProxy,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  let waiting: PromiseWithResolvers<IteratorResult<Uint8Array>> | null = null;
  proxy.await(name, (more: boolean) => {
    const next = more ? iterator.next() : iterator.return?.();
    void next?.then(waiting?.resolve, waiting?.reject);
  });
  const ask = (more: boolean): Promise<IteratorResult<Uint8Array>> => {
    waiting = Promise.withResolvers();
    proxy.enter(name, [more]);
    return waiting.promise;
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => ask(true), return: () => ask(false) }) };
}

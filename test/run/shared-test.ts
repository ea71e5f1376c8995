// Replaces `import test from 'ava'` in test files that share a process. ava needs all tests at the same time, so each
// file's tests are held until every file is loaded; then they run one after the other, each prefixed with its file
// name.

import ava, { type Implementation } from 'ava';

type Body = Implementation<[]>;
type Declare = (title: string, body: Body) => void;

let file = '';
let kept: (() => void)[] = [];
let chosen = /^/;

/**
 * Returns the tests that a file declares while it loads. A file that cannot be loaded or declares none becomes a
 * failing test.
 */
export async function testsOf(
  name: string,
  load: () => Promise<unknown>,
  only: RegExp = /^/,
): Promise<readonly (() => void)[]> {
  [file, kept, chosen] = [name, [], only];
  try {
    await load();
  } catch (thrown) {
    const fails = (): never => {
      throw thrown;
    };
    return [() => ava.serial(`${name} › the file loads`, fails)];
  }
  return kept.length > 0 || only.source !== '^'
    ? kept
    : [() => ava.serial(`${name} › the file has tests`, (t) => t.fail())];
}

const keeps =
  (declare: Declare): Declare =>
  (title, body) => {
    const name = file;
    if (!chosen.test(title)) return;
    kept.push(() => declare(`${name} › ${title}`, body));
  };

const refuses = (): never => {
  throw new Error('a file that shares its process has no hooks, no .only and no .todo: see test/run/kinds.ts');
};

const serial = Object.assign(keeps(ava.serial), {
  skip: keeps(ava.serial.skip),
  failing: keeps(ava.serial.failing),
  before: refuses,
  after: refuses,
  beforeEach: refuses,
  afterEach: refuses,
  only: refuses,
  todo: refuses,
});

// oxlint-disable-next-line import/no-default-export -- replaces ava's default export
export default Object.assign(keeps(ava.serial), serial, { serial });

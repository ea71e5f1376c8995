// Conformance suite for every link: the contract in hal/link/link.ts.

import type { Link } from '../../../hal/link/link.ts';
import type { Declare } from '../../support/titled.ts';

interface LinkUnderTest {
  readonly link: Link;
  /** Joins or leaves the network and lets the link notice. */
  turn(joined: boolean): Promise<void>;
}

/** Creates a link on a machine that is on a network. */
type LinkFactory = () => LinkUnderTest;

export function linkConformance(test: Declare, factory: LinkFactory): void {
  test('[link] joined follows the network, with or without a listener', async (t) => {
    const { link, turn } = factory();
    t.true(link.joined());
    await turn(false);
    t.false(link.joined());
    const end = link.onChange(() => {});
    t.false(link.joined());
    await turn(true);
    t.true(link.joined());
    end();
    await turn(false);
    t.false(link.joined());
  });

  test('[link] notifies listeners once per change, not of the initial state, until unsubscribed', async (t) => {
    const { link, turn } = factory();
    const [one, two]: [boolean[], boolean[]] = [[], []];
    const endOne = link.onChange((joined) => void one.push(joined, link.joined()));
    await turn(true);
    t.deepEqual(one, []);
    await turn(false);
    const endTwo = link.onChange((joined) => void two.push(joined));
    await turn(false);
    await turn(true);
    endOne();
    endOne();
    await turn(false);
    t.deepEqual(one, [false, false, true, true]);
    t.deepEqual(two, [true, false]);
    endTwo();
    await turn(true);
    t.deepEqual(two, [true, false]);
  });

  test('[link] allows a listener twice, and one that removes another during a notification', async (t) => {
    const { link, turn } = factory();
    const notifications: boolean[] = [];
    const listener = (joined: boolean): void => void notifications.push(joined);
    const ends = [link.onChange(listener), link.onChange(listener)];
    await turn(false);
    t.deepEqual(notifications, [false, false]);
    ends[0]?.();
    await turn(true);
    t.deepEqual(notifications, [false, false, true]);
    link.onChange(() => {
      endLast();
      link.onChange(listener);
    });
    const endLast = link.onChange(listener);
    ends[1]?.();
    await turn(false);
    t.deepEqual(notifications, [false, false, true]);
    await turn(true);
    t.deepEqual(notifications, [false, false, true, true]);
  });
}

// Conformance suite for every web page: the contract in hal/web-page/web-page.ts.

import type { ServedPage } from '../../../hal/web-page/web-page.ts';
import type { Declare } from '../../support/titled.ts';

interface WebPageUnderTest {
  readonly page: ServedPage;
  /** Serves the page with this token at http://192.168.1.N:8321/. */
  serve(token: string, n: number): Promise<void>;
  /** Stops serving, or leaves the last network. */
  withdraw(): Promise<void>;
}

/** Creates a page that is not served yet. */
type WebPageFactory = () => WebPageUnderTest;

export function webPageConformance(test: Declare, factory: WebPageFactory): void {
  test('[web page] has an address while it is served, and the token only in its link', async (t) => {
    const { page, serve, withdraw } = factory();
    t.deepEqual([page.address(), page.link()], [null, null]);
    await serve('SECRET', 20);
    t.deepEqual([page.address(), page.link()], ['http://192.168.1.20:8321/', 'http://192.168.1.20:8321/?token=SECRET']);
    await withdraw();
    t.deepEqual([page.address(), page.link()], [null, null]);
  });

  test('[web page] notifies listeners once per change, not of the initial state, until unsubscribed', async (t) => {
    const { page, serve, withdraw } = factory();
    await serve('SECRET', 20);
    const heard: unknown[] = [];
    const end = page.onChange((address) => heard.push([address, page.address()]));
    await serve('SECRET', 20);
    t.deepEqual(heard, []);
    await serve('SECRET', 21);
    await withdraw();
    const changes = ['http://192.168.1.21:8321/', null].map((address) => [address, address]);
    t.deepEqual(heard, changes);
    end();
    end();
    await serve('SECRET', 22);
    t.deepEqual(heard, changes);
  });

  test('[web page] gives phones another link after a renewal, at the same address', async (t) => {
    const { page, serve } = factory();
    await serve('SECRET', 20);
    await page.renew();
    t.is(page.address(), 'http://192.168.1.20:8321/');
    t.regex(page.link() ?? '', /^http:\/\/192\.168\.1\.20:8321\/\?token=(?!SECRET)./);
  });

  test('[web page] allows a listener twice, and one that removes another during a notification', async (t) => {
    const { page, serve } = factory();
    const heard: unknown[] = [];
    const listener = (address: string | null): void => void heard.push(address);
    const ends = [page.onChange(listener), page.onChange(listener)];
    await serve('SECRET', 20);
    t.is(heard.length, 2);
    ends[0]?.();
    page.onChange(() => endLast());
    const endLast = page.onChange(listener);
    await serve('SECRET', 21);
    t.is(heard.length, 3);
  });
}

// Double clicks on the button of every cloud form in a real browser: the form is processed once, and the browser shows
// the result of a single click. The second click arrives while the first response is pending, or while the browser
// follows that response.

import type { ExecutionContext } from 'ava';
import { IDENTITY_POSTS } from '../../../cloud-stub/accounts/endpoint.ts';
import { messageOf } from '../../../wire/errors.ts';
import { browser } from '../panel/browser-test.ts';
import { FORMS, formScene, type Pressed } from './forms-to-press.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

/**
 * Form addresses to skip: submitted by script with an authenticator response, used only by clients, or tested under
 * another address.
 */
const ELSEWHERE = [
  /passkey/,
  /sign-out-place$/,
  /\/id\/token/,
  /\/id\/device\/auth$/,
  /\/id\/session\/end$/,
  /^\/support\/own\//,
];

/** Script that clicks the focused button twice, unless the page changes in between. */
const pressTwice = (gap_ms: number): string => `(() => {
  const button = document.activeElement;
  button.click();
  setTimeout(() => button.click(), ${gap_ms});
})()`;

/** Presses the button of every form twice at this latency. */
export async function pressFormsTwice(t: ExecutionContext, latency_ms: number): Promise<void> {
  const page = await browser().newPage();
  page.setDefaultTimeout(TIMEOUT_MS / 4);
  t.teardown(() => page.close());
  const scene = await formScene(t, page);
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const setLatency = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  const pressesOnce = async (t: ExecutionContext, form: string, { button: pressed, shows, done }: Pressed) => {
    await setLatency(latency_ms);
    await pressed.focus();
    await page.evaluate(pressTwice(10 + 1.5 * latency_ms));
    await page.getByText(shows).first().waitFor();
    await setLatency(0);
    if (done) t.is(await done(), 1, form);
  };
  let twice = 0;
  for (const [form, show] of FORMS) {
    const before = posted.length;
    try {
      await pressesOnce(t, form, await show(scene));
    } catch (thrown) {
      t.fail(`${form}: ${messageOf(thrown)} ${await page.locator('main').textContent()}`);
    }
    if (posted.length - before > 1) twice++;
  }
  t.log(`${twice} of ${FORMS.length} forms were sent twice`);
  t.true(twice > FORMS.length / 2);
  const paths = [
    ...scene.world.pages.filter(({ methods }) => methods.POST).map(({ path }) => path),
    ...IDENTITY_POSTS.map((path) => `/id${path}`),
  ];
  const missing = paths.filter((path) => {
    const at = new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`);
    return !ELSEWHERE.some((each) => each.test(path)) && !posted.some((each) => at.test(each));
  });
  t.deepEqual(missing, [], 'every form is in the table');
}

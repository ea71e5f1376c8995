// The device of `tapin run --host` shows a code that opens its page from another machine.

import { createCanvas, loadImage } from '@napi-rs/canvas';
import test from 'ava';
import { decodeQR } from 'qr/decode.js';
import { httpCall } from '../../support/process/http-call.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

// 127.0.0.2 stands for an address in the network: Linux answers on all of 127.0.0.0/8.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('[C179] run --host shows a code on the status page that opens the page, and prints the address', async (t) => {
  const data = await temporaryFolder(t);
  const tapin = await startTapin(t, ['run', '--port', '0', '--host', '127.0.0.2', '--data', data]);
  const { origin, search } = new URL(String(tapin.listening['panel']));
  const call = (path: string, body?: object): ReturnType<typeof httpCall> => {
    const headers = { authorization: `Bearer ${search.slice('?token='.length)}`, 'content-type': 'application/json' };
    const post = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return httpCall(origin, `/api/devices/0/${path}`, { headers, ...post });
  };
  await call('wait?page=menu');
  for (const key of ['up', 'ok', 'left']) t.is((await call('key', { key })).status, 202);
  const shown = await call('wait?text=phone');
  t.regex(shown.text, new RegExp(`Page for a phone: ${origin}/`));
  t.false(shown.text.includes(search), 'the token is in the code only');
  const picture = await loadImage((await call('screen.png')).body);
  const context = createCanvas(picture.width, picture.height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const { width, height, data: pixels } = context.getImageData(0, 0, picture.width, picture.height);
  const link = new URL(decodeQR({ width, height, data: pixels }));
  t.is(link.href, `${origin}/${search}`);
  t.is((await httpCall(link.origin, `/${link.search}`)).status, 200);
});

// The single name of a device: its status page, its forwarded shots and its extensions show the same one in every
// state.

import test from 'ava';
import { install, localIsolates } from '../../support/extension/extension-fixture.ts';
import { exactly } from '../../support/items.ts';
import { fieldsIn } from '../../support/read-json.ts';
import { joinAll, sessionFixture, toMenu, type SeatedDevice } from '../../support/device/session-fixture.ts';
import { SERVER } from '../../support/device/shot-fixture.ts';

const FORWARDING = { forwarding: { address: SERVER, port: 8080 } };

interface ShownNames {
  readonly status: string;
  readonly forwarded: unknown;
}

/** Returns two devices' names, as on the status page and in a message to the shot server. */
async function named(settings: readonly unknown[]) {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: FORWARDING, settings });
  const got: unknown[] = [];
  fixture.network.serve(`http://${SERVER}:8080`, ({ body, respond }) => {
    got.push(fieldsIn(new TextDecoder().decode(body))['device_name']);
    respond({ status: 204, text: '' });
    return () => {};
  });
  const namesOf = async (device: SeatedDevice): Promise<ShownNames> => {
    await toMenu(device);
    await device.choose('Status');
    const line = device.lines().find((each) => each.startsWith('Name: ')) ?? '';
    await toMenu(device);
    await device.choose('Settings');
    await device.choose('Shot forwarding');
    got.length = 0;
    await device.choose('Connection test');
    await fixture.clock.advance(100);
    return { status: line.slice('Name: '.length), forwarded: got[0] };
  };
  return { ...fixture, namesOf };
}

const both = (name: string): ShownNames => ({ status: name, forwarded: name });

test('[R130] [C76] an unnamed device forwards shots under the name on its status page, in a session too', async (t) => {
  const at = await named([]);
  const [host, guest] = exactly(2, at.devices);
  for (const device of at.devices) t.deepEqual(await at.namesOf(device), both(device.id), 'its id without a session');
  for (const device of at.devices) await toMenu(device);
  await joinAll(at);
  await at.clock.advance(1000);
  const labels = at.devices.map((device) => device.components().device.session().label);
  t.notDeepEqual(labels, ['', '']);
  t.deepEqual(await at.namesOf(host), both(labels[0] ?? ''), 'its label as the host');
  t.deepEqual(await at.namesOf(guest), both(labels[1] ?? ''), 'its label as a guest');
  await toMenu(guest);
  await guest.choose('Play together');
  await guest.choose('Leave');
  await at.clock.advance(1000);
  t.is(guest.components().device.role(), 'off');
  const after = await at.namesOf(guest);
  t.deepEqual(after, both(after.status), 'after the session');
  await guest.reboot();
  t.deepEqual(await at.namesOf(guest), both(guest.id), 'its id after a restart');
});

test('[R130] [C76] a named device forwards shots under its name, in a session and after renaming', async (t) => {
  const at = await named([{ name: 'Mat' }, { name: 'Den' }]);
  const [host, guest] = exactly(2, at.devices);
  t.deepEqual(await at.namesOf(host), both('Mat'));
  await toMenu(host);
  await joinAll({ ...at, devices: [host, await toMenu(guest)] });
  await at.clock.advance(1000);
  t.deepEqual(await at.namesOf(host), both('Mat'));
  t.deepEqual(await at.namesOf(guest), both('Den'));
  await toMenu(host);
  await host.choose('Settings');
  await host.choose('Device name');
  await host.press('right', 'right', 'right', 'up', 'ok');
  await at.clock.advance(1000);
  const renamed = await at.namesOf(host);
  t.not(renamed.status, 'Mat');
  t.deepEqual(renamed, both(renamed.status));
});

test('[C76] an extension reads the same name as on the status page, even in a session', async (t) => {
  const at = await sessionFixture({ players: [['Ana'], ['Bo']], isolates: await localIsolates() });
  const [host] = exactly(2, at.devices);
  await joinAll(at);
  await at.clock.advance(1000);
  const { device, screen } = host.components();
  const text = 'manifest { name = "Says", kind = "game" } function ext.draw() canvas.text(device.name(), 10, 10) end';
  await install({ clock: at.clock, device }, text, { name: 'Says' });
  await toMenu(host);
  await host.choose('Says');
  await at.clock.advance(100);
  t.is(screen.picture().lines[0], device.session().label);
});

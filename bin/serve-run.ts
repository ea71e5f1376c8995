// A device, guests beside it, and the cloud they play by, all in this process: what `tapin run` runs.

import { join } from 'node:path';
import type { Flash } from '../hal/flash/flash.ts';
import { ok, type Result } from '../wire/errors.ts';
import type { AssembledDevice } from '../simulation/device/assemble-device.ts';
import { leave, openHouse, openStorage, switchOn, type House } from './house.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import type { PublicKey } from '../wire/firmware/minisign.ts';
import { publicPart } from '../wire/firmware/secret-key.ts';
import { openFirmwareKey } from './firmware-key.ts';
import { enrolHere } from './identity.ts';
import { openCloud } from './open-cloud.ts';
import { supportKey } from './open-store.ts';
import { createPublishCheck } from './publish-check.ts';
import { serveDevice, servePanel, type ServeOptions } from './serve-device.ts';
import { tellSimulators } from './simulator-addresses.ts';

export interface RunOptions extends ServeOptions {
  /** Further devices, 0 to 3. */
  readonly guests: number;
  readonly relayPort: number;
}

const LOOPBACK = '127.0.0.1';

export async function serveRun(options: RunOptions): Promise<void> {
  if (options.cloud !== undefined) return serveDevice(options);
  const house = openHouse(options);
  const flash = await openStorage(house, options.data);
  if (!flash.ok) return leave(house, flash.error);
  const data = join(options.data, 'cloud');
  const registry = join(data, 'devices.json');
  const { clock, log } = house;
  const cloud = await openCloud({
    clock,
    log,
    host: LOOPBACK,
    port: options.relayPort,
    data,
    devices: registry,
    limited: true,
    port_option: '--relay-port',
    store: { check: createPublishCheck(clock), support_key: supportKey(), issuer: null },
  });
  if (!cloud.ok) return leave(house, cloud.error);
  house.keep(() => cloud.value.close());
  const { url } = cloud.value;
  const key = await openFirmwareKey(data, createSystemRandom());
  if (!key.ok) return leave(house, key.error);
  const firmware_keys = [publicPart(key.value)];
  const named = options.guests > 0 ? await nameFresh(flash.value, 'Host') : ok(undefined);
  if (!named.ok) return leave(house, named.error);
  const told = await tellSimulators(flash.value, options);
  if (!told.ok) return leave(house, told.error);
  const { sensor, keyboard } = options;
  const first = await member(house, {
    flash: flash.value,
    registry,
    cloud: url,
    sensor,
    firmware_keys,
    index: 0,
    ...(keyboard === undefined ? {} : { keyboard }),
  });
  if (!first.ok) return leave(house, first.error);
  const devices = [first.value];
  for (let index = 1; index <= options.guests; index++) {
    const guest = await openGuest(house, join(options.data, `guest-${index}`), {
      registry,
      cloud: url,
      firmware_keys,
      index,
    });
    if (!guest.ok) return leave(house, guest.error);
    devices.push(guest.value);
  }
  await servePanel(house, options, devices, { relay: url });
}

interface Member {
  readonly flash: Flash;
  readonly registry: string;
  readonly cloud: string;
  readonly sensor: string;
  readonly firmware_keys: readonly PublicKey[];
  readonly keyboard?: string;
  readonly index: number;
}

/** A device that the cloud knows. */
async function member(house: House, { flash, registry, index, ...parts }: Member): Promise<Result<AssembledDevice>> {
  const random = index === 0 ? house.random : house.random.fork(`guest ${index}`);
  const enrolled = await enrolHere(flash, registry, random.fork('identity'));
  return enrolled.ok ? ok(switchOn(house, { flash, random, at_home: true, ...parts })) : enrolled;
}

async function openGuest(
  house: House,
  data: string,
  guest: Omit<Member, 'flash' | 'sensor'>,
): Promise<Result<AssembledDevice>> {
  const flash = await openStorage(house, data);
  if (!flash.ok) return flash;
  const named = await nameFresh(flash.value, `Guest ${guest.index}`);
  return named.ok ? member(house, { ...guest, flash: flash.value, sensor: 'virtual' }) : named;
}

/** Of several devices one that starts for the first time has a name, and its player has it too, so that people can tell them apart. */
async function nameFresh(flash: Flash, name: string): Promise<Result<void>> {
  const stored = await flash.list();
  if (!stored.ok || stored.value.length > 0) return stored.ok ? ok(undefined) : stored;
  const players = { next_id: 2, players: [{ id: 1, name }] };
  const written = await flash.write('players', Buffer.from(JSON.stringify(players)));
  return written.ok ? flash.write('settings', Buffer.from(JSON.stringify({ name }))) : written;
}

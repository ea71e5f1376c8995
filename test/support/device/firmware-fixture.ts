// A device with a firmware store in virtual time: images made and signed here, and a network that can fail.

import type { Release, ReleaseFolder } from '../../../cloud-stub/releases/release-folder.ts';
import { releaseRoutes } from '../../../cloud-stub/releases/release-routes.ts';
import { NO_STORE_LIMITS } from '../../../cloud-stub/store/rate-limits.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createHttpNetwork, type VirtualServer } from '../../../hal/http/http-virtual.ts';
import { createVirtualLink, type VirtualLink } from '../../../hal/link/link-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { manifestLine, type ImageManifest } from '../../../wire/firmware/image.ts';
import { trustedComment } from '../../../wire/firmware/messages.ts';
import { newSecretKey, toPublicKey, signImage, type SecretKey } from '../../../wire/firmware/secret-key.ts';
import { audioPackBytes, type AudioPack } from '../../../wire/audio/pack.ts';
import { createImageHasher, sha256Of } from '../../../wire/signing.ts';
import { deviceFixture, type DeviceFixture } from './device-fixture.ts';
import { served, STORE } from '../store/store-fixture.ts';

export const KEY: SecretKey = newSecretKey(Uint8Array.from({ length: 40 }, (_, i) => i));
export const OTHER_KEY: SecretKey = newSecretKey(Uint8Array.from({ length: 40 }, (_, i) => 200 - i));

export const NEW: ImageManifest = { hw: 'virtual', version: '0.9.1', seq: 2 };

/** Returns an image with a payload of this many bytes. */
export const imageOf = (manifest: ImageManifest, payload_bytes = 1000): Uint8Array =>
  Buffer.concat([manifestLine(manifest), Uint8Array.from({ length: payload_bytes }, (_, i) => (i * 7) % 251)]);

export interface Signed {
  readonly release: Extract<Release, { kind: 'firmware' }>;
  readonly bytes: Uint8Array;
}

/** Returns a release of an image, signed as its manifest says. */
export function signed(
  manifest: ImageManifest = NEW,
  {
    key = KEY,
    bytes = imageOf(manifest),
    comment = trustedComment(manifest, bytes.length),
    notes = 'Putts roll on.',
  } = {},
): Signed {
  const hasher = createImageHasher();
  hasher.add(bytes);
  const { sha256, blake2b512 } = hasher.digest();
  const minisig = signImage(key, blake2b512, comment);
  const size = bytes.length;
  return {
    bytes,
    release: {
      kind: 'firmware',
      ...manifest,
      channel: 'stable',
      size,
      sha256,
      minisig,
      notes,
      released: 1_790_000_000,
    },
  };
}

export interface FirmwareFixture {
  /** Returns the running device. */
  fixture(): DeviceFixture;
  readonly clock: VirtualClock;
  readonly network: VirtualLink;
  /** Requests of the device: `/firmware/latest`, `/releases/… bytes=0-99`. */
  readonly requests: string[];
  /** Sets the releases that the store offers from now on. */
  offer(...releases: readonly Signed[]): void;
  /** Sets the audio pack that the store offers from now on. */
  offerSounds(pack: AudioPack): void;
  /** Replaces the store by another server; null restores the store. */
  answer(server: VirtualServer | null): void;
  shows(text: string | RegExp): boolean;
  /** Returns the running version, as the status page shows it. */
  version(): string;
  /** Switches the device on with its existing storage, after a loss of power or not. */
  boot(boot_ms?: number): Promise<DeviceFixture>;
}

interface FirmwareFixtureOptions {
  readonly flash?: MemoryFlash;
  readonly joined?: boolean;
  readonly offers?: readonly Signed[];
  readonly keys?: readonly SecretKey[];
  readonly boot_ms?: number;
}

const notHere = (): never => {
  throw new Error('not supported by the in-memory store');
};

/** Returns a store with these releases in its memory. */
export function releasesServer(
  releases: () => readonly { readonly release: Release; readonly bytes: Uint8Array }[],
): VirtualServer {
  const folder: ReleaseFolder = {
    releases: async () => releases().map(({ release }) => release),
    async bytes(sha256, first, last) {
      const found = releases().find(({ release }) => release.sha256 === sha256);
      return found ? found.bytes.subarray(first, last + 1) : null;
    },
    sendParts: notHere,
    add: notHere,
  };
  return served(createRouter(releaseRoutes(folder, NO_STORE_LIMITS)));
}

export async function firmwareFixture(options: FirmwareFixtureOptions = {}): Promise<FirmwareFixture> {
  const { flash = createMemoryFlash(), joined = true, keys = [KEY], boot_ms = 3000 } = options;
  const clock = createVirtualClock();
  const http = createHttpNetwork(clock);
  const link = http.link(createSeededRandom(1, 'link'));
  const network = createVirtualLink({ joined });
  const requests: string[] = [];
  let offers = options.offers ?? [];
  let instead: VirtualServer | null = null;
  let sounds: readonly { readonly release: Release; readonly bytes: Uint8Array }[] = [];
  const store = releasesServer(() => [...offers, ...sounds]);
  http.serve(STORE, (call) => {
    const range = call.headers['range'];
    requests.push(`${call.path.split('?')[0] ?? ''}${range ? ` ${range}` : ''}`);
    return (instead ?? store)(call);
  });
  let boots = 0;
  const firmware_keys = keys.map((key) => toPublicKey(key));
  const boot = async (over: MemoryFlash, ms: number): Promise<DeviceFixture> =>
    deviceFixture({ clock, seed: ++boots, flash: over, http: link, store: STORE, network, firmware_keys, boot_ms: ms });
  let fixture = await boot(flash, boot_ms);
  return {
    fixture: () => fixture,
    clock,
    network,
    requests,
    offer: (...releases) => void (offers = releases),
    offerSounds(pack) {
      const bytes = audioPackBytes(pack);
      const release = {
        kind: 'audio',
        version: pack.version,
        size: bytes.length,
        sha256: sha256Of(bytes),
        released: 1,
      } as const;
      sounds = [{ release, bytes }];
    },
    answer: (server) => void (instead = server),
    shows: (text) => fixture.lines().some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))),
    version: () => fixture.device.firmware().version,
    async boot(ms = 3000) {
      await fixture.stop();
      fixture.flash.disk.powerOn();
      fixture = await boot(createMemoryFlash(fixture.flash.disk), ms);
      return fixture;
    },
  };
}

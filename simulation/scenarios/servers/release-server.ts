// Firmware releases in the store of a scenario: generated images, signed by the trusted maker or by an unknown key.

import type { FirmwareRelease, ReleaseFolder } from '../../../cloud-stub/releases/release-folder.ts';
import { FIRMWARE_SEQ } from '../../../firmware/version.ts';
import type { Random } from '../../../hal/random/random.ts';
import { manifestLine, type ImageManifest } from '../../../wire/firmware/image.ts';
import { trustedComment } from '../../../wire/firmware/messages.ts';
import type { PublicKey } from '../../../wire/firmware/minisign.ts';
import { NEW_KEY_BYTES, newSecretKey, toPublicKey, signImage } from '../../../wire/firmware/secret-key.ts';
import { createImageHasher } from '../../../wire/signing.ts';
import type { FirmwareSetup } from '../reading/server-shapes.ts';

export interface Releases {
  readonly folder: ReleaseFolder;
  /** Public key that the devices trust. */
  readonly maker: PublicKey;
  give(release: FirmwareSetup): void;
  /** Whether the newest image boots during its trial. */
  comesUp(): boolean;
}

/** Default channel of a device. */
const CHANNEL = 'stable';
const PAYLOAD = 'A virtual board runs the program that is there.\n';

export function createReleases(random: Random): Releases {
  const keys = {
    maker: newSecretKey(random.fork('maker').bytes(NEW_KEY_BYTES)),
    stranger: newSecretKey(random.fork('stranger').bytes(NEW_KEY_BYTES)),
  };
  const given: { readonly release: FirmwareRelease; readonly bytes: Uint8Array }[] = [];
  let comes_up = true;
  const never = (): never => {
    throw new Error('a scenario sets its own releases, in one part');
  };
  return {
    folder: {
      releases: async () => given.map(({ release }) => release),
      async bytes(sha256, first, last) {
        const found = given.find(({ release }) => release.sha256 === sha256);
        return found ? found.bytes.subarray(first, last + 1) : null;
      },
      sendParts: never,
      add: never,
    },
    maker: toPublicKey(keys.maker),
    comesUp: () => comes_up,
    give({ version, seq = FIRMWARE_SEQ + 1 + given.length, notes, signed_by, damaged, ...more }) {
      const manifest: ImageManifest = { hw: 'virtual', version, seq };
      const bytes = Buffer.concat([manifestLine(manifest), Buffer.from(PAYLOAD)]);
      const hasher = createImageHasher();
      hasher.add(bytes);
      const { sha256, blake2b512 } = hasher.digest();
      const minisig = signImage(keys[signed_by], blake2b512, trustedComment(manifest, bytes.length));
      const release = { kind: 'firmware', ...manifest, channel: CHANNEL, size: bytes.length, sha256, minisig, notes, released: 0 } as const; // oxfmt-ignore
      if (damaged) bytes[bytes.length - 1] = 0;
      given.push({ release, bytes });
      comes_up = more.comes_up;
    },
  };
}

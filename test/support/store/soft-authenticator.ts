// A software passkey authenticator that is independent of the libraries: ES256 and hand-built WebAuthn bytes, with
// every field open to corruption.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as v from 'valibot';
import { readJson } from '../read-json.ts';

/** Overrides that make a response invalid. */
export interface Wrongly {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rp_id?: string;
  /** Whether the user is verified. */
  readonly verified?: boolean;
  readonly counter?: number;
  /** User handle that the passkey reports. */
  readonly owner?: string;
  /** Id of another credential. */
  readonly id?: string;
  readonly type?: string;
}

export interface SoftAuthenticator {
  readonly id: string;
  /** Returns the browser's response when a passkey is created; `options`: as the server sends them. */
  make(options: string, wrongly?: Wrongly): string;
  /** Returns the browser's response when signing in. */
  sign(options: string, wrongly?: Wrongly): string;
}

const MAKE = v.object({ challenge: v.string(), user: v.object({ id: v.string() }), rp: v.object({ id: v.string() }) });
const SIGN = v.object({ challenge: v.string(), rpId: v.string() });

const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];
const AAGUID_BYTES = 16;
const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Creates an authenticator. `page_origin`: origin of the pages that use it; `aaguid`: its model id, in hexadecimal. */
export function createAuthenticator(page_origin: string, aaguid = '00'.repeat(AAGUID_BYTES)): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const raw_id = randomBytes(32);
  const id = base64(raw_id);
  let counter = 0;
  let owner = '';
  const clientData = (type: string, challenge: string, wrongly: Wrongly): string =>
    JSON.stringify({
      type: wrongly.type ?? type,
      challenge: wrongly.challenge ?? challenge,
      origin: wrongly.origin ?? page_origin,
      crossOrigin: false,
    });
  const head = (rp_id: string, more: number, wrongly: Wrongly): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes[0] = PRESENT | ((wrongly.verified ?? true) ? VERIFIED : 0) | more;
    bytes.writeUInt32BE(wrongly.counter ?? counter, 1);
    return Buffer.concat([sha256(wrongly.rp_id ?? rp_id), bytes]);
  };
  /** COSE key: key type 2, algorithm -7, curve 1, x and y. */
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return {
    id,
    make(options, wrongly = {}) {
      const { challenge, user, rp } = readJson(MAKE, options);
      owner = user.id;
      const made = [Buffer.from(aaguid, 'hex'), Buffer.from([0, raw_id.length]), raw_id, key];
      const data = Buffer.concat([head(rp.id, WITH_KEY, wrongly), ...made]);
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }.
      const before = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex');
      const attestation = Buffer.concat([before, Buffer.from([0x58, data.length]), data]);
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge, wrongly)),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      });
    },
    sign(options, wrongly = {}) {
      const { challenge, rpId } = readJson(SIGN, options);
      counter++;
      const client = clientData('webauthn.get', challenge, wrongly);
      const data = head(rpId, 0, wrongly);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const shown_id = wrongly.id ?? id;
      return JSON.stringify({
        id: shown_id,
        rawId: shown_id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
          userHandle: wrongly.owner === undefined ? owner : base64(wrongly.owner),
        },
      });
    },
  };
}

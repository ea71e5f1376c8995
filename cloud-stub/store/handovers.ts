// Handover of an extension between authors (C120): the owner creates a code, and the new owner redeems it. So unwanted
// extensions cannot be pushed to an account, and no author learns which accounts exist.

import { hash } from 'node:crypto';
import type { Random } from '../../hal/random/random.ts';
import { codeOf, readCode } from '../../wire/crockford.ts';
import type { Author } from './author.ts';
import type { StoreDatabase } from './database.ts';
import { recordOf, type AuthorRecord, type Extension } from './extension.ts';
import { done, refuse, type StoreResult } from './failures.ts';
import { storedVersion } from './publishing.ts';

/** Length of a code: 50 bits. */
const SYMBOLS = 10;
/** C120. */
const GOOD_S = 7 * 86_400;

export interface Offer {
  /** Code that transfers the extension to the author who redeems it. */
  readonly handover: string;
  /** Unix seconds. */
  readonly expires: number;
}

export interface Handovers {
  /** Replaces an earlier offer of the same extension. */
  offer(author: Author, code: string): StoreResult<Offer>;
  /** Errors: `not_found` if the code is invalid or expired. */
  accept(author: Author, handover: string): StoreResult<AuthorRecord>;
}

interface HandoversDeps {
  readonly database: StoreDatabase;
  readonly random: Random;
  readonly unix_s: () => number;
  /** Returns the extension with this code, which must belong to the author. */
  readonly ownOf: (author: Author, code: string) => StoreResult<Extension>;
}

export const createHandovers = ({ database, random, unix_s, ownOf }: HandoversDeps): Handovers => ({
  offer: (author, typed) =>
    database.atomically(() => {
      const extension = ownOf(author, typed);
      if (!extension.ok) return extension;
      const handover = codeOf(random.bytes(SYMBOLS));
      const expires = unix_s() + GOOD_S;
      const { code, owner } = extension.value;
      database.saveHandover({ code, hash: hashOf(handover), owner, expires_s: expires });
      return done({ handover, expires });
    }),
  accept: (author, typed) =>
    database.atomically(() => {
      const handover = readCode(typed, SYMBOLS);
      const offered = handover === null ? null : database.handover(hashOf(handover));
      const extension = offered && database.extension(offered.code);
      // The owner may have transferred it in the meantime.
      if (!extension || offered.expires_s <= unix_s() || extension.owner !== offered.owner)
        return refuse('not_found', 'Unknown or expired code: ask the author for a new one.');
      const { code, version, owner } = extension;
      database.setOwner(code, author.owner);
      database.removeHandover(code);
      const text = `From ${owner} to ${author.owner}.`;
      database.addEntry({ ts: unix_s(), who: author.label, what: 'transfer', code, version: null, text });
      return done(recordOf(extension, storedVersion(database, code, version)));
    }),
});

const hashOf = (handover: string): string => hash('sha256', handover, 'hex');

// An author gives an extension to another one (C120): by a code, which the other brings back. So nobody is given what is not wanted, and
// nobody learns who has an account.

import { hash } from 'node:crypto';
import type { Random } from '../../hal/random/random.ts';
import { codeOf, readCode } from '../../wire/crockford.ts';
import type { Author } from './author.ts';
import type { StoreDatabase } from './database.ts';
import { recordOf, type AuthorRecord, type Extension } from './extension.ts';
import { done, refuse, type Outcome } from './failures.ts';
import { storedVersion } from './publishing.ts';

/** Of a code: 50 bits. */
const SYMBOLS = 10;
/** C120. */
const GOOD_S = 7 * 86_400;

export interface Offer {
  /** Whoever brings it back has the extension. */
  readonly handover: string;
  /** Unix seconds. */
  readonly expires: number;
}

export interface Handovers {
  /** In place of an earlier offer of the same extension. */
  offer(author: Author, code: string): Outcome<Offer>;
  /** Errors: `not_found` for a code that is not good, or too old. */
  accept(author: Author, handover: string): Outcome<AuthorRecord>;
}

interface HandoversParts {
  readonly database: StoreDatabase;
  readonly random: Random;
  readonly unix_s: () => number;
  /** The extension of a code, which must be the author's. */
  readonly ownOf: (author: Author, code: string) => Outcome<Extension>;
}

export const createHandovers = ({ database, random, unix_s, ownOf }: HandoversParts): Handovers => ({
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
      // Whoever offered it may have given it away by now.
      if (!extension || offered.expires_s <= unix_s() || extension.owner !== offered.owner)
        return refuse('not_found', 'This code gives nothing, or it is too old: ask its author for another.');
      const { code, version, owner } = extension;
      database.setOwner(code, author.owner);
      database.removeHandover(code);
      const text = `From ${owner} to ${author.owner}.`;
      database.addEntry({ ts: unix_s(), who: author.label, what: 'transfer', code, version: null, text });
      return done(recordOf(extension, storedVersion(database, code, version)));
    }),
});

const hashOf = (handover: string): string => hash('sha256', handover, 'hex');

// Sessions of an account outside the pages of this cloud: one per machine on which `tapin login` was run.

import { readFields } from '../../wire/json-fields.ts';
import type { IdentityDatabase } from './database.ts';

interface CliSession {
  readonly id: string;
  /** Time of the last renewal, Unix seconds. */
  readonly renewed_s: number;
}

export interface CliSessions {
  of(sub: string): readonly CliSession[];
  /** Returns false if the account has no such session. */
  end(sub: string, id: string): boolean;
  /** Ends all of them, and the browser sessions that need no password. */
  endAll(sub: string): void;
}

export function createCliSessions(database: IdentityDatabase): CliSessions {
  const of = (sub: string): readonly CliSession[] =>
    database.grants(sub).map(({ grant_id, payload }) => {
      const renewed_s = readFields(payload)?.['iat'];
      return { id: grant_id, renewed_s: typeof renewed_s === 'number' ? renewed_s : 0 };
    });
  return {
    of,
    end(sub, id) {
      const is_there = of(sub).some((place) => place.id === id);
      if (is_there) database.removeGrant(id);
      return is_there;
    },
    endAll: (sub) => database.removeSessions(sub),
  };
}

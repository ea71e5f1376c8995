// Exports everything that this cloud stores about an author, as one file.

import { EXTENSION_VERSION_MAX } from '../../../wire/choices.ts';
import type { HttpAnswer } from '../../http/answers.ts';
import { jsonAnswer } from '../../http/answers.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import type { Version } from '../../store/extension.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorVisit } from './author-visit.ts';
import { ownRecords } from './own-list-page.ts';

interface ExportDeps {
  readonly store: Store;
  readonly identity: Pick<IdentityService, 'accounts' | 'tokens' | 'passkeys'>;
}

/**
 * Returns the account, the names of its tokens and passkeys, and each extension with its stored versions, texts and
 * daily installs.
 */
export function exportOf({ store, identity }: ExportDeps, { author }: AuthorVisit): HttpAnswer {
  const account = identity.accounts.account(author.owner);
  const extensions = ownRecords({ store }, author.owner).map((record) => {
    const view = store.view(record.id);
    if (!view.ok) return { ...record, versions: [], installs_by_day: [] };
    const { installs_by_day } = view.value;
    const texts = everyVersion(store, record.id).map((version) => ({
      ...version,
      text: Buffer.from(store.text(version.sha256)).toString(),
    }));
    return { ...record, versions: texts, installs_by_day };
  });
  const tokens = identity.tokens
    .list(author.owner)
    .map(({ name, created_s, expires_s }) => ({ name, created_s, expires_s }));
  const passkeys = identity.passkeys
    .list(author.owner)
    .map(({ name, created_s, used_s }) => ({ name, created_s, used_s }));
  return jsonAnswer(
    200,
    {
      account: account && { sub: account.sub, email: account.email, name: account.name, created_s: account.created_s },
      tokens,
      passkeys,
      extensions,
    },
    { 'Content-Disposition': 'attachment; filename="foogolf-export.json"' },
  );
}

/** Returns all versions, newest first. */
function everyVersion(store: Store, code: string): readonly Version[] {
  const all: Version[] = [];
  for (let cursor: string | null = `${EXTENSION_VERSION_MAX}`; cursor !== null;) {
    const page = store.versionPage(code, { limit: 100, up_to: Number(cursor) });
    all.push(...page.versions);
    cursor = page.next_cursor;
  }
  return all;
}

// Mails that report decisions of support to an author.

import type { IdentityService } from '../../accounts/endpoint.ts';
import type { DecisionNotice } from '../../store/deciding.ts';
import type { Action } from '../../store/history.ts';

const SENTENCES: Readonly<Partial<Record<Action, string>>> = {
  approve: 'It is now listed: all users can find it.',
  decline: 'It was declined. You can fix it, publish a new version and ask again.',
  unlist: 'It is no longer listed. Its code still works, and devices keep the approved version.',
  release: 'It now goes to the devices that have the extension.',
  default: 'It now goes to every device.',
  not_default: 'It no longer goes to every device.',
  take_down: 'It was taken down: it can no longer be installed, and devices remove it.',
  restore: 'It was restored: anyone with its code can install it again.',
};

export const decisionMails =
  (
    { accounts, mail }: Pick<IdentityService, 'accounts' | 'mail'>,
    origin: () => string,
  ): ((notice: DecisionNotice) => void) =>
  ({ owner, code, name, version, actions, reason }) => {
    const account = accounts.account(owner);
    if (!account) return;
    const what = actions.map((action) => SENTENCES[action]).filter((sentence) => sentence !== undefined);
    const words = reason === '' ? '' : `\nSupport wrote:\n\n${reason}\n`;
    mail({
      to: account.email,
      subject: `${code}: support decision on ${name.replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')}`,
      text: `Support has reviewed version ${version} of ${name} (${code}).\n\n${what.join('\n')}\n${words}\nIts page: ${origin()}/own/${code}\n`,
    });
  };

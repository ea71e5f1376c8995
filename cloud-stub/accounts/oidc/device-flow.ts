// Signing in for a machine that has no browser (RFC 8628): it shows a code, which somebody types into a page elsewhere. The library asks for these pages.

import type { Configuration } from 'oidc-provider';
import { hiddenOf, show } from './library-pages.ts';
import { deviceCodeContent, deviceConfirmContent, deviceDoneContent, pageOf } from '../pages/pages.ts';

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

export const DEVICE_FLOW: DeviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  userCodeInputSource(context, _form, _out, problem) {
    const sentence = problem ? (PROBLEMS[problem.name] ?? NO_SUCH_CODE) : '';
    show(
      context,
      pageOf('Sign in another machine', deviceCodeContent(hiddenOf(context, 'code_verification'), sentence)),
    );
  },
  userCodeConfirmSource(context, _form, _client, { ip }, code) {
    const from = typeof ip === 'string' ? ip : 'an address that is not known';
    show(
      context,
      pageOf('Is that your machine?', deviceConfirmContent(hiddenOf(context, 'code_verification'), code, from)),
    );
  },
  successSource: (context) => show(context, pageOf('Signed in', deviceDoneContent())),
};

const NO_SUCH_CODE = 'No machine waits for this code, or not any more.';
const TOO_OLD = 'That page was too old, or of another browser. Type the code again.';
const PROBLEMS: Readonly<Record<string, string>> = {
  NoCodeError: 'Type the code that the machine shows.',
  InvalidRequest: TOO_OLD,
  SessionNotFound: TOO_OLD,
  AbortedError: 'The machine was not allowed to sign in.',
};

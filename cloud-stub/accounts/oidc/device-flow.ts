// Device authorization (RFC 8628): a machine without a browser shows a code, which the user types into a page
// elsewhere. The library calls these hooks for its pages.

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
      pageOf('Sign in on another machine', deviceCodeContent(hiddenOf(context, 'code_verification'), sentence)),
    );
  },
  userCodeConfirmSource(context, _form, _client, { ip }, code) {
    const from = typeof ip === 'string' ? ip : 'an unknown address';
    show(
      context,
      pageOf('Is this your machine?', deviceConfirmContent(hiddenOf(context, 'code_verification'), code, from)),
    );
  },
  successSource: (context) => show(context, pageOf('Signed in', deviceDoneContent())),
};

const NO_SUCH_CODE = 'No machine is waiting for this code. It may have expired.';
const TOO_OLD = 'That page had expired or belonged to another browser. Enter the code again.';
const PROBLEMS: Readonly<Record<string, string>> = {
  NoCodeError: 'Enter the code that the machine shows.',
  InvalidRequest: TOO_OLD,
  SessionNotFound: TOO_OLD,
  AbortedError: 'Sign-in cancelled. The machine is not signed in.',
};

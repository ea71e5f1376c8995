// Page for typing a host's code to join its session.

import {
  CODE_KEYBOARD,
  deleteKey,
  drawCodeKeyboard,
  isBackToLeave,
  isCodeComplete,
  isDeleteKey,
  isLastKeyMissing,
  typedText,
  typeIntoWrong,
  typeKey,
} from './code-keyboard.ts';
import { isComplete } from './code-entry.ts';
import { ask } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import type { SessionView } from '../../online/online.ts';
import type { PageEntry } from '../page-entry.ts';
import { checkingText, stopsAsking } from './together-page.ts';

const join = {
  type: 'ask',
  params: ({ context: { code_entry } }: { context: NavigationContext }) =>
    ask({ type: 'online.join', code: code_entry.typed }).params,
} as const;

const resultOf = (session: SessionView): string => (session.checking ? checkingText(session) : session.refusal);

/** Whether the player deletes a symbol while the code is being tried, which cancels the attempt. */
const isDeletedWhileTried = (args: { readonly context: NavigationContext }): boolean =>
  isDeleteKey(args) && stopsAsking.guard(args);

export const joiningPage: PageEntry = {
  name: 'joining',
  tags: ['busy', 'holds-pulls', 'watches'],
  state: {
    always: { guard: ({ context }) => context.deviceState().session.role === 'guest', target: 'together' },
    on: {
      ...CODE_KEYBOARD,
      'open.played': {},
      'key.ok': [
        { guard: isDeletedWhileTried, actions: [deleteKey, stopsAsking.actions] },
        { guard: isDeleteKey, actions: deleteKey },
        typeIntoWrong,
        { guard: isLastKeyMissing, actions: [typeKey, join] },
        { guard: isCodeComplete, actions: join },
        { actions: typeKey },
      ],
      'text.typed': typedText(join),
      'key.back': [
        { ...stopsAsking, target: 'together' },
        { guard: isBackToLeave, target: 'together' },
        { actions: deleteKey },
      ],
    },
  },
  draw: ({ navigation: { code_entry }, session }) =>
    drawCodeKeyboard(code_entry, {
      title: 'Join with a code',
      hint: 'The host finds its code under Play together.',
      result: isComplete(code_entry) ? resultOf(session) : '',
    }),
};

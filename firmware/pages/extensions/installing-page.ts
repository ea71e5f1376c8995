// Page to type the share code of an extension to install.

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
} from '../together/code-keyboard.ts';
import { isComplete } from '../together/code-entry.ts';
import { ask } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import type { PageEntry } from '../page-entry.ts';

const install = {
  type: 'ask',
  params: ({ context: { code_entry } }: { context: NavigationContext }) =>
    ask({ type: 'update.install', code: code_entry.typed }).params,
} as const;

const isInstalled = ({ context: { deviceState, code_entry } }: { context: NavigationContext }): boolean => {
  const { update } = deviceState();
  return update.action === '' && update.fetched[code_entry.typed] === '';
};

export const installingPage: PageEntry = {
  name: 'installing',
  tags: ['busy', 'holds-pulls', 'watches', 'says-alarm'],
  state: {
    on: {
      ...CODE_KEYBOARD,
      'open.played': {},
      'pages.refresh': { guard: isInstalled, target: 'extensions' },
      'key.ok': [
        { guard: isDeleteKey, actions: deleteKey },
        typeIntoWrong,
        { guard: isLastKeyMissing, actions: [typeKey, install] },
        { guard: isCodeComplete, actions: install },
        { actions: typeKey },
      ],
      'text.typed': typedText(install),
      'key.back': [{ guard: isBackToLeave, target: 'extensions' }, { actions: deleteKey }],
    },
  },
  draw({ navigation: { code_entry }, update }) {
    const result = update.action || update.fetched[code_entry.typed] || '';
    return drawCodeKeyboard(code_entry, {
      title: 'Install with a code',
      hint: 'Ask its author or see the public list.',
      result: isComplete(code_entry) ? result : '',
    });
  },
};

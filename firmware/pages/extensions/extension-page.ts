// Page of a running extension, drawn by the extension itself, or the reason why it stopped.

import type { ExtensionContext } from '../../extension/extension.ts';
import { ask } from '../navigation.setup.ts';
import type { PlayKey } from '../../machine.ts';
import { playPage } from '../play/play-page.ts';
import { drawQuestion } from '../question-page.ts';
import { createPage, type PageView } from '../../ui/page.ts';
import { COLOR, HEIGHT, WIDTH } from '../../ui/theme.ts';

/** Returns the action for a key, with its repeat flag for the script. */
const scriptKey = (key: PlayKey) =>
  ({
    type: 'ask',
    params: ({ event: { repeats = false } }: { event: { readonly repeats?: boolean } }) => ({
      event: { type: 'play.key' as const, key, repeats },
    }),
  }) as const;

/** Page with the whole screen and all keys except Back, which leaves the extension. */
export const extensionPage = playPage({
  name: 'extension',
  shows: ['extension'],
  tags: ['busy'],
  state: {
    on: {
      'key.up': { actions: scriptKey('up') },
      'key.down': { actions: scriptKey('down') },
      'key.left': { actions: scriptKey('left') },
      'key.right': { actions: scriptKey('right') },
      'key.ok': { actions: scriptKey('ok') },
      'key.back': { actions: ask({ type: 'play.leave' }) },
    },
  },
  draw: ({ play: { extension } }) => (extension ? draw(extension) : createPage().view()),
});

function draw(extension: ExtensionContext): PageView {
  const { failure, frame, lines, installed } = extension;
  if (failure) return stoppedPage(extension);
  const ground = { kind: 'rect', x: 0, y: 0, w: WIDTH, h: HEIGHT, fill: COLOR.ground } as const;
  const spoken_lines = lines.length > 0 ? lines : [installed.name];
  return {
    list: [ground, ...frame, { kind: 'clip', area: null }],
    lines: [...spoken_lines, 'Keys: Back leaves'],
    // The extension handles the arrows and OK; a touch at the top left goes back.
    regions: [{ x: 0, y: 0, w: 60, h: 42, key: 'back', row: null }],
    clear_from: HEIGHT,
    play_texts: [],
    title: { right: 348, ground: COLOR.ground },
  };
}

function stoppedPage({ failure, installed }: ExtensionContext): PageView {
  const where = failure?.line === null || failure?.line === undefined ? '' : `Line ${failure.line}: `;
  return drawQuestion({
    header: installed.name,
    right: 'stopped',
    title: 'This extension has stopped',
    paragraphs: [`${where}${failure?.message ?? ''}`, 'Its stored data is kept.'],
    hints: 'Back: menu',
  });
}

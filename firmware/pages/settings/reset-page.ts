// Asks whether to reset the device to its factory settings. Opens from the settings, or by Left at the start.

import { drawQuestion } from '../question-page.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
import type { Rows } from '../navigation.ts';

const resetRows: Rows = () => [
  { label: 'Keep everything', ok: { type: 'open.settings' } },
  { label: 'Reset, keep players and putts', ok: { type: 'device.reset', keep_putts: true } },
  { label: 'Reset everything', ok: { type: 'device.reset', keep_putts: false } },
];

export const resetPage: PageEntry = {
  name: 'reset',
  rows: resetRows,
  state: { on: { 'open.settings': 'settings', 'key.back': 'settings' } },
  draw: (view) =>
    drawQuestion({
      header: 'Factory reset',
      title: 'Reset this device?',
      paragraphs: ['Removes settings, Wi-Fi, extensions and phone links, then restarts.'],
      ...listOf(view, 'reset', resetRows),
    }),
};

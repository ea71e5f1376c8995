// The pages of what is played; a kind of play that none of them shows has no page.

import { absentPage } from './absent-page.ts';
import { coursePage } from './course-page.ts';
import { extensionPage } from '../extensions/extension-page.ts';
import { playingPage } from './playing-page.ts';
import { sharingPage } from '../together/sharing-page.ts';
import { simulatorPage } from '../settings/simulator-page.ts';
import { unsensedPage } from '../settings/unsensed-page.ts';

export const PLAY_PAGES = [
  playingPage,
  coursePage,
  extensionPage,
  simulatorPage,
  sharingPage,
  absentPage,
  unsensedPage,
] as const;

// List of the pages that show a game. A kind of play that is not shown by any of them has no page.

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

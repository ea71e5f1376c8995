// Table of all runtime verbs.

import { BOARD } from './board.ts';
import { CANVAS } from './canvas.ts';
import { PLAY } from './play.ts';
import type { Verb } from './verb.ts';

export const VERBS: readonly Verb[] = [...CANVAS, ...PLAY, ...BOARD];

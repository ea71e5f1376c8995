// The live preview as a whole: the screen with its keys, a putting pad, the settings, and the information for authors.

import { KeyPad } from './key-pad.tsx';
import { LedRow } from './led-row.tsx';
import { Limits } from './limits.tsx';
import type { Painter } from './painter.ts';
import type { PreviewState } from './played.ts';
import type { PreviewPlayer } from './player.ts';
import { PuttCard } from './putt-card.tsx';
import { FailureNote, Happened, Mistakes } from './report.tsx';
import { Screen } from './screen.tsx';
import { Settings } from './settings.tsx';
import type { PreviewTable } from './table.ts';

interface PreviewProps {
  readonly played: PreviewState;
  readonly table: PreviewTable;
  readonly painter: Painter;
  readonly player: PreviewPlayer;
  readonly leds: readonly (string | null)[];
  readonly restart: () => void;
  readonly change: (table: PreviewTable) => void;
}

const STATE = { starting: 'starting', running: 'running', stopped: 'stopped' } as const;

export function PreviewView({ played, table, painter, player, leds, restart, change }: PreviewProps) {
  const { state, manifest, current } = played;
  return (
    <section class="preview" aria-label="Live preview">
      <div class="preview-head">
        <h2>Live preview</h2>
        <p class="preview-state" data-testid="state" data-state={state}>
          {manifest ? `${manifest.name}, ` : ''}
          {STATE[state]}
        </p>
        <button type="button" onClick={restart}>
          Restart
        </button>
      </div>
      <FailureNote played={played} />
      <div class="preview-ways">
        <div class="preview-device">
          <Screen {...{ played, painter }} />
          <div class="preview-board">
            <KeyPad send={player.key} />
            <LedRow colors={leds} />
          </div>
        </div>
        <div class="preview-side">
          <PuttCard putt={player.strike} player={table.players > 1 ? current : null} />
          <Settings {...{ manifest, table, change }} />
          <Limits played={played} />
          <Mistakes mistakes={played.mistakes} />
          <Happened happened={played.happened} />
        </div>
      </div>
    </section>
  );
}

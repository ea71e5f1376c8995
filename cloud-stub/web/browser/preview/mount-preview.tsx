// Mounts a live preview in an element of the page.

import { render } from 'preact';
import { createVirtualLeds } from '../../../../hal/leds/leds-virtual.ts';
import { messageOf } from '../../../../wire/errors.ts';
import { beginning } from './played.ts';
import { createPainter } from './painter.ts';
import { createPlayer } from './player.ts';
import { PreviewView } from './preview-view.tsx';
import { getSupplies, type Supplies } from './supplies.ts';
import { FIRST_TABLE, type PreviewTable } from './table.ts';

export interface Preview {
  /** Plays this text from the start. */
  play(text: string): void;
}

/** @returns Immediately; the preview itself shows its loading state and errors. */
export function mountPreview(place: Element, { text }: { readonly text: string }): Preview {
  let latest = text;
  let playing: Preview | null = null;
  const showNote = (sentence: string, role: 'status' | 'alert'): void =>
    render(
      <p class="preview-note" role={role}>
        {sentence}
      </p>,
      place,
    );
  showNote('Loading the preview …', 'status');
  const begin = async (): Promise<void> => {
    const supplies = await getSupplies();
    playing = startIn(place, supplies, latest);
  };
  begin().catch((thrown: unknown) => showNote(`The preview could not be loaded. ${messageOf(thrown)}`, 'alert'));
  return {
    play(next) {
      latest = next;
      playing?.play(next);
    },
  };
}

const SEEDS = 2 ** 31;

function startIn(place: Element, { isolates, clock, drawable }: Supplies, first: string): Preview {
  const painter = createPainter(drawable);
  const leds = createVirtualLeds(clock);
  let played = beginning(first);
  let table: PreviewTable = FIRST_TABLE;
  const draw = (): void =>
    render(<PreviewView {...{ played, table, painter, player, leds: leds.colors(), restart, change }} />, place);
  const player = createPlayer({
    isolates,
    clock,
    leds,
    seed: () => Math.floor(Math.random() * SEEDS),
    show: (next) => {
      played = next;
      draw();
    },
  });
  const play = (text: string): void => player.start(text, table);
  const restart = (): void => play(played.text);
  const change = (next: PreviewTable): void => {
    table = next;
    restart();
  };
  leds.onChange(draw);
  play(first);
  return { play };
}

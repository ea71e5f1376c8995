// Controls for how the screen is shown.

import { SIZES, TURNS, type ScreenView } from './screen-view.ts';

interface ViewControlsProps {
  readonly view: ScreenView;
  readonly setView: (view: ScreenView) => void;
  /** Whether to offer a size; with several devices the layout decides it. */
  readonly with_size: boolean;
}

export function ViewControls({ view, setView, with_size }: ViewControlsProps) {
  const next_turn = TURNS[(TURNS.indexOf(view.turn) + 1) % TURNS.length] ?? 0;
  return (
    <div class="tools" role="group" aria-label="Screen view">
      <button
        type="button"
        data-testid="rotate"
        title={`Rotated by ${view.turn}°`}
        onClick={() => setView({ ...view, turn: next_turn })}
      >
        Rotate
      </button>
      {with_size && (
        <select
          aria-label="Screen size"
          data-testid="size"
          value={String(view.size)}
          onChange={({ currentTarget: { value } }) =>
            setView({ ...view, size: SIZES.find((size) => String(size) === value) ?? 'fit' })
          }
        >
          {SIZES.map((size) => (
            <option key={size} value={String(size)}>
              {size === 'fit' ? 'fit' : `${size} ×`}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        aria-pressed={view.whole}
        data-testid="whole-pixels"
        title="Align device pixels to display pixels"
        onClick={() => setView({ ...view, whole: !view.whole })}
      >
        Whole pixels
      </button>
      <button
        type="button"
        aria-pressed={view.pixels}
        data-testid="pixels"
        title="Show a 20-pixel grid and a magnifier"
        onClick={() => setView({ ...view, pixels: !view.pixels })}
      >
        Grid
      </button>
    </div>
  );
}

// The four LEDs, each with its color as text.

import { colorName } from '../../../../hal/leds/color-name.ts';

export function LedRow({ colors }: { readonly colors: readonly (string | null)[] }) {
  return (
    <ul class="preview-leds" aria-label="LEDs" data-testid="leds">
      {colors.map((color, index) => (
        <li key={index}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle
              cx="8"
              cy="8"
              r="6.5"
              class={color === null ? 'preview-led-off' : 'preview-led'}
              fill={color ?? 'none'}
            />
          </svg>
          <span>
            <span class="preview-hidden">LED </span>
            {index + 1}: {color === null ? 'off' : colorName(color)}
          </span>
        </li>
      ))}
    </ul>
  );
}

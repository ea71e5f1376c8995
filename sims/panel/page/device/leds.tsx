// Shows the four LEDs, each with its colour name as text.

import { colorName } from '../../../../hal/leds/color-name.ts';

export function Leds({ colors }: { readonly colors: readonly (string | null)[] }) {
  return (
    <ul class="leds" aria-label="LEDs">
      {colors.map((color, index) => {
        const word = color === null ? 'off' : colorName(color);
        return (
          <li key={index} class="led-place" data-testid={`led-${index + 1}`}>
            <span
              class={color === null ? 'led' : 'led led-lit'}
              role="img"
              aria-label={`LED ${index + 1}: ${word}`}
              style={color === null ? { color: '' } : { color }}
            />
            <span class="led-word" aria-hidden="true">
              {word}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

// A golden picture beside the actual one: a slider uncovers one over the other.

import { useState } from 'preact/hooks';
import type { GoldenPictures } from './report-data.ts';

export function GoldenView({ pictures }: { readonly pictures: GoldenPictures }) {
  const { name, expected, actual, difference } = pictures;
  const [share, setShare] = useState(50);
  return (
    <div class="golden">
      <figure>
        <div class="overlay">
          <img src={actual} alt={`the screen, compared with ${name}`} width={480} height={320} />
          {expected !== '' && (
            <img src={expected} alt="" width={480} height={320} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }} />
          )}
        </div>
        {expected !== '' && (
          <label>
            Golden picture on the left of the slider, actual screen on the right
            <input
              type="range"
              min={0}
              max={100}
              value={share}
              onInput={({ currentTarget }) => setShare(Number(currentTarget.value))}
            />
          </label>
        )}
      </figure>
      {difference !== '' && (
        <figure>
          <img src={difference} alt="the pixels that differ, in magenta" width={480} height={320} />
          <figcaption>Pixels that differ, in magenta</figcaption>
        </figure>
      )}
    </div>
  );
}

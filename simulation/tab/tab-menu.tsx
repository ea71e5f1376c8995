// Menu of the tab: files, guests, a link to share, and where the device keeps its data.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Whether guide and reference are beside the page, filled in by the build. */
declare const HAS_DOCS: boolean;

interface TabMenuProps {
  /** Number of further devices; null while a recording is shown. */
  readonly guests: number | null;
  readonly setGuests: (guests: number) => void;
  readonly open: (file: File) => void;
  /** Returns the link to copy; null if no link opens what is shown. */
  readonly link: (() => string) | null;
  /** Why nothing is kept; '' if the browser keeps everything. */
  readonly problem: string;
  /** Returns to the device from a recording; null while no recording is shown. */
  readonly back: (() => void) | null;
  readonly copy: (address: string) => void;
}

const GUESTS = [0, 1, 2, 3];

export function TabMenu({ guests, setGuests, open, link, problem, back, copy }: TabMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => menu.current?.removeAttribute('open');
  useEffect(() => onPressOutside(menu, close), []);
  return (
    <>
      {back !== null && (
        <button type="button" class="tab-back" data-testid="back-to-device" onClick={back}>
          Back to the device
        </button>
      )}
      <details ref={menu} class="tab-menu" data-testid="tab-menu">
        <summary>This tab</summary>
        <div class="tab-menu-body" onKeyDown={(event) => event.key === 'Escape' && close()}>
          <label class="tab-menu-row">
            Open a recording or a drill
            <input
              type="file"
              accept=".gz,.lua"
              data-testid="open-file"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) open(file);
                currentTarget.value = '';
                close();
              }}
            />
          </label>
          {guests !== null && (
            <label class="tab-menu-row">
              Friends on this screen
              <select
                data-testid="guests"
                value={guests}
                onChange={({ currentTarget }) => setGuests(Number(currentTarget.value))}
              >
                {GUESTS.map((count) => (
                  <option key={count} value={count}>
                    {count === 0 ? 'none' : count}
                  </option>
                ))}
              </select>
            </label>
          )}
          {link && (
            <button
              type="button"
              data-testid="copy-link"
              onClick={() => {
                copy(link());
                close();
              }}
            >
              Copy a link to this
            </button>
          )}
          {HAS_DOCS && (
            <p class="tab-menu-row">
              <a href="guide.html">Write a drill</a>
            </p>
          )}
          <p class="tab-menu-note">{problem === '' ? 'This browser keeps your players and putts.' : problem}</p>
        </div>
      </details>
    </>
  );
}

/** Calls `act` for each press outside an element. Returns a stop function. */
function onPressOutside({ current }: RefObject<HTMLElement | null>, act: () => void): () => void {
  const onPress = ({ target }: Event): void => {
    if (target instanceof Node && !current?.contains(target)) act();
  };
  document.addEventListener('pointerdown', onPress);
  return () => document.removeEventListener('pointerdown', onPress);
}

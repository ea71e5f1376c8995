// The screen as text: always available to screen readers, visible on demand. Changes are announced in a separate line,
// because moving the focus changes no text in the list.

interface TextLinesProps {
  readonly lines: readonly string[];
  readonly visible: boolean;
  /** Whether screen readers announce changes; with several devices only the selected one is announced. */
  readonly spoken: boolean;
}

const FOCUSED = '> ';

/** Returns the text to announce to a user who can't see the screen: the focused row, or else the topic of the page. */
function newsOf(lines: readonly string[]): string {
  const focused = lines.find((line) => line.startsWith(FOCUSED));
  if (focused !== undefined) return focused.slice(FOCUSED.length);
  return lines.filter((line, index) => index === 0 || NEWS.test(line)).join('. ');
}

const NEWS = /^(Verdict|Next|Target|Note|Now|Session|Code|Trouble): |^Sensor /;

export function TextLines({ lines, visible, spoken }: TextLinesProps) {
  return (
    <div class={visible ? 'text-lines card' : 'visually-hidden'}>
      <p class="visually-hidden" aria-live={spoken ? 'polite' : 'off'} data-testid="said">
        {newsOf(lines)}
      </p>
      <ul aria-label="Screen as text" data-testid="text-lines">
        {lines.map((line, index) => {
          const focused = line.startsWith(FOCUSED);
          return (
            <li key={index} aria-current={focused ? 'true' : undefined}>
              {focused ? line.slice(FOCUSED.length) : line}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

// The screen as text: always there for screen readers, visible on demand. What is new is said by a line of its own, since a
// list that moves its focus changes no text.

interface TextLinesProps {
  readonly lines: readonly string[];
  readonly visible: boolean;
  /** Whether screen readers say what is new; of several devices only the selected one speaks. */
  readonly spoken: boolean;
}

const FOCUSED = '> ';

/** What a person who can't see the screen wants to hear of: the row in focus, else what the page is about. */
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

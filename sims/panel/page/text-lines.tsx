// The screen as text: always there for screen readers, visible on demand.

interface TextLinesProps {
  readonly lines: readonly string[];
  readonly visible: boolean;
}

const FOCUSED = '> ';

export function TextLines({ lines, visible }: TextLinesProps) {
  return (
    <div class={visible ? 'text-lines card' : 'visually-hidden'} aria-live="polite">
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

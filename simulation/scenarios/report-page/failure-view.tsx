// One failure: what is wrong, the step in the file, what the device did, and the command that shows it again.

import { GoldenView } from './golden-view.tsx';
import type { ReportFailure } from './report-data.ts';

export function FailureView({ failure }: { readonly failure: ReportFailure }) {
  const { place, problems, device, lines, explanation, golden } = failure;
  return (
    <section class="failure">
      <h2>{place}</h2>
      <ul class="problems">
        {problems.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {explanation && (
        <>
          {explanation.step !== '' && <p>The step: {explanation.step}</p>}
          {explanation.quote.length > 0 && <pre tabIndex={0}>{explanation.quote.join('\n')}</pre>}
          <div class="facts">
            <Facts title="Nearest" lines={explanation.nearest} />
            <Facts title={`Seen during the wait (${explanation.waited})`} lines={explanation.meanwhile} />
            <Facts title="The last events before" lines={explanation.before} />
            <Facts title="Changed since it last passed" lines={explanation.changed} />
            <Facts title="First difference from the last good run" lines={explanation.last_pass} />
            <Facts title={`The screen of ${device}`} lines={lines} />
          </div>
          {explanation.replay !== '' && <Command text={explanation.replay} />}
        </>
      )}
      {golden && <GoldenView pictures={golden} />}
    </section>
  );
}

function Facts({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {lines.map((each, index) => (
          <li key={index}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <p class="command">
      Show this moment: <code>{text}</code>{' '}
      <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </button>
    </p>
  );
}

// Files of the window: filter, open, and play all of them.

import { useState } from 'preact/hooks';
import type { UiFile } from './ui-state.ts';

interface FileListProps {
  readonly files: readonly UiFile[];
  readonly file: string;
  open(file: string): void;
  runAll(): void;
}

const SIGNS = { passed: '✓', failed: '✗', error: '✗', flaky: '✗', skipped: '–' } as const;

export function FileList({ files, file, open, runAll }: FileListProps) {
  const [filter, setFilter] = useState('');
  const shown = files.filter((each) => `${each.file} ${each.name}`.toLowerCase().includes(filter.toLowerCase()));
  return (
    <details class="files" open={files.length > 1}>
      <summary>
        {file} <span class="quiet">{files.length > 1 ? `and ${files.length - 1} more` : ''}</span>
      </summary>
      <div class="controls">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <button type="button" data-testid="run-all" onClick={runAll}>
          Run all
        </button>
      </div>
      <ul>
        {shown.map((each) => (
          <li key={each.file}>
            <button type="button" aria-current={each.file === file} onClick={() => open(each.file)}>
              {each.status === null ? '' : `${SIGNS[each.status]} `}
              {each.file} {each.name === each.file ? '' : <span class="quiet">{each.name}</span>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

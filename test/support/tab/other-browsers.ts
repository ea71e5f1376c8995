// Browsers beside Chromium, if this machine has them. They only open an address, and run until they are ended.

import { existsSync } from 'node:fs';

interface OtherBrowser {
  readonly name: string;
  /** Environment variable with the path of its program. */
  readonly variable: string;
  /** Usual paths. */
  readonly paths: readonly string[];
  /** @param folder Empty folder for its profile. */
  command(path: string, folder: string, address: string): readonly [program: string, ...args: string[]];
}

export const OTHER_BROWSERS: readonly OtherBrowser[] = [
  {
    name: 'Firefox',
    variable: 'TAPIN_FIREFOX',
    paths: ['/usr/bin/firefox', '/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    command: (path, folder, address) => [path, '--headless', '--no-remote', '--profile', folder, address],
  },
  {
    name: 'WebKit',
    variable: 'TAPIN_WEBKIT',
    paths: [
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
    ],
    // Needs a display; xvfb-run creates one.
    command: (path, _folder, address) => ['xvfb-run', '-a', path, '--private', address],
  },
];

/** Returns the path of the browser; null if this machine has none. */
export const pathOf = ({ variable, paths }: OtherBrowser): string | null =>
  process.env[variable] ?? paths.find((path) => existsSync(path)) ?? null;

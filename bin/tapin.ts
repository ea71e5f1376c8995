// The command line: exit code 2 and one line on stderr for a wrong call.

import { runCommandLine } from './command-line.ts';
import { VERBS } from './verbs.ts';

await runCommandLine(VERBS, process.argv.slice(2));

// How the pages of the identity provider look: one narrow column, in light and dark, whose colours have a contrast of 7 to 1 and more.

export const STYLE = `
:root { color-scheme: light dark; --ground: #f4f8f5; --panel: #ffffff; --text: #10201a; --muted: #44574d; --line: #7d9488;
  --accent: #0b5d3b; --on-accent: #ffffff; --alarm: #8c1119; }
@media (prefers-color-scheme: dark) { :root { --ground: #0c1511; --panel: #15231c; --text: #f3f8f5; --muted: #b7cbc0; --line: #6f8c7d;
  --accent: #6fdc9b; --on-accent: #06120b; --alarm: #ffb1b6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
header { font-weight: 700; letter-spacing: .02em; color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; }
form, .card { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem; }
form > p:first-child, .card > p:first-child { margin-top: 0; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint { color: var(--muted); margin: 0 0 .35rem; font-size: .9rem; }
input { width: 100%; font: inherit; padding: .6rem .7rem; margin: 0 0 1rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--ground); color: var(--text); }
.code { font-size: 1.75rem; font-weight: 700; letter-spacing: .2em; margin: 0 0 1rem; }
input[name=code], input[name=user_code] { font-size: 1.5rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; }
button { width: 100%; font: inherit; font-weight: 700; padding: .7rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.second { background: none; color: var(--accent); margin-top: .6rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { color: var(--alarm); border-left: .25rem solid var(--alarm); padding-left: .75rem; margin: 0 0 1rem; font-weight: 600; }
ul { padding-left: 1.2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; font: inherit; }
`;

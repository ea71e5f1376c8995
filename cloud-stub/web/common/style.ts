// Style sheet of the cloud's pages, light and dark: contrast is at least 4.5 to 1, and colour is never the only carrier
// of meaning. Sign-in pages are one narrow column.

const COLORS = `
:root { color-scheme: light dark; --ground: #f4f8f5; --panel: #ffffff; --text: #10201a; --muted: #44574d; --line: #7d9488;
  --soft: #dbe6df; --accent: #0b5d3b; --on-accent: #ffffff; --alarm: #8c1119; --added: #d6f2df; --removed: #fbdcdd;
  --word: #6d28a8; --string: #8a4b08; --remark: #4d6357; --number: #0f5a9c; }
@media (prefers-color-scheme: dark) { :root { --ground: #0c1511; --panel: #15231c; --text: #f3f8f5; --muted: #b7cbc0; --line: #6f8c7d;
  --soft: #2a3c33; --accent: #6fdc9b; --on-accent: #06120b; --alarm: #ffb1b6; --added: #123d24; --removed: #4a1a1d;
  --word: #d7b3ff; --string: #f2c078; --remark: #a8bfb2; --number: #8fc7ff; } }
`;

const FORMS = `
form, .card { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem; }
form > p:first-child, form > input[type=hidden] + p, form > input[type=hidden] + h2, .card > p:first-child, .card > h2:first-child, form > h2:first-child { margin-top: 0; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint { color: var(--muted); margin: 0 0 .35rem; font-size: .9rem; }
input, textarea, select { width: 100%; font: inherit; padding: .6rem .7rem; margin: 0 0 1rem; border: 1px solid var(--line);
  border-radius: .5rem; background: var(--ground); color: var(--text); }
input[type=radio], input[type=checkbox] { width: auto; margin: 0; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .5rem 1rem; }
legend { font-weight: 600; padding: 0 .35rem; }
fieldset p { margin: .35rem 0; }
fieldset label, .choice { font-weight: 400; display: flex; gap: .5rem; align-items: baseline; }
fieldset input, .choice input { flex: none; }
textarea.lua { font: .9rem/1.45 ui-monospace, monospace; min-height: 24rem; tab-size: 2; white-space: pre; overflow-x: auto; }
.code { font-size: 1.75rem; font-weight: 700; letter-spacing: .2em; margin: 0 0 1rem; }
input[name=code], input[name=user_code], input[name=otp] { font-size: 1.5rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; }
button, .button { font: inherit; font-weight: 700; padding: .7rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; display: inline-block; }
[hidden] { display: none; }
button.second, .button.second { background: none; color: var(--accent); }
button.danger { background: none; color: var(--alarm); border-color: var(--alarm); }
`;

const SITE = `
.wide { max-width: 72rem; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 0; }
.top + main { padding-top: 1.5rem; }
main:focus { outline: none; }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.top a { padding: .25rem 0; }
.top a[aria-current] { font-weight: 700; text-decoration: none; color: var(--text); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14.5rem, 100%), 1fr)); gap: 1rem; padding: 0; list-style: none; }
.cards > li { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
.cards h2 { font-size: 1.15rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.cards p { margin: 0 0 .4rem; overflow-wrap: anywhere; }
.cards .body { padding: .9rem 1rem 1rem; }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 3 / 2; background: #000; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .75rem; margin: 0 0 1rem; }
.pictures .picture { border-radius: .5rem; border: 1px solid var(--line); }
.picture.none { background: var(--soft); }
.search { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: 0 1rem; align-items: end; }
.search button { margin: 0 0 1rem; }
.search > .problem { grid-column: 1 / -1; }
@media (width >= 45rem) { .search { grid-template-columns: minmax(8rem, 1fr) auto auto auto; } }
.share { font: 700 2.5rem/1.2 ui-monospace, monospace; letter-spacing: .18em; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.tag { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .9rem; margin: 0 .25rem .25rem 0; }
.tag[aria-current] { background: var(--accent); color: var(--on-accent); text-decoration: none; font-weight: 700; }
.tag.strong { border-color: var(--accent); color: var(--accent); font-weight: 700; }
.tag.alarm { border-color: var(--alarm); color: var(--alarm); font-weight: 700; }
.scroll { overflow-x: auto; }
time, .code-link { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--soft); overflow-wrap: anywhere; }
th { font-size: .9rem; color: var(--muted); overflow-wrap: normal; }
td.number, th.number { text-align: right; width: 1%; white-space: nowrap; font-variant-numeric: tabular-nums; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.actions form { all: unset; }
form.in-row { all: unset; display: block; }
td .tag { margin: 0 .25rem 0 0; }
@media (width < 45rem) {
  .rows, .rows tbody, .rows tr, .rows td { display: block; width: auto; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .rows tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .rows td, .rows td.number { padding: .1rem 0; border: 0; text-align: left; white-space: normal; }
  .rows td:empty { display: none; }
  .rows td::before { content: attr(data-label) ": "; content: attr(data-label) ": " / ""; color: var(--muted); font-weight: 600; }
}
.begin { gap: .4rem; margin: 0 0 .6rem; }
.begin button { padding: .25rem .7rem; font-size: .9rem; font-weight: 400; }
pre.lua { background: var(--panel); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; overflow-x: auto; white-space: pre;
  font: .875rem/1.5 ui-monospace, monospace; tab-size: 2; max-height: 40rem; }
.hljs-keyword, .hljs-literal { color: var(--word); }
.hljs-string { color: var(--string); }
.hljs-comment { color: var(--remark); font-style: italic; }
.hljs-number { color: var(--number); }
.hljs-built_in, .hljs-title { font-weight: 700; }
table.diff { font: .85rem/1.45 ui-monospace, monospace; }
table.diff td { border: 0; padding: 0 .5rem; white-space: pre-wrap; }
table.diff th, table.diff td { padding: 0 .35rem; overflow-wrap: anywhere; }
table.diff td.number { color: var(--muted); }
table.diff td:nth-child(3), table.diff th:nth-child(3) { width: 1%; overflow-wrap: normal; }
table.diff .added { background: var(--added); }
table.diff .removed { background: var(--removed); }
.plot { margin: 0 0 1rem; }
.plot svg { display: block; width: 100%; height: 7rem; border-bottom: 1px solid var(--line); }
.plot rect { fill: var(--accent); }
.plot figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; color: var(--muted); font-size: .9rem; }
.said { border-left: .25rem solid var(--accent); padding: .1rem 0 .1rem .75rem; margin: 0 0 1rem; font-weight: 600; }
.quote { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 1rem; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 1.5rem; align-items: start; }
.qr { display: block; width: 12rem; height: 12rem; background: #fff; padding: .75rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--panel); padding: .5rem 1rem; }
`;

export const STYLE = `${COLORS}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
main:not(.wide) button { width: 100%; }
main:not(.wide) button.second { margin-top: .6rem; }
main:not(.wide) [role=alert]:empty + button.second { margin-top: 0; }
header { font-weight: 700; letter-spacing: .02em; color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 1.5rem 0 .6rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { color: var(--alarm); border-left: .25rem solid var(--alarm); padding-left: .75rem; margin: 0 0 1rem; font-weight: 600; }
ul { padding-left: 1.2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; font: inherit; }
${FORMS}${SITE}`;

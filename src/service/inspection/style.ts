// How the pages look: one sheet, no script, no font or picture from anywhere; light and dark as the reader's system has it.

export const STYLE = `
:root {
	color-scheme: light dark;
	--paper: #fbfaf8; --card: #ffffff; --ink: #1d1c1a; --soft: #66615a; --line: #e3dfd8; --link: #1c5fa8; --code: #f3f1ec;
	--good: #17703c; --good-paper: #e4f4ea; --wait: #8a5300; --wait-paper: #fdf0d9; --bad: #b3261e; --bad-paper: #fbe6e4;
	--plain: #57534d; --plain-paper: #eeebe5; --mark: #fff4c2;
}
@media (prefers-color-scheme: dark) {
	:root {
		--paper: #161514; --card: #1f1e1c; --ink: #eceae6; --soft: #a8a29a; --line: #35322e; --link: #8ab8ee; --code: #2a2825;
		--good: #7fd6a0; --good-paper: #173323; --wait: #f0bd6b; --wait-paper: #3a2a10; --bad: #ff9d94; --bad-paper: #43191a;
		--plain: #bdb7ae; --plain-paper: #302d29; --mark: #453b12;
	}
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
	margin: 0; background: var(--paper); color: var(--ink);
	font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
header p { margin: 0; color: var(--soft); font-size: .875rem; }
header .name { overflow-wrap: anywhere; font-size: 1.375rem; font-weight: 650; color: var(--ink); line-height: 1.3; }
nav ul {
	display: flex; flex-wrap: wrap; gap: 0 .25rem; list-style: none; margin: 1rem 0 0; padding: 0;
	border-bottom: 1px solid var(--line);
}
nav a {
	display: block; padding: .375rem .75rem; border-radius: .5rem .5rem 0 0; color: var(--ink); text-decoration: none;
	white-space: nowrap;
}
nav a:hover { background: var(--plain-paper); }
nav a[aria-current] { font-weight: 650; box-shadow: inset 0 -3px var(--link); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.75rem 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: .8125rem; margin: 1rem 0 .375rem; color: var(--soft); font-weight: 600; }
.lead, .none, dd, header { overflow-wrap: anywhere; }
.lead, .none { color: var(--soft); margin: .25rem 0 1rem; }
.card {
	background: var(--card); border: 1px solid var(--line); border-radius: .625rem; padding: .875rem 1.125rem; margin: 0 0 .875rem;
	overflow-wrap: anywhere;
}
.card:target, tr:target { background: var(--mark); }
.head { display: flex; flex-wrap: wrap; gap: .375rem .625rem; align-items: baseline; }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; padding: 0; list-style: none; }
.counts li { display: grid; }
.counts a {
	display: block; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; padding: .75rem 1rem;
	text-decoration: none; color: var(--ink);
}
.counts a:hover { border-color: var(--link); }
.counts b { display: block; font-size: 1.625rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts span { color: var(--soft); font-size: .875rem; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; margin: .625rem 0 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; min-width: 0; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .84em; }
code { overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: .375rem; padding: .5rem .75rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.id { color: var(--soft); font-size: .8125rem; }
.badge {
	display: inline-block; font-size: .75rem; font-weight: 600; line-height: 1.5; padding: 0 .5rem; border-radius: 1rem;
	background: var(--plain-paper); color: var(--plain); white-space: nowrap;
}
.good { background: var(--good-paper); color: var(--good); }
.wait { background: var(--wait-paper); color: var(--wait); }
.bad { background: var(--bad-paper); color: var(--bad); }
.list { margin: 0; padding: 0; list-style: none; }
.list > li + li { margin-top: .375rem; }
.inline, .inline > li { display: inline; }
.inline > li + li::before { content: ", "; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .875rem; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 600; }
tbody tr { border-top: 1px solid var(--line); }
td time { white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: .625rem; align-items: end; margin: 1rem 0; }
label { display: grid; gap: .125rem; font-size: .8125rem; color: var(--soft); min-width: 0; }
select, button {
	font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .3125rem .625rem;
	max-width: 100%;
}
select { color: var(--ink); max-width: min(100%, 24rem); }
button { cursor: pointer; }
.more { margin: 1rem 0; }
footer { color: var(--soft); font-size: .8125rem; padding: 1.5rem 1.25rem 2.5rem; }
@media (max-width: 44rem) {
	header, main, footer { padding-left: .875rem; padding-right: .875rem; }
	dl { grid-template-columns: 1fr; gap: 0; }
	dt:not(:first-child) { margin-top: .5rem; }
	table, tbody, tr, td { display: block; }
	thead { position: absolute; left: -100rem; }
	td { padding: .125rem .875rem; }
	td:first-child { font-weight: 600; }
	tr { padding: .625rem 0; }
	td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: .8125rem; }
}
`;

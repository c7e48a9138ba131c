import { escaped } from '../kernel/html.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export const timeOf = (date: Date) => `<time datetime="${date.toISOString()}">${dateFormat.format(date)} UTC</time>`;

interface PageHead {
  readonly title: string;
  /** The tool that the page belongs to. */
  readonly name: string;
  /** The path that its `style.css` is under. */
  readonly basePath: string;
}

/** Renders a page for developers, without scripts. */
export const developerPage = ({ title, name, basePath }: PageHead, main: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(title)} · Tessera</title>
<link rel="stylesheet" href="${basePath}/style.css"></head>
<body><header><a class="mark" href="/"><span class="tiles" aria-hidden="true"><i></i><i></i><i></i><i></i></span>Tessera</a>
<p>${escaped(name)}</p></header>
<main>${main}</main></body></html>`;

export const developerStyle = `
:root{--paper:#fbfaf8;--surface:#fff;--ink:#191714;--muted:#655f56;--line:#e7e2da;--field:#8a8378;--accent:#2f4be0;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#121110;--surface:#1b1a18;--ink:#f2efea;--muted:#b3aca2;--line:#33302c;--field:#7d766c;
--accent:#9aabff;--on-accent:#121110}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 16px/26px 'Inter Variable',Inter,-apple-system,
BlinkMacSystemFont,'Segoe UI',Roboto,sans-serif;-webkit-font-smoothing:antialiased}
header{display:flex;align-items:center;gap:16px;padding:20px 24px;border-bottom:1px solid var(--line)}
header p{margin:0;color:var(--muted);font-size:14px}
.mark{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;
font:600 20px/24px Fraunces,Georgia,serif;letter-spacing:-.01em}
.tiles{display:inline-grid;grid-template-columns:8px 8px;gap:2px}
.tiles i{width:8px;height:8px;background:currentColor}.tiles i:nth-child(2){background:var(--accent)}
main{max-width:760px;margin:0 auto;padding:48px 24px 96px}
h1{margin:0 0 12px;font:600 36px/42px Fraunces,Georgia,serif;letter-spacing:-.02em;text-wrap:balance}
h2{margin:40px 0 12px;font-size:14px;line-height:20px;font-weight:600;color:var(--muted)}
.muted,time,li span{color:var(--muted)}
time{font-size:14px;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font-size:.9em}a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
ol{list-style:none;margin:32px 0 0;padding:0;border-top:1px solid var(--line)}
ol a{display:grid;grid-template-columns:1fr auto;gap:0 24px;padding:16px 0;border-bottom:1px solid var(--line);
color:inherit;text-decoration:none}
ul{list-style:none;margin:0;padding:0}ul li{display:flex;flex-wrap:wrap;gap:0 12px;padding:8px 0;overflow-wrap:anywhere}
ul li+li{border-top:1px solid var(--line)}
li strong{grid-column:1;font-weight:600}li span{grid-column:1;font-size:14px;overflow-wrap:anywhere}
li time{grid-column:2;grid-row:1}ol a:hover strong{color:var(--accent)}
.empty{margin:48px 0 0;padding:64px 24px;border:1px dashed var(--line);border-radius:12px;text-align:center}
.empty .tiles{grid-template-columns:20px 20px;gap:4px}.empty .tiles i{width:20px;height:20px;opacity:.9}
.button{display:inline-block;padding:11px 20px;border:0;border-radius:8px;background:var(--accent);
color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button.quiet{background:none;color:inherit;box-shadow:inset 0 0 0 1px var(--line)}
.text{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--surface);white-space:pre-wrap;
overflow-wrap:anywhere}
iframe{display:block;width:100%;height:720px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
form{display:inline}.search{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 24px}
.search label{flex-basis:100%;font-size:14px}
input{flex:1 1 240px;min-width:0;padding:10px 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);
color:inherit;font:inherit}
.rows{border-top:1px solid var(--line)}.rows li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:12px 24px;
align-items:center;padding:16px 0}
.rows li:last-child{border-bottom:1px solid var(--line)}.rows p{margin:0;min-width:0;flex:1 1 260px}
.rows p>*{display:block}.rows .actions{display:flex;flex-wrap:wrap;gap:8px}
@media (max-width:480px){main{padding:32px 16px 64px}h1{font-size:28px;line-height:34px}
ol a{grid-template-columns:1fr}li time{grid-column:1;grid-row:auto}}
`;

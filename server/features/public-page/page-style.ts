// Style sheet of the public page, which is inlined in the page.
// The style sheet is inlined, so that the public page of an activity loads only its cover image and the font.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the @font-face rule. The font file is searched, because its name differs in every build. */
function buildFontFace(clientDir: string): string {
  const file = readdirSync(join(clientDir, 'assets')).find(name =>
    /^plus-jakarta-sans-latin-wght.*\.woff2$/.test(name),
  )
  if (!file) return ''
  return `@font-face{font-family:"Plus Jakarta Sans Variable";font-weight:200 800;font-display:swap;src:url("/assets/${file}") format("woff2-variations")}`
}

const rules = `
:root {
  color-scheme: light dark;
  --page: #f6f7f5; --card: #fff; --line: #e3e6e8; --text: #1f2328; --dim: #5c6670;
  --main: #12807a; --link: #0b6f6a; --tint: #d3ebe9; --tint-text: #005e59; --kite: #12807a;
  --gold: #fff1cf; --gold-text: #6b4500; --red: #fdecec; --red-text: #a51d1d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #1f1f1f; --card: #242424; --line: #424242; --text: #e4e4e4; --dim: #a9adad;
    --link: #74c1bb; --tint: #123f3c; --tint-text: #a6d7d3; --kite: #34a39b;
    --gold: #43320f; --gold-text: #ffdd9b; --red: #4a1d1d; --red-text: #ffb3b3;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px / 1.55 "Plus Jakarta Sans Variable", system-ui, sans-serif;
  -webkit-font-smoothing: antialiased; overflow-wrap: anywhere;
}
a { color: var(--link); }
h1, h2, p, dl, dd { margin: 0; }
svg { flex: none; }
.bar {
  display: flex; align-items: center; justify-content: space-between; gap: 12px;
  height: 60px; padding: 0 16px; background: var(--card); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 10px; min-height: 44px; color: var(--text); font-size: 19px; font-weight: 700; text-decoration: none; }
.quiet { display: flex; align-items: center; min-height: 44px; padding: 0 12px; font-size: 15px; font-weight: 600; text-decoration: none; white-space: nowrap; }
.wide { max-width: 1040px; padding: 0 16px; margin: 0 auto; }
.cover { display: block; width: 100%; aspect-ratio: 1200 / 630; margin-top: 16px; border-radius: 16px; object-fit: cover; background: var(--line); }
.head { display: flex; align-items: flex-end; gap: 14px; padding-left: 16px; }
.tile {
  position: relative; flex: none; width: 76px; margin-top: -44px; overflow: hidden;
  border: 4px solid var(--page); border-radius: 18px; background: var(--card); box-shadow: inset 0 0 0 1px var(--line);
  line-height: 1.25; text-align: center;
}
.tile b { display: block; padding: 3px 0; background: var(--main); color: #fff; font-size: 13px; text-transform: uppercase; letter-spacing: .04em; }
.tile strong { display: block; font-size: 30px; font-variant-numeric: tabular-nums; }
.tile span { display: block; padding-bottom: 5px; color: var(--dim); font-size: 13px; }
.status { margin: 10px 0; padding: 2px 12px; border-radius: 8px; background: var(--tint); color: var(--tint-text); font-size: 14px; font-weight: 600; }
.status[data-status=cancelled] { background: var(--red); color: var(--red-text); }
.status[data-status=completed] { background: var(--line); color: var(--text); }
h1 { margin: 10px 0 4px; text-wrap: balance; font-size: clamp(27px, 4.4vw, 38px); font-weight: 750; line-height: 1.2; letter-spacing: -.015em; }
.host { color: var(--dim); }
.host b { color: var(--text); font-weight: 600; }
.facts { display: grid; gap: 18px; margin: 22px 0; }
.fact { display: flex; gap: 14px; }
.fact > svg { width: 46px; height: 46px; padding: 11px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--link); }
.fact b { display: block; font-weight: 650; }
.fact span { color: var(--dim); }
.fact i { display: inline-block; font-style: normal; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.map { display: inline-flex; align-items: center; min-height: 44px; font-size: 15px; font-weight: 600; }
.about { padding-top: 20px; border-top: 1px solid var(--line); }
h2 { margin-bottom: 8px; font-size: 18px; font-weight: 700; }
.other a { display: inline-flex; align-items: center; min-height: 44px; font-size: 15px; font-weight: 600; }
.about p { white-space: pre-line; max-width: 68ch; }
.panel { display: grid; gap: 14px; padding: 22px; margin: 24px 0; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
.panel p { color: var(--dim); font-size: 15px; }
.panel .room { color: var(--text); font-size: 17px; font-weight: 650; }
.button {
  display: flex; align-items: center; justify-content: center; gap: 10px; min-height: 50px; padding: 0 18px;
  border: 1px solid var(--main); border-radius: 12px; background: var(--main); color: #fff;
  font-size: 17px; font-weight: 650; text-decoration: none;
}
.button:hover { background: #0b6f6a; }
.plain { min-height: 46px; border-color: var(--line); background: none; color: var(--text); font-size: 15px; font-weight: 600; }
.plain:hover { background: var(--page); }
.panel .register { font-size: 15px; text-align: center; }
.register a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
.foot { display: flex; gap: 8px; justify-content: center; padding: 28px 16px; color: var(--dim); font-size: 14px; }
.gone { max-width: 460px; padding: 15vh 16px; margin: 0 auto; text-align: center; }
.gone .button { margin-top: 24px; }
a:focus-visible { outline: 3px solid #4dafa7; outline-offset: 2px; }
@media (max-width: 899px) {
  .stays { padding-bottom: 78px; }
  .first { position: fixed; z-index: 1; inset: auto 0 0; padding: 10px 16px calc(10px + env(safe-area-inset-bottom, 0px)); border-top: 1px solid var(--line); background: var(--card); }
}
@media (min-width: 900px) {
  .bar { padding: 0 32px; }
  .wide { padding: 0 32px; }
  .cover { aspect-ratio: 1040 / 360; margin-top: 28px; }
  .page { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 36px; align-items: start; }
  .panel { position: sticky; top: 24px; margin: -84px 24px 32px 0; box-shadow: 0 12px 32px rgb(0 0 0 / 8%); }
  .facts { grid-template-columns: 1fr 1fr; }
}
@media print { .panel, .bar, .foot { display: none; } }
`

const minifyCss = (css: string) => css.replace(/\s*\n\s*/g, '')

/** Returns the style sheet and the Content-Security-Policy that allows it by its hash. */
export function buildPublicPageStyleSheetAndCsp(clientDir: string | undefined) {
  const css = (clientDir ? buildFontFace(clientDir) : '') + minifyCss(rules)
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { css, policy }
}

// What encryption costs in a real browser, and what it weighs on the way there.
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { ensureBrowser } from '#scripts/browser.mjs'
import { root } from '#scripts/prepare.mjs'

/** The page's code as the program's own build makes it. */
async function bundle(entry, external = []) {
  const { output } = await build({
    root,
    configFile: false,
    // A library would leave this to whoever uses it; here nobody does.
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: `${root}/${entry}`, formats: ['es'] },
      rolldownOptions: { external },
      minify: true,
    },
  }).then(result => (Array.isArray(result) ? result[0] : result))
  return output.filter(({ type }) => type === 'chunk')
}

/** What every page has already does not count, nor what only old browsers and setting up need. */
const parts = await bundle('web/lib/e2ee/open-group.ts', [/^zod/, /lib\/api\.ts$/])
const needed = parts.filter(({ fileName }) => !fileName.includes('library-curves'))
const size = needed.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
console.log(`size: ${(size / 1000).toFixed(1)} KB in brotli (aim: under 30)`)

const files = new Map(
  (await bundle('bench/encryption-page.ts')).map(({ fileName, code }) => [`/${fileName}`, code]),
)
const [first] = [...files.keys()]
const server = createServer((request, response) => {
  const code = files.get(request.url)
  // The same rule as in production.
  response.setHeader('content-security-policy', "default-src 'self'; script-src 'self'")
  response.setHeader('content-type', code ? 'text/javascript' : 'text/html')
  response.end(code ?? `<!doctype html><script type="module" src="${first}"></script>`)
}).listen(0, '127.0.0.1')
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  const page = await browser.newPage()
  await page.goto(`http://localhost:${server.address().port}/`)
  await page.waitForFunction(() => 'measure' in window)
  const { sealing, reading, opening, rotation, size } = await page.evaluate(() => window.measure(500, 500))
  console.log(`send: ${sealing.toFixed(2)} ms, open: ${reading.toFixed(2)} ms a message (aim: under 2)`)
  console.log(`first opening of a group of ${size}: ${opening.toFixed(0)} ms (aim: under 2000)`)
  console.log(`a new key for ${size} people: ${rotation.toFixed(0)} ms`)
} finally {
  await browser.close()
  server.close()
}

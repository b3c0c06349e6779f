// Measures the cost of encryption in a real browser, and the download size of its code.
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { ensureBrowser } from '#scripts/browser.mjs'
import { root } from '#scripts/prepare.mjs'

/** Bundles code with the settings of the production build. */
async function bundleForBrowser(entry, external = []) {
  const { output } = await build({
    root,
    configFile: false,
    // In library builds Vite leaves NODE_ENV undefined, so it is set here.
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

/** Measures the encryption code, without code that every page has already loaded and without code for old browsers. */
const parts = await bundleForBrowser('web/lib/e2ee/group/load-encrypted-group.ts', [
  /^zod/,
  /lib\/http\/api\.ts$/,
])
const countedChunks = parts.filter(({ fileName }) => !fileName.includes('library-curves'))
const size = countedChunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
console.log(`size: ${(size / 1000).toFixed(1)} KB in brotli (aim: under 30)`)

const files = new Map(
  (await bundleForBrowser('bench/support/encryption-page.ts')).map(({ fileName, code }) => [
    `/${fileName}`,
    code,
  ]),
)
const [entryPath] = [...files.keys()]
const server = createServer((request, response) => {
  const code = files.get(request.url)
  // Content-Security-Policy of the production server.
  response.setHeader('content-security-policy', "default-src 'self'; script-src 'self'")
  response.setHeader('content-type', code ? 'text/javascript' : 'text/html')
  response.end(code ?? `<!doctype html><script type="module" src="${entryPath}"></script>`)
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

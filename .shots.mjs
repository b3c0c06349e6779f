import { chromium } from '@playwright/test'
const base = 'http://localhost:4977'
const out = process.env.OUT ?? '/tmp/acts-shots'
const only = process.argv[2]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const login = async (ctx, account) => ctx.request.post(base + '/api/auth/login', { data: { email: `${account}@demo.test`, password: 'perantau-demo' } })
const admin = await browser.newContext({ baseURL: base })
await login(admin, 'club_admin_ln')
const mine = await (await admin.request.get('/api/activities?scope=club&status=planned&page=1&pageSize=5')).json()
const first = mine[0]
const full = await (await admin.request.get(`/api/activities/${first.id}`)).json()
if (!full.publicUrl) {
  const r = await admin.request.put(`/api/activities/${first.id}/public`, { data: { isPublic: true } })
  console.log('publish', r.status())
  const q = await admin.request.put(`/api/activities/${first.id}`, { data: { title: full.title, description: full.description ?? 'Dikir barat, boria, zapin dan juadah kampung dalam satu malam. Bawa keluarga dan kawan; pakaian tradisional digalakkan.\n\nPintu dibuka pukul 6.00 petang.', questions: [
    { id: crypto.randomUUID(), text: 'Menu', isRequired: true, choices: ['Ayam', 'Sayur'] },
    { id: crypto.randomUUID(), text: 'Ada alahan makanan?', isRequired: false, choices: [] } ] } })
  console.log('questions', q.status(), await q.text())
}
const url = (await (await admin.request.get(`/api/activities/${first.id}`)).json()).publicUrl
console.log(first.id, first.title, url)
const pages = {
  list: ['member', '/activities'],
  calendar: ['member', '/activities?view=calendar&scope=all'],
  agenda: ['member', '/activities?view=agenda&scope=all'],
  page: ['member', `/activities/${first.id}`],
  organizer: ['club_admin_ln', `/activities/${first.id}`],
  public: [null, new URL(url).pathname],
  gone: [null, '/a/tiada'],
}
for (const [name, [account, path]] of Object.entries(pages)) {
  if (only && !only.split(',').includes(name)) continue
  for (const width of [390, 1280]) for (const colorScheme of ['light', 'dark']) {
    const ctx = await browser.newContext({ baseURL: base, viewport: { width, height: width === 390 ? 844 : 800 }, colorScheme, locale: 'ms-MY', timezoneId: 'Asia/Kuala_Lumpur', serviceWorkers: 'block', reducedMotion: 'reduce', isMobile: width === 390, hasTouch: width === 390 })
    if (account) await login(ctx, account)
    const page = await ctx.newPage()
    page.on('console', m => m.type() === 'error' && console.log(name, m.text()))
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: process.env.FULL === '1' })
    await ctx.close()
  }
}
await browser.close()

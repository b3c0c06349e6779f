// The most common tasks start on the dashboard and take at most three clicks. Typing in a search field is not a click.
import type { Locator, Page } from '@playwright/test'
import { createMember, expect, makeUnique, signIn, test } from '#e2e/support/fixtures.ts'
import { buildPhoneOptions, smallLight } from '#e2e/support/layout-checks.ts'

interface Task {
  name: string
  /** Elements to click, in this order. The test looks for each element on the page that the previous click opened. */
  clicks: ((page: Page) => Locator)[]
  /** Element that appears when the task is done, or can be done if doing it would change data of other tests. */
  findResult: (page: Page) => Locator
}

async function expectAtMostThreeClicks(page: Page, { name, clicks, findResult }: Task): Promise<void> {
  await test.step(name, async () => {
    expect(clicks.length, name).toBeLessThanOrEqual(3)
    await page.goto('/dashboard')
    for (const findTarget of clicks) await findTarget(page).click()
    await expect(findResult(page)).toBeVisible()
  })
}

const findLink = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first()
const findButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()

const memberTasks: Task[] = [
  {
    name: 'show the membership card',
    clicks: [findLink(/^Kad( ahli)?$/)],
    findResult: page => page.getByRole('img', { name: 'Kod QR kad ahli' }),
  },
  {
    name: 'join an activity',
    clicks: [findLink('Semua aktiviti')],
    findResult: findButton(/^Sertai /),
  },
  {
    name: 'read an announcement',
    clicks: [findLink(/Pendaftaran bengkel kepimpinan pelajar dibuka/)],
    findResult: page => page.getByRole('article'),
  },
  {
    name: 'open the chat of the club',
    clicks: [findLink('Sembang kelab')],
    findResult: page => page.getByRole('heading', { name: 'Kelab Perantau London' }).first(),
  },
  {
    name: 'open the page of the club',
    clicks: [findLink('Halaman kelab')],
    findResult: page => page.getByRole('heading', { name: 'Kelab Perantau London' }).first(),
  },
  {
    name: 'see how to pay a fee',
    clicks: [findLink(/^Bayar /)],
    findResult: page => page.getByRole('heading', { name: 'Yuran tahunan' }).first(),
  },
]

for (const device of ['phone', 'desktop'] as const)
  test(`common tasks of a member take at most three clicks on a ${device}`, { tag: '@long' }, async ({
    browser,
  }) => {
    const context = await browser.newContext(device === 'phone' ? buildPhoneOptions(smallLight) : {})
    await signIn(context, 'member')
    const page = await context.newPage()
    for (const task of memberTasks) await expectAtMostThreeClicks(page, task)
    await context.close()
  })

test('common tasks of an administrator take at most three clicks on a desktop', { tag: '@long' }, async ({
  page,
  login,
}) => {
  const name = makeUnique('Peranan')
  await createMember(name)
  await login('hq_admin')
  const tasks: Task[] = [
    {
      name: 'change the role of a member',
      clicks: [
        findLink('Pengurusan Pengguna'),
        openPage => openPage.getByRole('button', { name: `Ahli Kelab, tukar peranan ${name}` }),
        openPage => openPage.getByRole('menuitemradio', { name: 'Setiausaha Kelab' }),
      ],
      findResult: openPage => openPage.getByText('Peranan pengguna berjaya dikemas kini'),
    },
    {
      name: 'write an announcement',
      clicks: [findLink('Hebahan baharu')],
      findResult: openPage => openPage.getByRole('dialog').getByRole('textbox', { name: 'Isi hebahan' }),
    },
    {
      name: 'approve an applicant',
      clicks: [findLink(/^Menunggu kelulusan/)],
      findResult: findButton('Lulus'),
    },
    {
      name: 'open the details of a member',
      clicks: [findLink('Senarai Ahli'), findButton(/^Lihat /)],
      findResult: openPage => openPage.getByRole('dialog'),
    },
    {
      name: 'plan an activity',
      clicks: [findLink('Aktiviti'), findButton('Cipta aktiviti')],
      findResult: openPage => openPage.getByRole('dialog'),
    },
    {
      name: 'export the members',
      clicks: [findLink('Senarai Ahli'), findButton(/^Eksport/)],
      findResult: openPage => openPage.getByRole('menuitem').first(),
    },
  ]
  for (const task of tasks) await expectAtMostThreeClicks(page, task)
})

// Screens and dialogs of the demo in the order of the screenshots, by the account that opens them.
import type { Page } from '@playwright/test'
import { openNewGroupForm } from './chat-page.ts'
import { uploadMemberListForImport } from './crawl-stops.ts'
import { type Account, expect } from './fixtures.ts'

export interface Scene {
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Opens a dialog or another state of the screen before the screenshot is taken. */
  open?: (page: Page) => Promise<void>
}

export const clickButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const readFirstItem = async (page: Page, list: string) =>
  (await (await page.request.get(`/api/${list}`)).json())[0]

/** Requests a list from the API and returns the URL of the page of its first record. */
const createFirstItemPathReader =
  (list: string, path = list.split('?')[0]) =>
  async (page: Page) =>
    `/${path}/${(await readFirstItem(page, list)).id}`

const importRows = [
  'Nama Penuh,Email,No. Kad Pengenalan,Telefon,Kursus,Negara',
  'Nurul Huda binti Ismail,nurul.huda@contoh.my,000214-10-5566,+44 7700 900201,Undang-undang,United Kingdom',
  'Wong Jia Hui,jia.hui@contoh.my,990830-07-5128,+44 7700 900202,Perubatan,United Kingdom',
  'Arjun a/l Suresh,arjun@contoh.my,010105-14-5513,+44 7700 900203,Kejuruteraan awam,Atlantis',
  'Amirul Hakim Yusof,member@demo.test,020214-11-5593,+44 7700 900204,Fizik,United Kingdom',
  'Siti Hajar Qistina binti Wan Ahmad Kamarul Zaman,siti.hajar@contoh.my,000214-10-5568,,Seni bina,Jepun',
  'Faris,bukan-alamat,991332-10-1234,,,',
]

export async function createImportAndGetPreviewPath(page: Page, place?: string): Promise<string> {
  return `/imports/${await uploadMemberListForImport(page, importRows, place)}`
}

async function openGroup(page: Page): Promise<void> {
  const groups = page.getByRole('region', { name: 'Kumpulan' })
  await groups.getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('log').waitFor()
}

const memberScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard' },
  {
    name: 'menu',
    path: '/dashboard',
    // Only phones show the menu as a drawer, so the screenshot of the open menu is taken only on phones.
    open: async page => {
      const burger = page.getByRole('button', { name: 'Buka menu' })
      if (await burger.isVisible()) await burger.click()
    },
  },
  { name: 'notifications-panel', path: '/dashboard', open: clickButton(/^Pemberitahuan/) },
  { name: 'notifications', path: '/notifications' },
  { name: 'card', path: '/card' },
  { name: 'activities', path: '/activities?scope=all' },
  { name: 'activities-calendar', path: '/activities?view=calendar&scope=all' },
  { name: 'activities-agenda', path: '/activities?view=agenda&scope=all' },
  {
    name: 'activity-planned',
    path: createFirstItemPathReader('activities?page=1&pageSize=1&status=planned', 'activities'),
  },
  {
    name: 'activity-past',
    path: createFirstItemPathReader('activities?page=1&pageSize=1&status=completed', 'activities'),
  },
  { name: 'clubs', path: '/clubs' },
  { name: 'club', path: createFirstItemPathReader('clubs?page=1&pageSize=1&search=London', 'clubs') },
  { name: 'announcements', path: '/announcements' },
  { name: 'announcement', path: createFirstItemPathReader('announcements') },
  { name: 'elections', path: '/elections' },
  { name: 'election-announced', path: createFirstItemPathReader('elections') },
  { name: 'motion-open', path: createFirstItemPathReader('motions') },
  { name: 'chat', path: '/communication' },
  { name: 'chat-club', path: '/communication?tab=club', open: openGroup },
  { name: 'chat-search', path: '/communication/search' },
  { name: 'fees', path: '/fees' },
  {
    name: 'fee-pay',
    path: async page => {
      const { charges } = await (await page.request.get('/api/fees')).json()
      return `/fees/pay/${charges.find(({ outstanding }: { outstanding: number }) => outstanding > 0).id}`
    },
  },
  { name: 'profile', path: '/profile' },
  { name: 'settings', path: '/settings' },
  { name: 'help-elections', path: '/help/elections' },
  { name: 'help-encryption', path: '/help/encryption' },
  { name: 'not-found', path: '/tiada' },
  { name: 'denied', path: '/audit' },
]

const clubScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard' },
  {
    name: 'invitations',
    path: '/invitations',
    open: async page => {
      const create = page.getByRole('button', { name: 'Buat pautan', exact: true })
      const ready = page.getByText('Pautan anda sudah sedia')
      await create.or(ready).first().waitFor()
      if (!(await ready.isVisible())) await create.click()
      await ready.waitFor()
    },
  },
  { name: 'club', path: createFirstItemPathReader('clubs?page=1&pageSize=1&search=London', 'clubs') },
  { name: 'fees-manage', path: '/fees/manage' },
  { name: 'fee-plan-form', path: '/fees/manage', open: clickButton('Yuran baharu') },
  { name: 'fee-plan', path: createFirstItemPathReader('fees/plans') },
  {
    name: 'fee-account',
    path: async page => {
      const { id } = await readFirstItem(page, 'fees/plans')
      const { accountId } = await readFirstItem(page, `fees/plans/${id}/charges?state=paid&page=1&pageSize=1`)
      return `/fees/accounts/${accountId}`
    },
  },
  { name: 'fee-payees', path: '/fees/payees' },
  { name: 'fee-payee-form', path: '/fees/payees', open: clickButton('Cadangkan akaun') },
  { name: 'fee-slips-empty', path: '/fees/slips' },
  { name: 'motion-form', path: '/elections', open: clickButton('Usul baharu') },
  { name: 'election-organiser', path: createFirstItemPathReader('elections') },
]

const headquartersScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'members', path: '/members' },
  { name: 'members-filtered', path: '/members?country=United+Kingdom&role=member&educationLevel=degree' },
  { name: 'members-empty', path: '/members?search=tiadasesiapa' },
  {
    name: 'member-drawer',
    path: '/members?search=member@demo.test',
    open: async page => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Lihat Amirul|^Amirul Hakim Yusof/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'approval', path: '/member-approval' },
  { name: 'applicant', path: '/member-approval', open: clickButton('Butiran penuh') },
  { name: 'user-management', path: '/user-management' },
  { name: 'user-management-pending', path: '/user-management?tab=pending' },
  { name: 'roles', path: '/user-management?tab=roles' },
  { name: 'offices', path: '/offices' },
  { name: 'custom-fields', path: '/custom-fields' },
  { name: 'custom-field-form', path: '/custom-fields', open: clickButton('Tambah medan') },
  { name: 'segments', path: '/segments' },
  { name: 'segment-form', path: '/segments', open: clickButton('Cipta segmen') },
  { name: 'imports', path: '/imports' },
  { name: 'import-preview', path: page => createImportAndGetPreviewPath(page) },
  {
    name: 'import-correction',
    path: page => createImportAndGetPreviewPath(page),
    open: clickButton('Betulkan baris 4'),
  },
  { name: 'duplicates', path: '/duplicates' },
  {
    name: 'merge',
    path: async page => {
      const [kept, duplicate] = await (
        await page.request.get('/api/users?page=1&pageSize=2&role=member')
      ).json()
      return `/duplicates/${kept.id}?with=${duplicate.id}`
    },
  },
  { name: 'clubs', path: '/clubs' },
  { name: 'club-form', path: '/clubs', open: clickButton('Cipta kelab') },
  { name: 'activity-form', path: '/activities', open: clickButton('Cipta aktiviti') },
  { name: 'announcements-managed', path: '/announcements?tab=managed' },
  {
    name: 'announcement-form',
    path: '/announcements?create=yes',
    open: page => page.getByRole('dialog').waitFor(),
  },
  { name: 'group-form', path: '/communication', open: openNewGroupForm },
  { name: 'roll-calls', path: '/roll-calls' },
  { name: 'roll-call-form', path: '/roll-calls', open: clickButton('Mulakan semakan') },
  { name: 'reports', path: '/reports' },
  { name: 'analytics', path: '/analytics' },
  { name: 'analytics-activities', path: '/analytics?tab=activities' },
  { name: 'analytics-geography', path: '/analytics?tab=geography' },
  { name: 'analytics-fees', path: '/analytics?tab=fees' },
  { name: 'communication-analytics', path: '/communication-analytics' },
  { name: 'audit', path: '/audit' },
]

const systemScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard' },
  {
    name: 'check-in',
    path: async page =>
      `${await createFirstItemPathReader('activities?page=1&pageSize=1&status=planned', 'activities')(page)}/check-in`,
  },
  { name: 'web-analytics', path: '/web-analytics' },
  { name: 'outbox', path: '/outbox' },
  { name: 'data-register', path: '/data-register' },
  { name: 'not-found', path: '/tiada' },
]

const visitorScenes: Scene[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-failed',
    path: '/login',
    open: async page => {
      await page.getByRole('textbox', { name: 'Email' }).fill('tiada@contoh.my')
      await page.getByLabel('Kata laluan', { exact: true }).fill('salah-sekali')
      await page.getByRole('button', { name: 'Log Masuk', exact: true }).click()
      await expect(page.getByText(/tidak betul/).first()).toBeVisible()
    },
  },
  { name: 'register', path: '/register' },
  { name: 'register-quick', path: '/register?form=quick' },
  { name: 'register-full', path: '/register?form=full' },
  {
    name: 'register-invalid',
    path: '/register?form=quick',
    open: page => page.getByRole('main').locator('button[type=submit]').click(),
  },
  { name: 'join', path: '/join' },
  { name: 'join-expired', path: '/join#x' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password#x' },
  { name: 'confirm-email', path: '/confirm-email#x' },
  { name: 'link-google', path: '/link-google' },
  { name: 'proved', path: '/proved' },
  { name: 'not-me', path: '/not-me#x' },
  { name: 'verify', path: '/verify' },
  { name: 'verify-invalid', path: '/verify#bukan-kad' },
  { name: 'unsubscribe', path: '/unsubscribe#x' },
  { name: 'help', path: '/help' },
  { name: 'help-search', path: '/help?search=kad' },
]

export const scenesByAccount: [Account | 'visitor', Scene[]][] = [
  ['member', memberScenes],
  ['club_admin_ln', clubScenes],
  ['hq_admin', headquartersScenes],
  ['system_admin', systemScenes],
  ['visitor', visitorScenes],
  ['pending', [{ name: 'pending', path: '/dashboard' }]],
  ['rejected', [{ name: 'rejected', path: '/dashboard' }]],
  ['inactive', [{ name: 'inactive', path: '/dashboard' }]],
]

/** Screens of a member in states that the demo data does not contain: empty, loading, failed and offline. */
export const statePaths = [
  '/dashboard',
  '/activities',
  '/clubs',
  '/announcements',
  '/communication',
  '/elections',
  '/fees',
  '/notifications',
  '/card',
  '/profile',
]

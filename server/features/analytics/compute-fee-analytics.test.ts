import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { createFeeCharge, createFeeLedgerWithFeePlan } from '#server/test/harness/fee-factories.ts'
import { bookPayment } from '#server/test/harness/fees.ts'
import { formatIsoMonthInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'

const target = setUpApp()
let hq: Caller
let tokyo: { id: number }
let berlin: { id: number }

/** Charges a member of the club in the currency and books a payment. */
async function createPartlyPaidCharge(
  clubId: number,
  currency: string,
  amount: number,
  paid: number,
): Promise<void> {
  const { db } = target.database
  const admin = await target.asNew({ role: 'club_admin_ln', clubId })
  const fees = await buildFeeBookOnce(clubId, currency, admin.user.id)
  const { accountId } = await createFeeCharge(db, fees, (await buildUser(db, { clubId })).id, { amount })
  if (paid > 0) expect((await bookPayment(admin, accountId, paid)).statusCode).toBe(200)
}

const books = new Map<string, Awaited<ReturnType<typeof createFeeLedgerWithFeePlan>>>()
async function buildFeeBookOnce(clubId: number, currency: string, createdBy: number) {
  const key = `${clubId} ${currency}`
  const known =
    books.get(key) ?? (await createFeeLedgerWithFeePlan(target.database.db, { clubId, createdBy, currency }))
  books.set(key, known)
  return known
}

beforeAll(async () => {
  hq = await target.asNew({ role: 'hq_admin' })
  tokyo = await buildClub(target.database.db, { name: 'Kelab Tokyo', country: 'Japan' })
  berlin = await buildClub(target.database.db, { name: 'Kelab Berlin', country: 'Germany' })
  await createPartlyPaidCharge(tokyo.id, 'JPY', 1000, 1000)
  await createPartlyPaidCharge(tokyo.id, 'JPY', 1000, 250)
  await createPartlyPaidCharge(berlin.id, 'EUR', 2400, 2400)
})

const readFeeAnalytics = async (query = '') => (await hq.call('GET', `/api/analytics/fees${query}`)).json()

describe('GET /api/analytics/fees', () => {
  it('the fee analytics return the paid share of each currency by collector, country and month', async () => {
    const [yen, euro, ...others] = await readFeeAnalytics()
    expect(others).toEqual([])
    const share = { due: 2000, paid: 1250, charges: 2, settled: 1 }
    expect(yen).toMatchObject({
      currency: 'JPY',
      total: share,
      byCollector: [{ clubName: 'Kelab Tokyo', country: null, ...share }],
      byCountry: [{ country: 'Japan', ...share }],
    })
    expect(yen.byMonth).toHaveLength(12)
    expect(yen.byMonth.at(-1)).toEqual({ month: formatIsoMonthInKualaLumpur(new Date()), ...share })
    expect(euro).toMatchObject({
      currency: 'EUR',
      total: { due: 2400, paid: 2400, charges: 1, settled: 1 },
    })
  })

  it('the fee analytics contain only the country or club of the filter', async () => {
    expect(
      (await readFeeAnalytics('?country=Japan')).map(({ currency }: { currency: string }) => currency),
    ).toEqual(['JPY'])
    expect((await readFeeAnalytics(`?clubId=${berlin.id}&period=3`))[0].byMonth).toHaveLength(3)
    expect(await readFeeAnalytics('?country=France')).toEqual([])
    expect((await hq.call('GET', `/api/analytics/fees?clubId=${tokyo.id}&country=France`)).statusCode).toBe(
      400,
    )
    expect((await hq.call('GET', '/api/analytics/fees?clubId=999999')).statusCode).toBe(404)
  })

  it('the fee analytics return 403 to country administrators and members', async () => {
    for (const role of ['country_admin', 'club_admin_ln', 'member'] as const) {
      const caller = await target.asNew({ role, currentCountry: 'Japan', clubId: tokyo.id })
      expect((await caller.call('GET', '/api/analytics/fees')).statusCode).toBe(403)
    }
  })
})

describe('GET /api/analytics/export?part=fees', () => {
  it('the export of the fee analytics writes amounts with the decimals of their currency and never adds two currencies', async () => {
    const { body, headers } = await hq.call('GET', '/api/analytics/export?part=fees&format=csv')
    expect(headers['content-disposition']).toMatch(/analitik-yuran-\d{4}-\d\d-\d\d\.csv/)
    expect(body).toContain('Yuran diterima (JPY),Jumlah,1250\r\n')
    expect(body).toContain('Yuran diterima (EUR),Kelab Berlin,24.00\r\n')
    expect(body).toContain('Bilangan yuran dibayar penuh (JPY),Jumlah,1\r\n')
    const sheet = await hq.call('GET', '/api/analytics/export?part=fees&format=xlsx')
    expect(sheet.statusCode).toBe(200)
  })
})

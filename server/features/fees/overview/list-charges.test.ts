import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import {
  bookPayment,
  chargePlanMembers,
  createClubWithFeeManagers,
  createFeePlan,
  findAccountId,
} from '#server/test/harness/fees.ts'

const target = setUpApp()

/** Builds a club in which one of three members has paid the fee. */
async function buildPaidPlan() {
  const built = await createClubWithFeeManagers(target, { members: 3 })
  const [paid, second, third] = built.members
  if (!paid || !second || !third) throw new Error('the club has too few members')
  const renameUser = (id: number, fullName: string) =>
    target.database.db.update(users).set({ fullName }).where(eq(users.id, id))
  await renameUser(paid.user.id, 'Siti')
  await renameUser(second.user.id, '=HYPERLINK("http://jahat.test")')
  await renameUser(third.user.id, 'Wei')
  const planId = await createFeePlan(built.admin, built.club.id)
  await chargePlanMembers(built.admin, planId)
  const { receiptCode } = (await bookPayment(built.admin, await findAccountId(paid), 2400)).json()
  const exportChargeRows = async (query: string) => {
    const response = await built.admin.call('GET', `/api/fees/plans/${planId}/export?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.body.trim().split('\r\n').slice(1)
  }
  return { ...built, third, receiptCode, exportRows: exportChargeRows }
}

describe('exportPlanCharges', () => {
  it('the export of a fee plan contains the filtered charges with amounts and receipts, and escapes names that start a formula', async () => {
    const { exportRows, receiptCode, treasurer } = await buildPaidPlan()
    expect(await exportRows('format=csv')).toHaveLength(4)
    const [row] = await exportRows('format=csv&state=paid')
    expect(row).toMatch(new RegExp(`^"?Siti.*24\\.00.*${receiptCode}`))
    const open = await exportRows('format=csv&state=open&search=HYPERLINK')
    expect(open).toHaveLength(1)
    expect(open[0]).toContain("'=HYPERLINK")
    expect((await exportRows('format=csv&state=open')).join()).toContain(treasurer.user.fullName)
  })

  it('the export of a fee plan contains the charges of an erased member without the name', async () => {
    const { exportRows, third } = await buildPaidPlan()
    const before = (await exportRows('format=csv')).find(row => row.includes('Wei'))
    await target.database.db
      .update(users)
      .set({ erasedAt: new Date(), fullName: '', status: 'inactive' })
      .where(eq(users.id, third.user.id))
    const rows = await exportRows('format=csv')
    expect(rows.join()).not.toContain('Wei')
    expect(rows).toContain(before?.replace('Wei', 'Bekas ahli'))
  })
})

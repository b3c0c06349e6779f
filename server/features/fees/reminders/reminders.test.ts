import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { feeReminders, feeSlips } from '#server/db/schema/fee-payments.ts'
import { sendMail } from '#server/mail/send-mail.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { createFeeCharge, createFeeLedgerWithFeePlan } from '#server/test/harness/fee-factories.ts'
import { remindDebtors } from './remind-debtors.service.ts'

const target = setUpApp()
const getDatabase = () => target.database.db
const runFeeReminders = () => remindDebtors(buildTestServiceContext(getDatabase()))

/** Returns the date a number of days from today, in the time zone of the test clubs. */
async function readDateInDays(daysOn: number): Promise<string> {
  const { rows } = await getDatabase().execute<{ day: string }>(
    sql`select ((now() at time zone 'Asia/Tokyo')::date + ${daysOn}::int)::text as day`,
  )
  return rows[0]?.day ?? ''
}

async function buildDebtor(daysUntilDue: number) {
  const { id: clubId } = await buildClub(getDatabase(), { timeZone: 'Asia/Tokyo' })
  const admin = await target.asNew({ role: 'club_admin_ln', clubId })
  const user = await buildUser(getDatabase(), { clubId })
  const fees = await createFeeLedgerWithFeePlan(getDatabase(), { clubId, createdBy: admin.user.id })
  const charge = await createFeeCharge(getDatabase(), fees, user.id, {
    dueOn: await readDateInDays(daysUntilDue),
  })
  return { admin, user, charge, fees }
}

const countReminders = async (userId: number) => ({
  bell: await getDatabase().$count(notifications, eq(notifications.userId, userId)),
  mail: await getDatabase().$count(mailOutbox, eq(mailOutbox.userId, userId)),
})

describe('remindDebtors', () => {
  it('remindDebtors reminds members once, a week before the due date, also when jobs run concurrently', async () => {
    const { user } = await buildDebtor(7)
    await Promise.all([runFeeReminders(), runFeeReminders(), runFeeReminders()])
    await runFeeReminders()
    expect(await countReminders(user.id)).toEqual({ bell: 1, mail: 1 })
    const [mail] = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mail?.params).toMatchObject({ amount: '€18.00', planName: 'Yuran ujian' })
  })

  it('remindDebtors sends one reminder after the due date, and does not send the reminders that were missed before the due date', async () => {
    const { user, charge } = await buildDebtor(-1)
    await runFeeReminders()
    expect(await countReminders(user.id)).toEqual({ bell: 1, mail: 1 })
    const rows = await getDatabase().select().from(feeReminders).where(eq(feeReminders.chargeId, charge.id))
    expect(rows.map(({ day }) => day)).toEqual([1])
  })

  it('remindDebtors sends nothing on days without a planned reminder, and no reminder that is more than three days late', async () => {
    const debtors = [
      await buildDebtor(8),
      await buildDebtor(3),
      await buildDebtor(-5),
      await buildDebtor(-40),
    ]
    await runFeeReminders()
    for (const { user } of debtors) expect(await countReminders(user.id)).toEqual({ bell: 0, mail: 0 })
  })

  it('remindDebtors sends nothing to members who paid, who uploaded a transfer slip or who are inactive', async () => {
    const paid = await buildDebtor(7)
    const response = await paid.admin.call('POST', `/api/fees/accounts/${paid.charge.accountId}/payments`, {
      amount: 1800,
      method: 'cash',
      requestKey: crypto.randomUUID(),
    })
    expect(response.statusCode, response.body).toBe(200)
    const inactive = await buildDebtor(7)
    await getDatabase().execute(sql`update users set status = 'inactive' where id = ${inactive.user.id}`)
    await runFeeReminders()
    const kinds = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, paid.user.id))
    expect(kinds.map(({ kind }) => kind)).toEqual(['fee.receipt'])
    expect(await countReminders(inactive.user.id)).toEqual({ bell: 0, mail: 0 })
  })

  it('a queued reminder mail is not sent when the fee was paid in the meantime', async () => {
    const { admin, user, charge } = await buildDebtor(7)
    await runFeeReminders()
    const [mail] = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    await admin.call('POST', `/api/fees/accounts/${charge.accountId}/payments`, {
      amount: 1800,
      method: 'cash',
      requestKey: crypto.randomUUID(),
    })
    const sent: string[] = []
    const transport = { send: async ({ subject }: { subject: string }) => void sent.push(subject) }
    const context = { ...buildTestServiceContext(getDatabase()), transport: transport as never }
    await sendMail(context, mail?.id ?? 0)
    expect(sent).toEqual([])
    expect(await getDatabase().$count(mailOutbox, eq(mailOutbox.id, mail?.id ?? 0))).toBe(0)
    const [receipt] = await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    await sendMail(context, receipt?.id ?? 0)
    expect(sent).toEqual([expect.stringMatching(/^Resit TST/)])
    expect(await getDatabase().$count(feeSlips, eq(feeSlips.chargeId, charge.id))).toBe(0)
  })
})

// Consequences of overdue fees that headquarters choose. All are off unless chosen.
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { installation } from '#server/db/schema/accounts.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { FeeRules } from '#shared/contracts/fees/fees.schemas.ts'

export async function readFeeRules(db: Db): Promise<FeeRules> {
  const [row] = await db.select({ isCardBlocked: installation.feesForCard }).from(installation)
  return row ?? { isCardBlocked: false }
}

export async function changeFeeRules(context: SignedInContext, rules: FeeRules): Promise<void> {
  await context.transaction(async tx => {
    await tx.db.update(installation).set({ feesForCard: rules.isCardBlocked })
    await recordAuditEvent(tx, {
      kind: 'fee.rules_changed',
      details: { isCardBlocked: rules.isCardBlocked },
      touches: { topics: ['fees', 'me'], to: { everybody: true } },
    })
  })
}

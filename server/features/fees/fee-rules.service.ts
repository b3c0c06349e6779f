// Effects of overdue fees that headquarters can turn on: an invalid membership card, and no vote.
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { installation } from '#server/db/schema/accounts.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { FeeRules } from '#shared/contracts/fees/fees.schemas.ts'

export async function readOverdueFeeRules(db: Db): Promise<FeeRules> {
  const [row] = await db
    .select({ isCardBlocked: installation.feesForCard, isVoteBlocked: installation.feesForVoting })
    .from(installation)
  return row ?? { isCardBlocked: false, isVoteBlocked: false }
}

export async function changeOverdueFeeRules(
  context: SignedInContext,
  { isCardBlocked, isVoteBlocked }: FeeRules,
): Promise<void> {
  await context.transaction(async tx => {
    await tx.db.update(installation).set({ feesForCard: isCardBlocked, feesForVoting: isVoteBlocked })
    await recordAuditEvent(tx, {
      kind: 'fee.rules_changed',
      details: { isCardBlocked, isVoteBlocked },
      touches: { topics: ['fees', 'me'], to: { everybody: true } },
    })
  })
}

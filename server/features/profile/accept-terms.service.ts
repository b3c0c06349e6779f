import type { SignedInContext } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { recordTermsAcceptance } from '#server/identity/terms.service.ts'
import type { TermsBody } from '#shared/contracts/profile/profile.schemas.ts'
import { currentTermsVersion } from '#shared/terms.ts'

/** Records acceptance of the terms. Returns 409 when the client shows an outdated version. */
export async function acceptTerms(context: SignedInContext, { version }: TermsBody): Promise<void> {
  if (version !== currentTermsVersion) throw conflict('other_terms')
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await recordTermsAcceptance(db, actor.id, { way: 'asked', consented: true })
    await recordAuditEvent(tx, {
      kind: 'user.agreed',
      target: buildUserAuditTarget(actor),
      details: { version },
      touches: { topics: ['me'], to: { users: [actor.id] } },
    })
  })
}

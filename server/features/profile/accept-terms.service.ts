import type { SignedIn } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { noteAcceptance } from '#server/identity/terms.service.ts'
import type { TermsBody } from '#shared/contracts/profile.ts'
import { currentTerms } from '#shared/terms.ts'

/** Records acceptance of the terms. Returns 409 when the client shows an outdated version. */
export async function acceptTerms(context: SignedIn, { version }: TermsBody): Promise<void> {
  if (version !== currentTerms) throw conflict('other_terms')
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await noteAcceptance(db, actor.id, { way: 'asked', consented: true })
    await recordEvent(tx, {
      kind: 'user.agreed',
      target: userTarget(actor),
      details: { version },
      touches: { topics: ['me'], to: { users: [actor.id] } },
    })
  })
}

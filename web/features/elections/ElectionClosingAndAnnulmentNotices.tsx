import { Alert } from '@mantine/core'
import { type ElectionDetail, minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import { electionText as text } from '#texts/elections.ts'

/** Notices about an election that was closed early or annulled, or whose annulment is proposed. */
export function ElectionClosingAndAnnulmentNotices({ election }: { election: ElectionDetail }) {
  const { status, rollFixedAt, closeReason, annulReason, isTooSmall, annulmentProposedBy } = election
  if (status === 'annulled')
    return (
      <Alert color="red" title={text.annulled}>
        {isTooSmall
          ? rollFixedAt === null
            ? text.tooFewVoters({ min: minBallots })
            : text.tooSmall({ min: minBallots })
          : annulReason
            ? text.annulReason({ reason: annulReason })
            : text.notOpened}
      </Alert>
    )
  return (
    <>
      {annulmentProposedBy && (
        <Alert color="orange">
          {text.annulmentProposed({ name: annulmentProposedBy.fullName })}{' '}
          {annulReason && text.annulReason({ reason: annulReason })}
        </Alert>
      )}
      {closeReason && <Alert variant="default">{text.closeReason({ reason: closeReason })}</Alert>}
    </>
  )
}

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ElectionItem } from '#shared/contracts/elections/elections.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { electionsText as text } from '#texts/elections.ts'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import cards from '#web/ui/list/CardList.module.css'
import { ElectionAndMotionList, ElectionOrMotionRowContent } from '#web/ui/list/ElectionAndMotionList.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { ElectionStatusBadge } from './ElectionStatusBadge.tsx'
import { useElections } from './elections.api.ts'

const ElectionDialog = createLazyOverlay(
  async () => (await import('./organising/ElectionDialog.tsx')).ElectionDialog,
)

/** Formats the next deadline of an election in the time zone of the election. */
function describeElectionTime(election: ElectionItem): string | undefined {
  const { status, timeZone, enrolmentEndsAt, opensAt, closesAt, publishedAt } = election
  const format = (timestamp: string) => formatDeadline(timestamp, timeZone)
  if (status === 'announced') return text.enrolUntil({ time: format(enrolmentEndsAt) })
  if (status === 'roll_fixed') return text.opens({ time: format(opensAt) })
  if (status === 'open') return text.closes({ time: format(closesAt) })
  return publishedAt ? text.publishedAt({ time: format(publishedAt) }) : undefined
}

/** Says what the user still has to do in an election, or what the user has already done. */
function describeOwnPartInElection(election: ElectionItem): { ownPart: string | undefined; isTask: boolean } {
  const { status, task, hasNomination, isEligible, isEnrolled, hasVoted } = election
  if (task !== 'none' && task !== 'wait') return { ownPart: text.trusteeTask, isTask: true }
  if (hasNomination) return { ownPart: text.nominated, isTask: true }
  if (hasVoted) return { ownPart: text.voted, isTask: false }
  if (status === 'open' && isEnrolled) return { ownPart: text.voteNow, isTask: true }
  if (isEnrolled) return { ownPart: text.enrolled, isTask: false }
  return { ownPart: status === 'announced' && isEligible ? text.enrolNow : undefined, isTask: true }
}

function ElectionRow({ election }: { election: ElectionItem }) {
  const { id, title, status, place } = election
  return (
    <Link to="/elections/$id" params={{ id: String(id) }} className={cards.item}>
      <ElectionOrMotionRowContent
        title={title}
        badge={<ElectionStatusBadge status={status} />}
        place={getCountryName(place) ?? text.all}
        time={describeElectionTime(election)}
        {...describeOwnPartInElection(election)}
      />
    </Link>
  )
}

/** Lists the elections in which the user may vote or acts as trustee, candidate or organiser. */
export function ElectionList({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const note = (
    <>
      {text.note}
      <Anchor
        component={Link}
        to="/help/elections"
        display="block"
        w="fit-content"
        fz="inherit"
        underline="always"
        className="lone"
      >
        {text.help}
      </Anchor>
    </>
  )
  return (
    <>
      <ElectionAndMotionList
        text={text}
        note={note}
        query={useElections()}
        renderRow={election => <ElectionRow election={election} />}
        onCreate={can(user, 'elections.manage') ? () => setDialogOpen(true) : undefined}
      />
      {isDialogOpen && <ElectionDialog user={user} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

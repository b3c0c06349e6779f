import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { MotionItem } from '#shared/contracts/motions/motions.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { motionsText as text } from '#texts/motions.ts'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import cards from '#web/ui/list/CardList.module.css'
import { ElectionAndMotionList, ElectionOrMotionRowContent } from '#web/ui/list/ElectionAndMotionList.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { MotionStatusBadge } from './MotionStatusBadge.tsx'
import { useMotions } from './motions.api.ts'

const MotionDialog = createLazyOverlay(async () => (await import('./MotionDialog.tsx')).MotionDialog)

function describeOwnVote({ isVoter, status, ownChoice }: MotionItem): string | undefined {
  if (!isVoter) return undefined
  if (ownChoice) return text.voted({ choice: text.choice[ownChoice] })
  return status === 'open' ? text.waiting : undefined
}

function MotionRow({ motion }: { motion: MotionItem }) {
  const { id, title, place, timeZone, closesAt, closedAt } = motion
  const time = formatDeadline(closedAt ?? closesAt, timeZone)
  const end = closedAt ? text.closedAt({ time }) : text.closes({ time })
  return (
    <Link to="/motions/$id" params={{ id: String(id) }} className={cards.item}>
      <ElectionOrMotionRowContent
        title={title}
        badge={<MotionStatusBadge motion={motion} />}
        place={getCountryName(place) ?? text.all}
        time={end}
        ownPart={describeOwnVote(motion)}
        isTask={motion.ownChoice === null && motion.status === 'open'}
      />
    </Link>
  )
}

/** Lists the motions on which the user may vote or which the user organises. */
export function MotionList({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <ElectionAndMotionList
        text={text}
        note={text.note}
        query={useMotions()}
        renderRow={motion => <MotionRow motion={motion} />}
        onCreate={can(user, 'elections.manage') ? () => setDialogOpen(true) : undefined}
      />
      {isDialogOpen && <MotionDialog user={user} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

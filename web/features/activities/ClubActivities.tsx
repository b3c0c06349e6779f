import { Title } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import styles from './Activities.module.css'
import { ActivityGrid } from './ActivityGrid.tsx'
import { useActivities } from './activities.api.ts'
import { pageText as text } from './activities.text.ts'

/** Two rows of cards of what comes, one of what was: the page goes on below them. */
const pageSizes = { upcoming: 6, past: 3 }

function Part({ user, clubId, time }: { user: CurrentUser; clubId: number; time: 'upcoming' | 'past' }) {
  const [page, setPage] = useState(1)
  const pageSize = pageSizes[time]
  const query = useActivities({ clubId, time }, page, { pageSize })
  // What never was needs no place of its own.
  if (time === 'past' && !query.data?.rows.length) return null
  const title = time === 'past' ? text.pastOfClub : text.ofClub
  return (
    <section className={styles.section} aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <ActivityGrid
        user={user}
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
        label={text.listOf[time]}
      />
    </section>
  )
}

/** What one club does, on its page: what comes first, and apart from it what was. */
export function ClubActivities(props: { user: CurrentUser; clubId: number }) {
  return (
    <>
      <Part {...props} time="upcoming" />
      <Part {...props} time="past" />
    </>
  )
}

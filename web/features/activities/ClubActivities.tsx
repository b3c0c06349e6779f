import { Title } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import styles from './Activities.module.css'
import { ActivityGrid } from './ActivityGrid.tsx'
import { useActivities } from './activities.api.ts'
import { pageText as text } from './activities.text.ts'

/** Two rows of cards: the page goes on below them. */
const pageSize = 6

/** What one club does, on its page. */
export function ClubActivities({ user, clubId }: { user: CurrentUser; clubId: number }) {
  const [page, setPage] = useState(1)
  const query = useActivities({ clubId }, page, { pageSize })
  return (
    <section className={styles.section} aria-label={text.ofClub}>
      <Title order={2} size="h3" mb="sm">
        {text.ofClub}
      </Title>
      <ActivityGrid user={user} query={query} page={page} pageSize={pageSize} onPage={setPage} />
    </section>
  )
}

import { Box, Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { pageText as text } from '#texts/activities.ts'
import { useActivities } from '#web/features/activities/activities.api.ts'
import { ActivityGrid } from './ActivityGrid.tsx'

/** Page sizes of the two activity lists on a club's page. */
const pageSizes = { upcoming: 4, past: 2 }

function ClubActivitiesSection({
  user,
  clubId,
  time,
}: {
  user: CurrentUser
  clubId: number
  time: 'upcoming' | 'past'
}) {
  const [page, setPage] = useState(1)
  const pageSize = pageSizes[time]
  const query = useActivities({ clubId, time }, page, { pageSize })
  // The section of past activities is hidden when there are none.
  if (time === 'past' && !query.data?.rows.length) return null
  const title = time === 'past' ? text.pastOfClub : text.ofClub
  return (
    <Box component="section" aria-label={title}>
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
        action={
          <Button component={Link} to="/activities" variant="default">
            {text.back}
          </Button>
        }
      />
    </Box>
  )
}

/** Upcoming and past activities of one club, for the club's page. */
export function ActivitiesOfClub(props: { user: CurrentUser; clubId: number }) {
  return (
    <Stack gap={24}>
      <ClubActivitiesSection {...props} time="upcoming" />
      <ClubActivitiesSection {...props} time="past" />
    </Stack>
  )
}

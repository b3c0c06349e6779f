import { Box } from '@mantine/core'
import { type Action, getRankLimit } from '#shared/policies.ts'
import { actionTexts } from '#texts/roles.ts'

/** Numbers of the footnotes about the rank of the users whom an action concerns. */
const limitNotes = { same: 1, lower: 2 } as const

/** Number of a footnote, in the table and before the footnote itself. */
export function NoteNumber({ limit }: { limit: keyof typeof limitNotes }) {
  return (
    <Box component="sup" ml={3} fz={11} fw={700} lh={0} c="var(--warn-text)">
      {limitNotes[limit]}
    </Box>
  )
}

/** What a right permits, with the number of its footnote. */
export function RightName({ action }: { action: Action }) {
  const limit = getRankLimit(action)
  return (
    <>
      {actionTexts[action]}
      {limit && <NoteNumber limit={limit} />}
    </>
  )
}

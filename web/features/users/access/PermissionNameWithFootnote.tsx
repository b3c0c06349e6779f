import { Box } from '@mantine/core'
import { type Action, getHighestUserRankAllowedAsActionTarget } from '#shared/policies.ts'
import { actionTexts } from '#texts/roles.ts'

/** Footnote numbers in the role matrix, by the highest rank of the users whom an action may affect. */
const limitNotes = { same: 1, lower: 2 } as const

/** Number of a footnote in the role matrix, shown in the table and before the footnote. */
export function FootnoteNumber({ limit }: { limit: keyof typeof limitNotes }) {
  return (
    <Box component="sup" ml={3} fz={11} fw={700} lh={0} c="var(--warn-text)">
      {limitNotes[limit]}
    </Box>
  )
}

/** Name of a right in the role matrix, with the number of its footnote. */
export function PermissionNameWithFootnote({ action }: { action: Action }) {
  const limit = getHighestUserRankAllowedAsActionTarget(action)
  return (
    <>
      {actionTexts[action]}
      {limit && <FootnoteNumber limit={limit} />}
    </>
  )
}

import { Box } from '@mantine/core'
import type { Action } from '#shared/policies.ts'
import { actionTexts } from '#texts/roles.ts'

/** Bulleted list of what a role or an office permits. */
export function PermissionList({ actions }: { actions: readonly Action[] }) {
  return (
    <Box component="ul" pl={18} mt={8} fz={13} style={{ listStyle: 'revert' }} lh={1.5}>
      {actions.map(action => (
        <li key={action}>{actionTexts[action]}</li>
      ))}
    </Box>
  )
}

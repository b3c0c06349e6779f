import { Box, VisuallyHidden } from '@mantine/core'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import { changesText as text } from '#texts/audit.ts'
import styles from './Audit.module.css'
import { listChangesInAuditEvent } from './audit-changes.ts'

/** Lists the values that an audit event changed, each with its value before and after, as running text. */
export function AuditEventChanges({ event }: { event: AuditEvent }) {
  const changes = listChangesInAuditEvent(event)
  if (changes.length === 0) return <span className={styles.nothing}>{text.none}</span>
  return (
    <Box
      component="dl"
      my={0}
      py={6}
      fz="sm"
      lh={1.45}
      style={{ overflowWrap: 'anywhere' }}
      className={styles.changes}
    >
      {changes.map(({ label, before, after }, index) => (
        // A line break between two values is better than one between a label and its value.
        <Box display="inline-block" mr={4} key={label}>
          <Box component="dt" display="inline" c="dimmed">
            {label}{' '}
          </Box>
          <Box component="dd" display="inline" m={0}>
            {before !== undefined && (
              <>
                <del>{before}</del> <span aria-hidden>→ </span>
                <VisuallyHidden>{text.became}</VisuallyHidden>
              </>
            )}
            {after}
            {index < changes.length - 1 && (
              <Box component="span" c="dimmed" aria-hidden>
                {' '}
                ·
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

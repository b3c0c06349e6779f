import { Box, Flex, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import { changesText as text } from '#texts/audit.ts'
import styles from './Audit.module.css'
import { listAuditChanges } from './audit-changes.ts'

/** Lists the values that an audit event changed, before and after. */
export function AuditChanges({ event }: { event: AuditEvent }) {
  const changes = listAuditChanges(event)
  if (changes.length === 0) return <span className={styles.nothing}>{text.none}</span>
  return (
    <Flex component="dl" direction="column" gap={6} py={6} fz="sm" className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <Box component="dt" fz="xs" c="dimmed">
            {label}
          </Box>
          <Flex component="dd" wrap="wrap" gap="2px 6px" align="center" style={{ overflowWrap: 'anywhere' }}>
            {before !== undefined && (
              <>
                <del>{before}</del>
                <IconArrowRight size={14} aria-hidden />
                <VisuallyHidden>{text.became}</VisuallyHidden>
              </>
            )}
            <span>{after}</span>
          </Flex>
        </div>
      ))}
    </Flex>
  )
}

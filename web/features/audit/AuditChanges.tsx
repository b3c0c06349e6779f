import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'
import styles from './Audit.module.css'
import { changesText as text } from './audit.text.ts'
import { listAuditChanges } from './audit-changes.ts'

/** Changed values of an audit event: before and after. */
export function AuditChanges({ event }: { event: AuditEvent }) {
  const changes = listAuditChanges(event)
  if (changes.length === 0) return <span className={styles.nothing}>{text.none}</span>
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>{before}</del>
                <IconArrowRight size={14} aria-hidden />
                <VisuallyHidden>{text.became}</VisuallyHidden>
              </>
            )}
            <span>{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

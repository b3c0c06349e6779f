import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

/**
 * Row of a list on phones. The whole row is a single target.
 * The row opens something (`onOpen`), is a link (`renderRoot`) or is a checkbox (`tick`).
 * Further actions are on the page behind the row.
 */
export function ListRow({
  id,
  lead,
  title,
  line,
  badge,
  tick,
  renderRoot,
  onOpen,
  isOpen,
}: {
  id?: string
  /** Decorative image at the start of the row. */
  lead: ReactNode
  title: string
  /** Secondary text of the row, in one line. */
  line?: ReactNode
  badge?: ReactNode
  /** Checkbox with its own accessible name. */
  tick?: ReactNode
  renderRoot?: (props: { className: string; children: ReactNode }) => ReactNode
  onOpen?: () => void
  /** Whether the content below the row is expanded. */
  isOpen?: boolean
}) {
  const content = (
    <>
      {tick}
      {lead}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {line && <span className={styles.line}>{line}</span>}
      </span>
      {badge}
      {(onOpen || renderRoot) && (
        <IconChevronRight className={styles.chevron} data-open={isOpen} size={18} aria-hidden />
      )}
    </>
  )
  const className = styles.row ?? ''
  if (renderRoot) return renderRoot({ className, children: content })
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is passed in as `tick`
  if (tick) return <label className={className}>{content}</label>
  if (!onOpen) return <div className={className}>{content}</div>
  return (
    <UnstyledButton id={id} className={className} aria-expanded={isOpen} onClick={onOpen}>
      {content}
    </UnstyledButton>
  )
}

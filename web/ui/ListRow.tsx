import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

/**
 * One line of a list on a phone, and one target as a whole: it opens something (`onOpen`), leads somewhere
 * (`renderRoot`) or is ticked (`tick`). What else can be done stands where it leads.
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
  /** A picture; decoration. */
  lead: ReactNode
  title: string
  /** What matters about it, in one line. */
  line?: ReactNode
  badge?: ReactNode
  /** A box with a name of its own. */
  tick?: ReactNode
  renderRoot?: (props: { className: string; children: ReactNode }) => ReactNode
  onOpen?: () => void
  /** Of what opens below it. */
  isOpen?: boolean
}) {
  const inside = (
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
  if (renderRoot) return renderRoot({ className, children: inside })
  // biome-ignore lint/a11y/noLabelWithoutControl: the box is the one that is given
  if (tick) return <label className={className}>{inside}</label>
  if (!onOpen) return <div className={className}>{inside}</div>
  return (
    <UnstyledButton id={id} className={className} aria-expanded={isOpen} onClick={onOpen}>
      {inside}
    </UnstyledButton>
  )
}

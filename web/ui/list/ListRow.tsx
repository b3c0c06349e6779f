import { Box, Flex, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

/**
 * Row of a list on phones. The whole row has one action: it opens something (`onOpen`), is a link (`renderRoot`) or
 * toggles a checkbox (`tick`). Further actions are on the page that the row opens.
 */
export function ListRow({
  id,
  lead,
  title,
  titleLanguage,
  line,
  badge,
  tick,
  renderRoot,
  onOpen,
  isOpen,
  isLast = false,
}: {
  id?: string
  /** Decorative image at the start of a list row. */
  lead: ReactNode
  title: string
  /** Language of a row title that was written by a user; by default the page's language. */
  titleLanguage?: string
  /** Secondary text of a list row, on one line. */
  line?: ReactNode
  badge?: ReactNode
  /** Checkbox of a list row, with an accessible name of its own. */
  tick?: ReactNode
  renderRoot?: (props: { className: string; children: ReactNode }) => ReactNode
  onOpen?: () => void
  /** Whether the content below the list row is expanded. */
  isOpen?: boolean
  /** Whether the list row ends with its badge instead of a chevron. */
  isLast?: boolean
}) {
  const content = (
    <>
      {tick}
      {lead}
      <Flex component="span" direction="column" gap={1} flex={1} miw={0}>
        {/* Long row titles wrap onto several lines instead of being truncated. */}
        <Box
          component="span"
          lang={titleLanguage}
          fz={15}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
          lh={1.3}
        >
          {title}
        </Box>
        {line && (
          <Text span inherit lineClamp={2} fz={13} c="dimmed" lh={1.35}>
            {line}
          </Text>
        )}
      </Flex>
      {badge}
      {(onOpen || renderRoot) && !isLast && (
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

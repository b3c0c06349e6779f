import { Box, Card, Flex, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './SettingsRow.module.css'

/** Group of settings rows under one heading. */
export function SettingsGroup({
  anchor,
  title,
  children,
}: {
  anchor?: string
  title: string
  children: ReactNode
}) {
  const id = useId()
  const group = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // The browser handles the URL hash before the settings are rendered, so this effect scrolls to the section.
  useEffect(() => {
    if (anchor && hash === anchor) group.current?.scrollIntoView()
  }, [anchor, hash])
  return (
    <section ref={group} id={anchor} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb={10}>
        {title}
      </Title>
      <Card padding={0}>{children}</Card>
    </section>
  )
}

/** Opens and closes a settings row and sets the URL's hash. `wasOpened`: the row was open at least once. */
function useExpandableRow(anchor: string, isInitiallyOpen: boolean) {
  const row = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isTargeted = hash === anchor
  const [isOpen, setOpen] = useState(isInitiallyOpen || isTargeted)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  // A settings row opened by a click is already visible and needs no scrolling.
  const isClicked = useRef(false)
  useEffect(() => {
    if (!isTargeted) return
    setOpen(true)
    if (!isClicked.current) row.current?.scrollIntoView()
    isClicked.current = false
  }, [isTargeted])
  const toggle = () => {
    isClicked.current = !isOpen
    setOpen(!isOpen)
    const nextHash = isOpen ? (isTargeted ? '' : hash) : anchor
    // The URL's hash names the open settings row, so that the link can be copied. No history entry is added.
    void navigate({
      to: '.',
      search: true,
      hash: nextHash,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  return { row, isOpen, wasOpened, toggle }
}

/**
 * Collapsible settings row with title, current state and an action label. After it was opened once, its content stays
 * mounted, so that typed values are kept.
 */
export function SettingsRow({
  anchor,
  title,
  state,
  action,
  help,
  opens = false,
  children,
}: {
  /** URL hash that opens this settings row and scrolls to it. */
  anchor: string
  title: string
  /** Current value of a setting, shown under its title; undefined while the value loads. */
  state: ReactNode
  /** Label of the button of a settings row, such as "Tukar" or "Urus". */
  action: string
  help: string
  /** Whether the settings row is open at first, for example when the user returns to it from another page. */
  opens?: boolean
  children: ReactNode
}) {
  const id = useId()
  const { row, isOpen, wasOpened, toggle } = useExpandableRow(anchor, opens)
  return (
    <section ref={row} id={anchor} className={styles.row} aria-labelledby={`${id}-name`}>
      <h3 className={styles.name}>
        <UnstyledButton
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={wasOpened ? `${id}-body` : undefined}
          onClick={toggle}
        >
          <Box id={`${id}-name`} component="span" fw={600}>
            {title}
          </Box>
          <Box
            component="span"
            mih={20}
            fz="sm"
            c="dimmed"
            style={{ overflowWrap: 'anywhere' }}
            className={styles.state}
          >
            {state ?? <Skeleton component="span" height={12} mt={4} maw={160} />}
          </Box>
          <Flex
            component="span"
            gap={4}
            align="center"
            fz="sm"
            fw={600}
            c="var(--mantine-primary-color-light-color)"
            className={styles.open}
          >
            {action}
            <IconChevronDown size={18} aria-hidden />
          </Flex>
        </UnstyledButton>
      </h3>
      {wasOpened && (
        <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
          <Text size="sm" c="dimmed">
            {help}
          </Text>
          {/* The wrapper element keeps the content's layout from affecting the help text. */}
          <div>{children}</div>
        </div>
      )}
    </section>
  )
}

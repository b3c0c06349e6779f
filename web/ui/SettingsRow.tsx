import { Card, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './SettingsRow.module.css'

/** Settings that belong together, closed, one below the other. */
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
  // The groups come after their data, when the page has long been scrolled to where it begins.
  useEffect(() => {
    if (anchor && hash === anchor) group.current?.scrollIntoView()
  }, [anchor, hash])
  return (
    <section ref={group} id={anchor} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} className={styles.title}>
        {title}
      </Title>
      <Card padding={0}>{children}</Card>
    </section>
  )
}

/**
 * What it is, how it stands and the word that opens it. What was opened once stays behind a closed row, and with it
 * whatever was typed there.
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
  /** What an address says behind its # to lead here, opened. */
  anchor: string
  title: string
  /** How it stands; undefined: not known yet. */
  state: ReactNode
  /** What one does with it: Tukar, Urus. */
  action: string
  help: string
  /** Open from the beginning, as when one comes back to it from elsewhere. */
  opens?: boolean
  children: ReactNode
}) {
  const id = useId()
  const row = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isMeant = hash === anchor
  const [isOpen, setOpen] = useState(opens || isMeant)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  // By a click of one's own it is in sight already.
  const isClicked = useRef(false)
  useEffect(() => {
    if (!isMeant) return
    setOpen(true)
    if (!isClicked.current) row.current?.scrollIntoView()
    isClicked.current = false
  }, [isMeant])
  const toggle = () => {
    isClicked.current = !isOpen
    setOpen(!isOpen)
    const next = isOpen ? (isMeant ? '' : hash) : anchor
    // The address says what is open, so that it can be passed on; it is no step that one goes back through.
    void navigate({
      to: '.',
      search: true,
      hash: next,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  return (
    <section ref={row} id={anchor} className={styles.row} aria-labelledby={`${id}-name`}>
      <h3 className={styles.name}>
        <UnstyledButton
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={wasOpened ? `${id}-body` : undefined}
          onClick={toggle}
        >
          <span id={`${id}-name`} className={styles.label}>
            {title}
          </span>
          <span className={styles.state}>
            {state ?? <Skeleton component="span" height={12} mt={4} maw={160} />}
          </span>
          <span className={styles.open}>
            {action}
            <IconChevronDown size={18} aria-hidden />
          </span>
        </UnstyledButton>
      </h3>
      {wasOpened && (
        <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
          <Text size="sm" c="dimmed">
            {help}
          </Text>
          {/* Apart from the words above it, whatever it is laid out in. */}
          <div>{children}</div>
        </div>
      )}
    </section>
  )
}

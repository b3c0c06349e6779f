import { Card, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './SettingsSection.module.css'

/** One below the other. */
export function SettingsSections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>
}

/** What it is about on the left, what one can do about it on the right; one above the other on a phone. */
export function SettingsSection({
  anchor,
  title,
  help,
  children,
}: {
  /** What an address says behind its # to lead here. */
  anchor?: string
  title: string
  help: string
  children: ReactNode
}) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // The sections come after their data, when the page has long been scrolled to where it begins.
  useEffect(() => {
    if (anchor && hash === anchor) section.current?.scrollIntoView()
  }, [anchor, hash])
  return (
    <section ref={section} id={anchor} className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {help}
        </Text>
      </div>
      <Card padding="lg">{children}</Card>
    </section>
  )
}

import { Flex, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { appName } from '#web/lib/document/branding.ts'
import { LanguageSwitch } from '#web/ui/form/LanguageSwitch.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { VisitorPageFrame } from './VisitorPageFrame.tsx'
import styles from './VisitorPageLayout.module.css'

/**
 * Layout of pages for visitors. Short pages stand in the frame of the login; wide pages, such as the guide, stand below
 * a header with a link to the login.
 */
export function VisitorPageLayout({
  title,
  isWide = false,
  maxWidth = 480,
  children,
}: {
  title: string
  isWide?: boolean
  /** Width in pixels of the column of a visitor page with little content. */
  maxWidth?: number
  children: ReactNode
}) {
  if (!isWide)
    return (
      <VisitorPageFrame maxWidth={maxWidth} hasLoginLink>
        <title>{`${title} · ${appName}`}</title>
        <Title order={1} size="h2" mb="md">
          {title}
        </Title>
        {children}
      </VisitorPageFrame>
    )
  return (
    <div className={styles.page}>
      <title>{`${title} · ${appName}`}</title>
      <Flex
        component="header"
        align="center"
        justify="space-between"
        pos="sticky"
        top={0}
        h={60}
        px={20}
        bg="var(--mantine-color-body)"
        style={{ zIndex: 3, borderBottom: '1px solid var(--line)' }}
      >
        <Link to="/login" className={styles.brand}>
          <AppLogo size={32} />
          {appName}
        </Link>
        <LanguageSwitch isShort />
      </Flex>
      <main className={styles.main}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </main>
    </div>
  )
}

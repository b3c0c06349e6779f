import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { appName } from '#web/lib/document/branding.ts'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import styles from './VisitorPageLayout.module.css'

/** Layout of pages for visitors: a single column below the logo, which links to the login. */
export function VisitorPageLayout({
  title,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <title>{`${title} · ${appName}`}</title>
      <header className={styles.header}>
        <Link to="/login" className={styles.brand}>
          <AppLogo size={32} />
          {appName}
        </Link>
      </header>
      <main className={styles.main} data-wide={isWide || undefined}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </main>
    </div>
  )
}

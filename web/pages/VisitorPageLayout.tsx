import { Box, Flex, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { appName } from '#web/lib/document/branding.ts'
import { LanguageSwitch } from '#web/ui/form/LanguageSwitch.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { VisitorPageFrame } from './VisitorPageFrame.tsx'

/**
 * Layout of pages for visitors. Short pages stand in the frame of the login; wide pages, such as the guide, stand below
 * a header with a link to the login.
 */
export function VisitorPageLayout({
  title,
  isWide = false,
  maxWidth,
  children,
}: {
  title: string
  isWide?: boolean
  /** Maximum width in pixels of a visitor page with little content; by default that of the login page. */
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
    <Box mih="100dvh">
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
        <Flex component={Link} to="/login" gap={10} align="center" mih={44} fz={18} fw={700}>
          <AppLogo size={32} />
          {appName}
        </Flex>
        <LanguageSwitch isShort />
      </Flex>
      <Box component="main" maw={860} mx="auto" pt={32} pb={64} px={16}>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Box>
    </Box>
  )
}

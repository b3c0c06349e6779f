import { Box, Center, Flex, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { authText } from '#texts/sign-in.ts'
import { appName } from '#web/lib/document/branding.ts'
import { LanguageSwitch } from '#web/ui/form/LanguageSwitch.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import styles from './VisitorPageFrame.module.css'

function VisitorWelcome({ hasLoginLink }: { hasLoginLink: boolean }) {
  return (
    <aside className={styles.welcome}>
      <Group
        gap={14}
        fz={22}
        fw={700}
        renderRoot={hasLoginLink ? props => <Link {...props} to="/login" /> : undefined}
      >
        <AppLogo size={40} kite="var(--mantine-color-white)" />
        {appName}
      </Group>
      <Box maw={440} fz={18} className={styles.above}>
        <Box component="p" mb={16} fz={40} fw={700} lh={1.15} style={{ textWrap: 'balance' }}>
          {authText.slogan}
        </Box>
        <Box component="p" style={{ textWrap: 'balance' }}>
          {authText.promise}
        </Box>
      </Box>
      <Box component="p" fz={14} className={styles.above}>
        {authText.care}
      </Box>
      <Box pos="absolute" right={-32} bottom={-140} opacity={0.12}>
        <AppLogo size={620} kite="var(--mantine-color-white)" moon="var(--mantine-color-white)" />
      </Box>
    </aside>
  )
}

/**
 * Frame of the login and of short pages for visitors: one column, with a welcome beside it on desktops. `hasLoginLink`
 * turns the product's name into a link to the login, and on phones begins the page at the top, so that content that
 * arrives late moves nothing.
 */
export function VisitorPageFrame({
  maxWidth = 400,
  hasLoginLink = false,
  children,
}: {
  maxWidth?: number
  hasLoginLink?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <VisitorWelcome hasLoginLink={hasLoginLink} />
      {hasLoginLink ? (
        <Flex
          component="main"
          direction="column"
          justify={{ base: 'flex-start', md: 'center' }}
          px={{ base: 16, lg: 48 }}
          py={{ base: 24, md: 56 }}
        >
          <Box w="100%" maw={maxWidth} mx="auto">
            <Group justify="space-between" wrap="nowrap" mb={20} hiddenFrom="md">
              <Flex component={Link} to="/login" gap={12} align="center" mih={44} fz={18} fw={700}>
                <AppLogo size={36} />
                {appName}
              </Flex>
              <Box mr={-8} flex="none">
                <LanguageSwitch isShort />
              </Box>
            </Group>
            {children}
            <Box mt={20} visibleFrom="md">
              <LanguageSwitch />
            </Box>
          </Box>
        </Flex>
      ) : (
        <Center component="main" py={24} px={16}>
          <Box w="100%" maw={maxWidth}>
            <Box mb={12} className={styles.smallMark}>
              <AppLogo size={48} />
            </Box>
            {children}
            <LanguageSwitch />
          </Box>
        </Center>
      )}
    </div>
  )
}

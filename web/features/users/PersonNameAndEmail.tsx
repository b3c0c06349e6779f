import { Box, Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '#shared/constants.ts'
import { roleLabels } from '#texts/labels.ts'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Users.module.css'

/** Avatar, full name and complete email address of a user. */
export function PersonNameAndEmail({
  person,
  mark,
}: {
  person: { fullName: string; email: string; profileImageUrl: string | null }
  /** Badge or icon after the email address. */
  mark?: ReactNode
}) {
  return (
    <Flex component="span" gap={10} align="center" miw={0} ta="left">
      <PersonAvatar person={person} size={36} />
      <Box component="span" miw={0}>
        <Box fw={600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
          {person.fullName}
        </Box>
        <Box
          component="span"
          display="block"
          fz={12}
          lh={1.35}
          c="dimmed"
          style={{ overflowWrap: 'anywhere' }}
        >
          <EmailAddress address={person.email} /> {mark}
        </Box>
      </Box>
    </Flex>
  )
}

export function TwoLineCell({ first, second }: { first: string | null; second: string | null }) {
  return (
    <Box component="span" miw={0} lh={1.3}>
      <Text span inherit display="block" truncate fz={13} title={first ?? undefined}>
        {first ?? '–'}
      </Text>
      {second && (
        <div className={styles.muted} title={second}>
          {second}
        </div>
      )}
    </Box>
  )
}

export function RoleBadge({ role, icon }: { role: Role; icon?: ReactNode }) {
  return (
    <Flex
      component="span"
      display="inline-flex"
      gap={4}
      align="center"
      py={2}
      px={8}
      bdrs={6}
      fz={12}
      fw={700}
      lh={1.6}
      maw="100%"
      style={{ overflowWrap: 'anywhere', verticalAlign: 'middle' }}
      className={styles.role}
      data-role={role}
    >
      {roleLabels[role]}
      {icon}
    </Flex>
  )
}

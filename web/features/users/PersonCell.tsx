import { Box, Flex, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '#shared/constants.ts'
import { roleLabels } from '#texts/labels.ts'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Users.module.css'

/** Table cell of a user: avatar, full name with an optional icon (`sign`), and the complete email address. */
export function PersonCell({
  person,
  sign,
  tags = [],
}: {
  person: { fullName: string; email: string; profileImageUrl: string | null }
  sign?: ReactNode
  /** Names of the tags of the user in the table cell. */
  tags?: string[]
}) {
  return (
    <Flex component="span" gap={12} align="center" miw={0} ta="left">
      <PersonAvatar person={person} />
      <Box component="span" miw={0}>
        <Group gap={6} wrap="nowrap" fw={600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
          {person.fullName}
          {sign}
        </Group>
        <Box fz={13} lh={1.25} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <EmailAddress address={person.email} />
        </Box>
        {tags.length > 0 && (
          <Text
            span
            truncate
            display="block"
            fz={11}
            fw={600}
            lh={1.3}
            c="var(--tint-text)"
            title={tags.join(', ')}
          >
            {tags.join(' · ')}
          </Text>
        )}
      </Box>
    </Flex>
  )
}

export function TwoLineCell({ first, second }: { first: string | null; second: string | null }) {
  return (
    <Box component="span" miw={0}>
      <div className={styles.line} title={first ?? undefined}>
        {first ?? '–'}
      </div>
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
      maw="100%"
      style={{ overflowWrap: 'anywhere' }}
      className={styles.role}
      data-role={role}
    >
      {roleLabels[role]}
      {icon}
    </Flex>
  )
}

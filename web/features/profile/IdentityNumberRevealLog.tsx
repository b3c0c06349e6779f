import { Card, Skeleton, Text, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { roleLabels } from '#texts/labels.ts'
import { profileText as text } from '#texts/profile.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './Profile.module.css'
import { useIdentityNumberRevealLog } from './profile.api.ts'

function IdentityNumberRevealEntries() {
  const unmaskings = useIdentityNumberRevealLog()
  if (unmaskings.error) return <ErrorState error={unmaskings.error} onRetry={() => unmaskings.refetch()} />
  if (!unmaskings.data) return <Skeleton height={40} />
  if (unmaskings.data.length === 0) return <Text size="sm">{text.noUnmaskings}</Text>
  return (
    <ul className={styles.looks}>
      {unmaskings.data.map(({ by, role, isPhone, createdAt }) => (
        <Columns
          component="li"
          template="auto 1fr auto"
          gap={12}
          align="center"
          py={10}
          key={`${createdAt} ${by}`}
        >
          <IconEye size={18} stroke={1.6} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {by}
            </Text>
            <Text size="xs" c="dimmed">
              {isPhone ? `${roleLabels[role]}: ${text.unmaskedPhone}` : roleLabels[role]}
            </Text>
          </div>
          <Text size="sm" c="dimmed" className="tabular">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </Text>
        </Columns>
      ))}
    </ul>
  )
}

/** Lists which administrators have revealed the user's full identity card number, and when. */
export function IdentityNumberRevealLog() {
  return (
    <Card component="section" aria-label={text.unmaskings} style={{ order: 1 }}>
      <Title order={2} size="h4">
        {text.unmaskings}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {text.unmaskingsHelp}
      </Text>
      <IdentityNumberRevealEntries />
    </Card>
  )
}

import { ActionIcon, Flex, Stack, Text } from '@mantine/core'
import { IconDots, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { electionText as text } from '#texts/elections.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { TrusteeKeyFingerprintsSection } from './voting/TrusteeKeyFingerprintsSection.tsx'
import type { Voter } from './voting/voting.api.ts'

const ReplaceDialog = createLazyOverlay(
  async () => (await import('./organising/ReplaceTrusteeDialog.tsx')).ReplaceTrusteeDialog,
)

type Trustee = ElectionDetail['trustees'][number]

function TrusteeBadge({
  trustee: { task, readyAt, decryptedAt },
  isCounted,
}: {
  trustee: Trustee
  isCounted: boolean
}) {
  if (task === 'none' && !readyAt) return null
  if (decryptedAt) return <ColouredBadge tone="good">{text.decrypted}</ColouredBadge>
  if (isCounted) return <ColouredBadge tone="neutral">{text.notNeeded}</ColouredBadge>
  if (task !== 'none' && task !== 'wait') return <ColouredBadge tone="warn">{text.task[task]}</ColouredBadge>
  return readyAt ? (
    <ColouredBadge tone="good">{text.ready}</ColouredBadge>
  ) : (
    <ColouredBadge tone="neutral">{text.task[task]}</ColouredBadge>
  )
}

/** Lists the trustees of an election with their next tasks and the codes of their keys. Organisers can replace one. */
export function TrusteeList({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { id, trustees, threshold, status, countedAt, own } = election
  const [replaced, setReplaced] = useState<number>()
  const canReplace = own.canManage && (status === 'announced' || status === 'roll_fixed')
  if (trustees.length === 0) return null
  return (
    <Panel title={text.trustees} subtitle={text.threshold({ needed: threshold, count: trustees.length })}>
      <ul>
        {trustees.map(trustee => (
          <Flex key={trustee.index} component="li" gap={12} py={8} align="center">
            <PersonAvatar person={trustee.person} size={36} />
            <Stack flex={1} miw={0} gap={4} align="flex-start">
              <Text style={{ overflowWrap: 'anywhere' }}>{trustee.person.fullName}</Text>
              <TrusteeBadge trustee={trustee} isCounted={countedAt !== null} />
            </Stack>
            {canReplace && (
              <LazyMenu
                button={
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={40}
                    aria-label={text.trusteeMenu({ name: trustee.person.fullName })}
                  >
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                }
              >
                {Menu => (
                  <Menu.Item
                    leftSection={<IconReplace size={18} aria-hidden />}
                    onClick={() => setReplaced(trustee.index)}
                  >
                    {text.replace}
                  </Menu.Item>
                )}
              </LazyMenu>
            )}
          </Flex>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {text.trusteesNote}
      </Text>
      <TrusteeKeyFingerprintsSection user={user} election={election} />
      {replaced !== undefined && (
        <ReplaceDialog id={id} index={replaced} onClose={() => setReplaced(undefined)} />
      )}
    </Panel>
  )
}

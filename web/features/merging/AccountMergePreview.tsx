import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Alert, Box, Button, Card, Flex, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import type { MergedAccount, MergePreview } from '#shared/contracts/merging/merging.schemas.ts'
import { roleLabels } from '#texts/labels.ts'
import { accountUseTexts, pairsText, mergeText as text } from '#texts/merging.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData, isRecordNotFound } from '#web/lib/query/query-state.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { MergedFieldChoices, preselectFieldsFromRemovedAccount } from './MergedFieldChoices.tsx'
import styles from './Merging.module.css'
import { useMergePreview, useMergeUsers, useWithdrawMergeRequest } from './merging.api.ts'

const countedRecords = ['activities', 'groups', 'messages', 'announcements', 'offices'] as const

function MergedAccountCard({
  account,
  title,
  isKept,
}: {
  account: MergedAccount
  title: string
  isKept: boolean
}) {
  const { fullName, email, status, role, entry, counts } = account
  return (
    <Stack gap={10} justify="flex-start" py={14} px={16} bdrs={14} className={styles.side} data-kept={isKept}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} className={styles.sideTitle}>
          {title}
        </Text>
        <StatusBadge status={status} />
      </Group>
      <Flex gap={12} align="flex-start" miw={0}>
        <PersonAvatar person={account} size={48} />
        <Box flex="1 1 auto" miw={0}>
          <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
            {fullName}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <EmailAddress address={email} />
          </Text>
          <Text size="sm" c="dimmed">
            <DotSeparatedList parts={[roleLabels[role], accountUseTexts[entry]]} />
          </Text>
        </Box>
      </Flex>
      <Text size="sm">
        <DotSeparatedList
          parts={countedRecords.filter(key => counts[key] > 0).map(key => text[key]({ count: counts[key] }))}
        />
      </Text>
    </Stack>
  )
}

function PendingMergeRequest({ preview: { request, kept, gone } }: { preview: MergePreview }) {
  const withdraw = useWithdrawMergeRequest()
  if (!request) return null
  const confirmedNames = [request.keptAt && kept.fullName, request.goneAt && gone.fullName].filter(Boolean)
  return (
    <Alert>
      <Text size="sm">{text.waiting({ day: formatDate(request.expiresAt) })}</Text>
      {confirmedNames.map(name => (
        <Text key={name} size="sm">
          {text.confirmed({ name: name ?? '' })}
        </Text>
      ))}
      <Button
        mt="sm"
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(request.id)}
      >
        {text.withdraw}
      </Button>
    </Alert>
  )
}

function AccountMergeForm({ preview, onMerged }: { preview: MergePreview; onMerged: () => void }) {
  const { kept, gone, fields, needsOwners } = preview
  const [takenFields, setTakenFields] = useState(() => preselectFieldsFromRemovedAccount(fields))
  const [isConfirming, confirmation] = useDisclosure()
  const merge = useMergeUsers(kept.id, gone.id, ({ outcome }) => {
    void showToast('success', text[outcome])
    if (outcome === 'merged') onMerged()
  })
  const mergeAccounts = () => merge.mutate([...takenFields], { onSettled: confirmation.close })
  return (
    <>
      <MergedFieldChoices
        preview={preview}
        take={takenFields}
        onTake={(field, isTaken) =>
          setTakenFields(current => {
            const next = new Set(current)
            if (isTaken) next.add(field)
            else next.delete(field)
            return next
          })
        }
      />
      <Box component="section" aria-label={text.what}>
        <Title order={3} size="h4" mb="xs">
          {text.what}
        </Title>
        <Flex
          component="ul"
          direction="column"
          gap={6}
          pl={20}
          fz={14}
          style={{ listStyle: 'revert', textWrap: 'pretty' }}
        >
          {text.effects.map(effect => (
            <li key={effect}>{effect}</li>
          ))}
        </Flex>
        {needsOwners && <Alert mt="sm">{text.needsOwners}</Alert>}
      </Box>
      <Group justify="flex-end">
        <Button onClick={confirmation.open}>{needsOwners ? text.ask : text.merge}</Button>
      </Group>
      <Modal opened={isConfirming} onClose={confirmation.close} title={needsOwners ? text.ask : text.merge}>
        <Text mb="md">
          {needsOwners ? text.needsOwners : text.sure({ gone: gone.fullName, kept: kept.fullName })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={confirmation.close}>
            {text.cancel}
          </Button>
          <Button color={needsOwners ? undefined : 'red'} loading={merge.isPending} onClick={mergeAccounts}>
            {needsOwners ? text.ask : text.merge}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

/** Preview of merging two accounts: both accounts, the fields to keep, the effects and the confirmation. */
export function AccountMergePreview({
  id,
  otherId,
  onSwap,
  onMerged,
}: {
  id: number
  otherId: number
  onSwap: () => void
  onMerged: () => void
}) {
  const query = useMergePreview(id, otherId)
  const backLink = <BackLink to="/duplicates">{pairsText.open}</BackLink>
  if (isRecordNotFound(query)) return <EmptyState text={text.gonePair} action={backLink} />
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const preview = query.data
  if (!preview) return <Skeleton height={560} radius={16} />
  const isBlocked = preview.mustSwap || preview.mustWake
  return (
    <>
      {backLink}
      <Card component="section" aria-label={text.title} className={styles.view}>
        <Title order={2} size="h3">
          {text.title}
        </Title>
        <Columns template={{ base: '1fr', sm: '1fr 1fr' }} gap="16px 24px">
          <MergedAccountCard account={preview.kept} title={text.kept} isKept />
          <MergedAccountCard account={preview.gone} title={text.gone} isKept={false} />
        </Columns>
        {preview.mustSwap && <Alert color="emas">{text.mustSwap}</Alert>}
        {isBlocked && !preview.mustSwap && <Alert color="emas">{text.mustWake}</Alert>}
        {!preview.request && (
          <Group>
            <Button
              variant={preview.mustSwap ? 'filled' : 'default'}
              leftSection={<IconArrowsExchange size={18} aria-hidden />}
              onClick={onSwap}
            >
              {text.swap}
            </Button>
          </Group>
        )}
        {preview.request ? (
          <PendingMergeRequest preview={preview} />
        ) : (
          !isBlocked && <AccountMergeForm preview={preview} onMerged={onMerged} />
        )}
      </Card>
    </>
  )
}

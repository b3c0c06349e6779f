import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Kbd.css'
import { Button, Card, Flex, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { KeyboardShortcutDialog } from '#web/ui/layout/KeyboardShortcutDialog.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { RejectTransferSlipDialog } from './RejectTransferSlipDialog.tsx'
import { TransferSlipList } from './TransferSlipList.tsx'
import { TransferSlipReviewPanel } from './TransferSlipReviewPanel.tsx'
import { type ConfirmedTransferSlip, useTransferSlipQueue } from './use-transfer-slip-queue.ts'

/** Lists the receipts of the payment slips confirmed since the screen was opened, newest first. */
function ConfirmedTransferSlipList({ slips }: { slips: ConfirmedTransferSlip[] }) {
  if (slips.length === 0) return null
  return (
    <Stack gap={4} p={16} style={{ borderTop: '1px solid var(--line)' }}>
      <Text size="sm" fw={600} role="status">
        {text.tonight} · {slips.length}
      </Text>
      {slips.slice(0, 3).map(({ id, name, code }) => (
        <Flex key={id} gap={8} align="center">
          <IconCircleCheck size={18} aria-hidden color="var(--kite)" />
          <Text size="sm" flex="1 1 auto" truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {code}
          </Text>
        </Flex>
      ))}
    </Stack>
  )
}

/** Payment slips to review: a list beside the slip under review. Phones show one slip at a time. */
export function TransferSlipQueue() {
  const isPhone = useIsPhone()
  const [isHelpOpen, help] = useDisclosure()
  const queue = useTransferSlipQueue(help.open)
  const { query, rows, current, index, total } = queue
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <>
      <Card padding={0} className={styles.queue} data-empty={query.data && !current ? true : undefined}>
        <Stack gap={0} mih={0} className={styles.side}>
          {/* Phones show the position of the slip instead, so that only screen readers need this heading. */}
          <div className={isPhone ? 'visually-hidden' : styles.head} hidden={query.data && !current}>
            <Title order={2} size="h4">
              {text.waiting({ count: total })}
            </Title>
            <Text size="sm" c="dimmed">
              {text.order}
            </Text>
          </div>
          {!isPhone && (
            <>
              <TransferSlipList rows={rows} selectedId={current?.id} onChoose={queue.choose} />
              <ConfirmedTransferSlipList slips={queue.confirmed} />
              <Button
                flex="none"
                variant="subtle"
                color="gray"
                rightSection={<Kbd>?</Kbd>}
                onClick={help.open}
              >
                {text.help}
              </Button>
            </>
          )}
        </Stack>
        <Flex component="section" direction="column" miw={0} mih={0} aria-label={text.one}>
          {query.isPending && <Skeleton height={420} m="lg" w="auto" />}
          {query.data && !current && (
            <EmptyState
              text={text.empty}
              action={
                <Button component={Link} to="/fees/manage" variant="default">
                  {text.back}
                </Button>
              }
            />
          )}
          {current && (
            <TransferSlipReviewPanel
              id={current.id}
              position={text.place({ index: index + 1, total })}
              isBusy={queue.isBusy}
              onConfirm={queue.confirm}
              onReject={queue.startReject}
              onPrevious={queue.previous && (() => queue.choose(queue.previous?.id))}
              onNext={queue.next && (() => queue.choose(queue.next?.id))}
            />
          )}
        </Flex>
      </Card>
      {queue.rejecting && (
        <RejectTransferSlipDialog
          name={queue.rejecting.fullName}
          isBusy={queue.isBusy}
          onReject={queue.reject}
          onClose={queue.stopReject}
        />
      )}
      <KeyboardShortcutDialog
        title={text.keysTitle}
        keys={text.keyList}
        isOpen={isHelpOpen}
        onClose={help.close}
      />
    </>
  )
}

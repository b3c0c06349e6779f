import { Card, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { queueText as text } from '#texts/approval-queue.ts'
import { dialogText, usersText } from '#texts/users.ts'
import { RejectOrDeactivateUserDialog } from '#web/features/users/decisions/RejectOrDeactivateUserDialog.tsx'
import { queuePageSize } from '#web/features/users/users.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatTotalRowCount } from '#web/lib/query/paged-queries.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { KeyboardShortcutDialog } from '#web/ui/layout/KeyboardShortcutDialog.tsx'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { ApplicantListPagerAndKeyboardHints } from './ApplicantListPagerAndKeyboardHints.tsx'
import { ApprovalQueueList } from './ApprovalQueueList.tsx'
import { MembershipApplicationReviewPanel } from './MembershipApplicationReviewPanel.tsx'
import { UndoDecisionBar } from './UndoDecisionBar.tsx'
import { useApprovalQueue } from './use-approval-queue.ts'

interface Props {
  page: number
  /** User id of the displayed applicant; by default the applicant who has waited longest. */
  application?: number
  onPage: (page: number) => void
  onChoose: (id: number | undefined) => void
  onView: (id: number) => void
  /** Returns the custom fields of an applicant. */
  renderFields: (id: number) => ReactNode
}

/**
 * Approval queue: the list of pending applicants beside the application under review. Phones show one application only.
 * A decision advances to the next applicant and can be undone for a few seconds before it is sent.
 */
export function ApprovalQueue({ page, application, onPage, onChoose, onView, renderFields }: Props) {
  const isPhone = useIsPhone()
  const [isHelpOpen, help] = useDisclosure()
  const queue = useApprovalQueue({ page, application, onChoose, onHelp: help.open })
  const { query, rows, index, current, previous, next, pending, rejecting } = queue
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  // Applicants whose decision is made but not yet sent are not counted as pending.
  const remaining = query.data && Math.max(0, query.data.total - pending.length)
  const total = formatTotalRowCount(query.data && { ...query.data, total: remaining ?? 0 })
  return (
    <>
      <Card padding={0} className={styles.queue} data-empty={query.data && !current ? true : undefined}>
        <Stack gap={0} mih={0} className={styles.side}>
          <div className={styles.head}>
            <Title order={2} size="h4">
              {text.title}
            </Title>
            <Text size="sm" c="dimmed">
              {query.data ? `${text.waiting({ count: total ?? '' })} · ${text.order}` : ' '}
            </Text>
          </div>
          {!isPhone && (
            <>
              {query.isPending && <Skeleton height={216} m="md" w="auto" />}
              <ApprovalQueueList rows={rows} selectedId={current?.id} onChoose={id => onChoose(id)} />
              <ApplicantListPagerAndKeyboardHints
                page={page}
                remaining={remaining}
                isCapped={query.data?.isCapped}
                onPage={onPage}
                onHelp={help.open}
              />
            </>
          )}
        </Stack>
        <Flex component="section" direction="column" miw={0} mih={0} aria-label={text.one}>
          {query.isPending && <Skeleton height={420} m="lg" w="auto" />}
          {query.data && !current && <EmptyState text={usersText.emptyPending} />}
          {current && (
            <MembershipApplicationReviewPanel
              applicant={current}
              fields={renderFields(current.id)}
              position={text.place({ index: (page - 1) * queuePageSize + index + 1, total: total ?? '' })}
              onPrevious={previous && (() => queue.goTo(previous))}
              onNext={next && (() => queue.goTo(next))}
              chosenPlacement={queue.chosenPlacement}
              onChoosePlacement={placement => queue.choosePlacement(current.id, placement)}
              canApprove={queue.canApprove}
              onView={() => onView(current.id)}
              onApprove={queue.approve}
              onReject={() => queue.setRejecting(current)}
            />
          )}
        </Flex>
      </Card>
      <UndoDecisionBar decisions={pending} onUndo={queue.undo} />
      {rejecting && (
        <RejectOrDeactivateUserDialog
          title={dialogText.reject.title({ name: rejecting.fullName })}
          help={dialogText.reject.help}
          action={usersText.reject}
          isBusy={false}
          onClose={() => queue.setRejecting(undefined)}
          onDecide={reason => {
            queue.setRejecting(undefined)
            queue.decide(rejecting, { kind: 'reject', reason })
          }}
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

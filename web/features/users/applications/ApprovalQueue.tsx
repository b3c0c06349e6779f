import '@mantine/core/styles/Kbd.css'
import { ActionIcon, Button, Card, Kbd, Modal, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronLeft, IconChevronRight, IconEye, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { ReasonDialog } from '#web/features/users/decisions/ReasonDialog.tsx'
import { buildViewButtonId } from '#web/features/users/list/UserActions.tsx'
import type { UndoableDecision } from '#web/features/users/users.api.ts'
import {
  queuePageSize,
  sendDecisionBeacon,
  useApproveUser,
  usePendingUsers,
  usePrefetchApplication,
  useRejectUser,
} from '#web/features/users/users.api.ts'
import { dialogText, usersText } from '#web/features/users/users.text.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementLater } from '#web/lib/document/focus.ts'
import { formatTotal } from '#web/lib/query/paged-queries.ts'
import { isDataMissing } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Pager } from '#web/ui/list/Pager.tsx'
import { placementFieldId } from './ApplicantPlacementForm.tsx'
import { ApplicationReview, applicantNameId } from './ApplicationReview.tsx'
import styles from './ApprovalQueue.module.css'
import { ApprovalQueueList, buildQueueRowId } from './ApprovalQueueList.tsx'
import { queueText as text } from './approval-queue.text.ts'
import { UndoBar } from './UndoBar.tsx'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import { useUndoableDecisions } from './use-undoable-decisions.ts'

const approveId = 'application-approve'

/** Decisions that can still be undone or are being sent. The list hides the applicants of both. */
function useDecisions() {
  const [sendingIds, setSendingIds] = useState<number[]>([])
  const removeSentId = (id: number) => setSendingIds(before => before.filter(other => other !== id))
  const approve = useApproveUser(removeSentId)
  const reject = useRejectUser(removeSentId)
  const undoable = useUndoableDecisions(({ id, kind, reason = '' }) => {
    setSendingIds(before => [...before, id])
    if (kind === 'approve') approve.mutate(id)
    else reject.mutate({ id, reason })
  }, sendDecisionBeacon)
  return {
    ...undoable,
    isDecided: (id: number) =>
      sendingIds.includes(id) || undoable.pending.some(decision => decision.id === id),
  }
}

interface Props {
  page: number
  /** User id of the displayed applicant; defaults to the one waiting longest. */
  application?: number
  onPage: (page: number) => void
  onChoose: (id: number | undefined) => void
  onView: (id: number) => void
}

/**
 * Approval queue: the list of pending applicants beside the application under review. Phones show one application only.
 * A decision advances to the next applicant and can be undone for a few seconds before it is sent.
 */
export function ApprovalQueue({ page, application, onPage, onChoose, onView }: Props) {
  const isPhone = useIsPhone()
  const query = usePendingUsers(page, queuePageSize)
  const { pending, schedule, withdraw, isDecided } = useDecisions()
  const [rejecting, setRejecting] = useState<UserRow>()
  const [isHelpOpen, help] = useDisclosure()
  const rows = (query.data?.rows ?? []).filter(({ id }) => !isDecided(id))
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === application),
  )
  const current = rows[index]
  const nextRow = rows[index + 1] ?? rows[index - 1]
  usePrefetchApplication(nextRow?.id)

  const goTo = (row: Pick<UserRow, 'id'> | undefined) => {
    onChoose(row?.id)
    if (row) focusElementLater(isPhone ? applicantNameId : buildQueueRowId(row.id))
  }
  const decide = (row: UserRow, kind: UndoableDecision['kind'], reason?: string) => {
    schedule({ id: row.id, name: row.fullName, kind, reason })
    if (row.id === current?.id) goTo(nextRow)
  }
  const approve = () => {
    if (current?.currentCountry) decide(current, 'approve')
    else if (current) focusElementLater(placementFieldId)
  }
  const undo = (decision: UndoableDecision | undefined) => {
    if (decision && withdraw(decision.id)) goTo(decision)
  }
  useKeyboardShortcuts({
    j: () => rows[index + 1] && goTo(rows[index + 1]),
    k: () => rows[index - 1] && goTo(rows[index - 1]),
    l: approve,
    t: () => setRejecting(current),
    z: () => undo(pending.at(-1)),
    p: () => focusElementLater(placementFieldId),
    '?': help.open,
  })

  if (isDataMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  // The total excludes applicants whose decision has been made but not sent yet.
  const remaining = query.data && Math.max(0, query.data.total - pending.length)
  const total = formatTotal(query.data && { ...query.data, total: remaining ?? 0 })
  return (
    <>
      <Card padding={0} className={styles.queue} data-empty={query.data && !current ? true : undefined}>
        <div className={styles.side}>
          <div className={styles.head}>
            <Title order={2} size="h4">
              {text.title}
            </Title>
            <Text size="sm" c="dimmed">
              {query.data ? `${text.waiting(total ?? '')} · ${text.order}` : ' '}
            </Text>
          </div>
          {!isPhone && (
            <>
              {query.isPending && <Skeleton height={216} m="md" w="auto" />}
              <ApprovalQueueList rows={rows} selectedId={current?.id} onChoose={id => onChoose(id)} />
              <div className={styles.foot}>
                <Pager
                  list={text.title}
                  page={page}
                  pageSize={queuePageSize}
                  total={remaining !== undefined && remaining > queuePageSize ? remaining : 0}
                  isCapped={query.data?.isCapped}
                  isNarrow
                  onChange={onPage}
                />
                <span className={styles.hints}>
                  <Kbd>J</Kbd> <Kbd>K</Kbd> {text.move}
                  <Button variant="subtle" color="gray" size="compact-sm" onClick={help.open}>
                    <Kbd mr={6}>?</Kbd> {text.keys}
                  </Button>
                </span>
              </div>
            </>
          )}
        </div>
        <section className={styles.main} aria-label={text.one}>
          {query.isPending && <Skeleton height={420} m="lg" w="auto" />}
          {query.data && !current && <EmptyState text={usersText.emptyPending} />}
          {current && (
            <>
              <div className={styles.evidence}>
                <div className={styles.turn}>
                  {isPhone && (
                    <ActionIcon
                      variant="default"
                      size={44}
                      aria-label={text.previous}
                      disabled={index === 0}
                      onClick={() => goTo(rows[index - 1])}
                    >
                      <IconChevronLeft size={20} aria-hidden />
                    </ActionIcon>
                  )}
                  <Text size="sm" c="dimmed" className="tabular">
                    {text.place((page - 1) * queuePageSize + index + 1, total ?? '')}
                  </Text>
                  <Button
                    id={buildViewButtonId(current.id)}
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    leftSection={<IconEye size={16} aria-hidden />}
                    onClick={() => onView(current.id)}
                  >
                    {text.details}
                  </Button>
                  {isPhone && (
                    <ActionIcon
                      variant="default"
                      size={44}
                      aria-label={text.next}
                      disabled={index === rows.length - 1}
                      onClick={() => goTo(rows[index + 1])}
                    >
                      <IconChevronRight size={20} aria-hidden />
                    </ActionIcon>
                  )}
                </div>
                <ApplicationReview id={current.id} approveId={approveId} />
              </div>
              <div className={styles.decide}>
                <Button
                  variant="outline"
                  color="red"
                  leftSection={<IconX size={18} aria-hidden />}
                  rightSection={!isPhone && <Kbd>T</Kbd>}
                  onClick={() => setRejecting(current)}
                >
                  {usersText.reject}
                </Button>
                <Text size="sm" c="dimmed" className={styles.needed}>
                  {!current.currentCountry && text.needsCountry}
                </Text>
                {!isPhone && (
                  <Button
                    variant="default"
                    rightSection={<Kbd>J</Kbd>}
                    disabled={index === rows.length - 1}
                    onClick={() => goTo(rows[index + 1])}
                  >
                    {text.skip}
                  </Button>
                )}
                <Button
                  id={approveId}
                  leftSection={<IconCheck size={18} aria-hidden />}
                  rightSection={!isPhone && <Kbd>L</Kbd>}
                  disabled={!current.currentCountry}
                  onClick={approve}
                >
                  {usersText.approve}
                </Button>
              </div>
            </>
          )}
        </section>
      </Card>
      <UndoBar decisions={pending} onUndo={undo} />
      {rejecting && (
        <ReasonDialog
          title={dialogText.reject.title(rejecting.fullName)}
          help={dialogText.reject.help}
          action={usersText.reject}
          isBusy={false}
          onClose={() => setRejecting(undefined)}
          onDecide={reason => {
            setRejecting(undefined)
            decide(rejecting, 'reject', reason)
          }}
        />
      )}
      <Modal opened={isHelpOpen} onClose={help.close} title={text.keysTitle}>
        <dl className={styles.keys}>
          {text.keyList.map(([key, description]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}

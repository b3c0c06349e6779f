import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core'
import { IconChartBar, IconClock, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  type ElectionDetail,
  minBallots,
  reminderPauseHours,
} from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionText, organiserText as text } from '#texts/elections.ts'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { EnrolledVoterCount } from '#web/features/elections/EnrolledVoterCount.tsx'
import {
  useAnnounceElection,
  useCloseElection,
  useConfirmAnnulmentAsSecondPerson,
  useConfirmElectoralRoll,
  useDeleteElection,
  useProposeAnnulment,
  usePublishElection,
  useSendElectionReminders,
  useWithdrawAnnulment,
} from '#web/features/elections/elections.api.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

const ElectionDialog = createLazyOverlay(async () => (await import('./ElectionDialog.tsx')).ElectionDialog)
const ElectionReasonDialog = createLazyOverlay(
  async () => (await import('./ElectionReasonDialog.tsx')).ElectionReasonDialog,
)

/** Id of the element with the electoral roll, to which the organiser's panel links. */
export const electoralRollId = 'electoral-roll'

interface Props {
  user: CurrentUser
  election: ElectionDetail
}

/** Lists the nominees who must still accept or decline. Until they do, the election cannot be announced. */
const listOpenNominees = ({ questions }: ElectionDetail) =>
  questions.flatMap(({ candidates }) =>
    candidates.filter(({ status }) => status === 'proposed').map(({ name }) => name),
  )

function DraftElectionButtons({ user, election }: Props) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const remove = useDeleteElection(election.id)
  const announce = useAnnounceElection(election.id)
  const waiting = listOpenNominees(election)
  const confirmElectionRemoval = () =>
    openConfirmDialog({
      title: text.remove,
      text: text.removeConfirm,
      action: text.remove,
      isDangerous: true,
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/elections' }) }),
    })
  const confirmAnnouncement = () =>
    openConfirmDialog({
      title: text.announce,
      text: text.announceConfirm({ min: minBallots }),
      action: text.announce,
      onConfirm: () => announce.mutate(),
    })
  return (
    <>
      <Button disabled={waiting.length > 0} loading={announce.isPending} onClick={confirmAnnouncement}>
        {text.announce}
      </Button>
      <Button variant="default" onClick={() => setEditing(true)}>
        {text.edit}
      </Button>
      <Button variant="subtle" color="red" loading={remove.isPending} onClick={confirmElectionRemoval}>
        {text.remove}
      </Button>
      {isEditing && <ElectionDialog user={user} election={election} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Buttons to propose annulling the election. A second organiser confirms the proposal, or it is withdrawn. */
function AnnulmentButtons({ election }: Pick<Props, 'election'>) {
  const [isProposing, setProposing] = useState(false)
  const propose = useProposeAnnulment(election.id)
  const confirm = useConfirmAnnulmentAsSecondPerson(election.id)
  const withdraw = useWithdrawAnnulment(election.id)
  if (!election.annulmentProposedBy) {
    return (
      <>
        <Button variant="subtle" color="red" onClick={() => setProposing(true)}>
          {text.annul}
        </Button>
        {isProposing && (
          <ElectionReasonDialog
            title={text.annul}
            help={text.annulHelp}
            sending={propose}
            onClose={() => setProposing(false)}
          />
        )}
      </>
    )
  }
  const confirmAnnulment = () =>
    openConfirmDialog({
      title: text.confirmAnnul,
      text: text.confirmAnnulText,
      action: text.confirmAnnul,
      isDangerous: true,
      onConfirm: () => confirm.mutate(),
    })
  return (
    <>
      {election.own.canConfirmAnnulment && (
        <Button color="red" loading={confirm.isPending} onClick={confirmAnnulment}>
          {text.confirmAnnul}
        </Button>
      )}
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {text.withdraw}
      </Button>
    </>
  )
}

/**
 * Button that reminds everybody who still has a task in the election. It is disabled for twelve hours after each use.
 */
function ElectionReminderButton({ election }: Pick<Props, 'election'>) {
  const remind = useSendElectionReminders(election.id)
  const { status, remindedAt } = election
  if (!['announced', 'roll_fixed', 'open', 'closed'].includes(status)) return null
  const pause = reminderPauseHours * 3_600_000
  const isRecent = remindedAt !== null && Date.parse(remindedAt) > Date.now() - pause
  return (
    <Button variant="default" disabled={isRecent} loading={remind.isPending} onClick={() => remind.mutate()}>
      {status === 'closed' ? text.remindTrustees : text.remind}
    </Button>
  )
}

/** Whether the period for objections to the list of voters has ended and the list is not yet confirmed. */
function isElectoralRollConfirmable({
  status,
  rollFixedAt,
  rollConfirmedAt,
  objectionHours,
}: ElectionDetail): boolean {
  if (status !== 'roll_fixed' || rollConfirmedAt || rollFixedAt === null) return false
  return Date.parse(rollFixedAt) + objectionHours * 3_600_000 <= Date.now()
}

/** Banner with the organiser's next step: confirming the electoral roll (list of voters) or publishing the result. */
export function ElectionOrganiserBanner({ election }: Pick<Props, 'election'>) {
  const confirmRoll = useConfirmElectoralRoll(election.id)
  const publish = usePublishElection(election.id)
  if (isElectoralRollConfirmable(election)) {
    return (
      <ElectionStepCard
        icon={IconUsersGroup}
        title={text.confirmRollTitle}
        help={text.confirmRollHelp}
        button={text.confirmRoll}
        isPending={confirmRoll.isPending}
        onClick={() => confirmRoll.mutate()}
      />
    )
  }
  if (election.status !== 'counted') return null
  const confirmPublication = () =>
    openConfirmDialog({
      title: text.publish,
      text: text.publishConfirm,
      action: text.publish,
      onConfirm: () => publish.mutate(),
    })
  return (
    <ElectionStepCard
      icon={IconChartBar}
      title={text.publishTitle}
      help={text.publishHelp}
      button={text.publish}
      isPending={publish.isPending}
      onClick={confirmPublication}
    />
  )
}

/** Button that closes an open election before its planned end. */
function EarlyClosingButton({ election }: Pick<Props, 'election'>) {
  const [isClosing, setClosing] = useState(false)
  const close = useCloseElection(election.id)
  if (election.status !== 'open') return null
  return (
    <>
      <Button variant="default" onClick={() => setClosing(true)}>
        {text.close}
      </Button>
      {isClosing && (
        <ElectionReasonDialog
          title={text.close}
          help={text.closeHelp}
          sending={close}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}

/** Says in a sentence what must happen before the election can continue. */
function describeWhatElectionWaitsFor({
  status,
  trustees,
  rollConfirmedAt,
  opensAt,
  timeZone,
}: ElectionDetail) {
  if (status === 'draft') return text.draft
  if (status !== 'announced' && status !== 'roll_fixed') return undefined
  if (trustees.some(({ readyAt }) => readyAt === null)) return text.waitTrustees
  if (status === 'roll_fixed' && !rollConfirmedAt) return text.confirmRollHelp
  return text.waitOpening({ time: formatPeriodInZone({ startDate: opensAt, endDate: null }, timeZone) })
}

/** Alert that names the voters whose devices have seen entries that the election log no longer contains. */
function LostLogEventsAlert({ election: { lostEvents, head } }: Pick<Props, 'election'>) {
  if (lostEvents.length === 0) return null
  const height = Math.max(...lostEvents.map(lost => lost.height))
  const names = lostEvents.map(({ person }) => person.fullName).join(', ')
  return (
    <Text p="sm" bdrs={12} {...getToneProps('bad')}>
      {text.lostEvents({ count: lostEvents.length, height, now: head?.height ?? 0, names })}
    </Text>
  )
}

/** Panel for organisers of an election: the steps possible at its current stage, and the objections of voters. */
export function ElectionOrganiserPanel({ user, election }: Props) {
  const { status, objections, lostEvents, own, remindedAt, timeZone } = election
  const openNominees = status === 'draft' ? listOpenNominees(election) : []
  if (status === 'published' || status === 'annulled') return null
  if (status === 'counted' && objections.length + lostEvents.length === 0) return null
  return (
    <Panel title={text.title}>
      <Stack gap="md">
        <LostLogEventsAlert election={election} />
        {objections.map(({ person, text: objection, createdAt }) => (
          <Flex
            key={`${person.id} ${createdAt}`}
            gap="sm"
            align="center"
            justify="space-between"
            wrap="wrap"
            p="sm"
            bdrs={12}
            {...getToneProps('warn')}
          >
            <Box flex="1 1 200px" miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Text fw={700}>{electionText.objections}</Text>
              {person.fullName}: {objection}
            </Box>
            {status === 'roll_fixed' && (
              <Button component="a" href={`#${electoralRollId}`} variant="default">
                {text.seeRoll}
              </Button>
            )}
          </Flex>
        ))}
        {describeWhatElectionWaitsFor(election) && (
          <Text size="sm">{describeWhatElectionWaitsFor(election)}</Text>
        )}
        {/* An organiser who is entitled to vote sees the count in the card for enrolling. */}
        {status === 'announced' && !own.isEligible && <EnrolledVoterCount election={election} />}
        {openNominees.length > 0 && (
          <Flex gap={8} c="var(--warn-text)">
            <IconClock size={18} aria-hidden />
            <Text size="sm">{text.waitNominees({ names: [...new Set(openNominees)].join(', ') })}</Text>
          </Flex>
        )}
        <Group gap="xs" className="actions">
          {status === 'draft' ? (
            <DraftElectionButtons user={user} election={election} />
          ) : (
            <>
              <ElectionReminderButton election={election} />
              <EarlyClosingButton election={election} />
              {status !== 'counted' && <AnnulmentButtons election={election} />}
            </>
          )}
        </Group>
        {remindedAt && status !== 'counted' && (
          <Text size="sm" c="dimmed">
            {text.remindedAt({
              time: formatPeriodInZone({ startDate: remindedAt, endDate: null }, timeZone),
            })}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
